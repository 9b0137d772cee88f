import type { SheetOutcome } from '@decidable/engine/audit';
import type { KindChoices } from '@decidable/engine/catalogue';
import { applyReport } from '@decidable/report/apply-report';
import { oneLine } from '@decidable/report/printable';
import { listed } from '@decidable/report/wording';
import { type Command, Option } from 'commander';
import { BadInput } from '../../fault.ts';
import { grade } from '../../grading/run.ts';
import {
  followPrivateOption,
  headerOption,
  idOption,
  ignoreOption,
  type ReadingFlags,
  settingsOf,
  settingsOption,
} from '../../input/export-settings.ts';
import { readGivenExport } from '../../input/given-export.ts';
import { readGiven } from '../../input.ts';
import { jsonOption, kindOption, memoryOption, withExamples } from '../../options.ts';
import { checkWritable, print, printJson, writeFileTo } from '../../output.ts';
import { isThere } from '../../sheet/sheet-file.ts';

interface ApplyFlags extends ReadingFlags {
  readonly kind: KindChoices;
  readonly output?: string;
  readonly dryRun?: true;
  readonly overwrite?: true;
  readonly suggestions?: true;
  readonly encoding?: 'utf-8';
  readonly force?: true;
  readonly json?: true;
  readonly memory?: number;
}

export function add(program: Command): void {
  const command = program
    .command('apply')
    .summary('write a filled repair sheet back into the export')
    .description(
      'Writes the values of a repair sheet into the export that it was made from, in the form of the export: only the ' +
        'cells that were filled in change. Applied once more, it changes nothing. A cell that holds another value by ' +
        'now is kept.',
    )
    .argument('<export>', 'the export that was audited (CSV, workbook or JSON), or - for standard input')
    .argument('<sheet>', 'the sheet of "audit --repair-sheet", filled in (CSV or workbook), or -')
    .addOption(idOption())
    .addOption(headerOption())
    .addOption(ignoreOption())
    .addOption(settingsOption())
    .addOption(followPrivateOption())
    .addOption(kindOption('how a column is read, where that is not recognised'))
    .option('-o, --output <file>', 'the repaired export, or - for standard output')
    .option('--dry-run', 'say what would change, and write nothing')
    .option('--overwrite', 'replace the other values that cells hold by now')
    .option(
      '--suggestions',
      'take the suggestion where the value is left empty: of missing values and of spellings',
    )
    .addOption(
      new Option('--encoding <encoding>', 'write UTF-8 instead of the encoding of the export').choices([
        'utf-8',
      ]),
    )
    .option('--force', 'replace the output file if there is one')
    .addOption(jsonOption('print { cells, products, attributes, respelled, unchanged, open, skipped, … }'))
    .addOption(memoryOption())
    .action(run);
  withExamples(command, [
    ['decidable audit shop.csv --repair-sheet sheet.csv', 'what to fill in'],
    ['decidable apply shop.csv sheet.csv --dry-run', 'what would change'],
    ['decidable apply shop.csv sheet.csv -o repaired.csv', 'write it back'],
    ['decidable verify shop.csv repaired.csv', 'what it was worth'],
  ]);
}

async function run(exportPath: string, sheetPath: string, flags: ApplyFlags): Promise<void> {
  const { output, dryRun = false } = flags;
  if (exportPath === '-' && sheetPath === '-')
    throw new BadInput('standard input (-) can be given once; give a file for the other.');
  if (!dryRun) await checkOutput(output, [exportPath, sheetPath], flags);
  const given = await readGivenExport([exportPath], flags);
  if (given.files.length > 1) {
    const names = given.files.map(({ name }) => oneLine(name));
    throw new BadInput(
      `${exportPath}: these are ${names.length} files (${listed(names, 5)}). ` +
        `Write the sheet into each: "decidable apply ${names[0]} ${sheetPath} -o REPAIRED". The answers for products of the other files are passed over.`,
    );
  }
  const [file] = given.files;
  const { header, id, ignore, kinds } = await settingsOf(given, flags);
  const sheet = await readGiven(sheetPath);
  const { repaired, ...outcome } = await grade(
    {
      kind: 'apply',
      file,
      sheet,
      reading: {
        ...(header !== undefined && { header }),
        ...(id === undefined ? {} : { id }),
        ...(ignore === undefined ? {} : { ignore }),
      },
      kinds: { ...kinds, ...flags.kind },
      options: {
        overwrite: flags.overwrite === true,
        suggestions: flags.suggestions === true,
        asCsv: output?.toLowerCase().endsWith('.csv') === true,
        ...(flags.encoding === undefined ? {} : { encoding: flags.encoding }),
      },
    },
    flags.memory,
  );
  if (!dryRun && output !== undefined) await writeFileTo(output, repaired);
  await show(outcome, flags);
  if (!dryRun && output !== undefined && output !== '-')
    process.stderr.write(`Repaired export written to ${output}\n`);
}

/** @throws BadInput where the output is missing, or writing it would lose a file */
async function checkOutput(
  output: string | undefined,
  inputs: readonly string[],
  { force, json }: ApplyFlags,
): Promise<void> {
  if (output === undefined) {
    throw new BadInput('say where the repaired export goes (-o FILE), or look first with --dry-run.');
  }
  if (output === '-') {
    if (json) throw new BadInput('--json and the repaired export (-o -) cannot both go to standard output.');
    return;
  }
  await checkWritable(output, inputs);
  if (!force && (await isThere(output)))
    throw new BadInput(`${output}: this file exists. Give another name, or --force to replace it.`);
}

async function show(outcome: SheetOutcome, { json, dryRun, output }: ApplyFlags): Promise<void> {
  if (json) {
    await printJson({ ...outcome, dryRun: dryRun === true });
    return;
  }
  const text = `${applyReport(outcome, dryRun === true, { recorded: '; --overwrite replaces it' }).join('\n')}\n`;
  if (output === '-' && !dryRun) process.stderr.write(text);
  else await print(text);
}
