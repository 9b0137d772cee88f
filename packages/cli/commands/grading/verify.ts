import type { Source, Verdict, VerifyResult } from '@decidable/engine/audit';
import type { KindChoices } from '@decidable/engine/catalogue';
import { verifyPage } from '@decidable/report/html';
import { oneLine } from '@decidable/report/printable';
import { listed } from '@decidable/report/wording';
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput, EXIT } from '../../fault.ts';
import { grade } from '../../grading/run.ts';
import {
  EXPORT_ARGUMENT,
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
import {
  categoryOption,
  emptyMeansNoOption,
  jsonOption,
  kindOption,
  memoryOption,
  sourceOption,
  withExamples,
} from '../../options.ts';
import { checkWritable, printJson, printLines, writeFileTo } from '../../output.ts';
import { parseRepairs } from '../../repairs.ts';
import { below, shareThreshold, type Threshold } from '../../sheet/threshold.ts';
import { dataOption } from '../../store/data-option.ts';
import { type KeepFlags, keepOption, kept } from '../../store/keep-option.ts';
import { columnsOf } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';
import { verifyReport } from '../../terminal/verify-report.ts';

interface VerifyFlags extends ReadingFlags, KeepFlags {
  readonly source: Source;
  readonly repairs?: string;
  readonly category?: string;
  readonly emptyMeansNo?: readonly string[];
  readonly kind: KindChoices;
  readonly failUnder?: Threshold;
  readonly failOn?: readonly Verdict[];
  readonly json?: true;
  readonly all?: true;
  readonly explain?: true;
  readonly report?: string;
  readonly memory?: number;
}

export function add(program: Command): void {
  const command = program
    .command('verify')
    .summary('compare two exports: what moved, and whether claimed repairs hold')
    .description(
      'Compares an export from before a repair with one from after it, over the products in both, attribute by ' +
        'attribute. With --repairs, each claim is held against what changed; without, nothing is claimed.',
    )
    .argument('<before>', `export from before the work: ${EXPORT_ARGUMENT}`)
    .argument('<after>', 'export from after the work')
    .addOption(idOption())
    .addOption(headerOption())
    .addOption(ignoreOption())
    .addOption(settingsOption())
    .addOption(followPrivateOption())
    .option(
      '--repairs <file.json>',
      'claims: [{ "attribute", "method"?, "estimatedHours"?, "actualHours"? }, …]',
    )
    .addOption(sourceOption('where the new values come from, which decides how far they are trusted'))
    .addOption(categoryOption())
    .addOption(emptyMeansNoOption())
    .addOption(kindOption('how a column of both is read, where that is not recognised'))
    .option(
      '--fail-under <share>',
      `exit with ${EXIT.below} where the share of answered bits afterwards is below this`,
      shareThreshold,
    )
    .option(
      '--fail-on <verdicts>',
      `exit with ${EXIT.below} where a claim has one of these verdicts, as doubtful,empty`,
      verdicts,
    )
    .addOption(keepOption())
    .addOption(dataOption())
    .option('--report <file.html>', 'also write the report as one self-contained page')
    .option('--all', 'show every attribute')
    .option('--explain', 'say what figures stand behind each reason')
    .addOption(jsonOption('print the answer of /catalog/verify instead of the report'))
    .addOption(memoryOption())
    .action(run);
  withExamples(command, [
    ['decidable verify before.csv after.csv', 'what changed'],
    ['decidable verify before.csv after.csv --repairs done.json', 'and whether the claims hold'],
    ['decidable verify a.csv b.csv --repairs done.json --fail-on doubtful,empty', 'for a script'],
  ]);
}

async function run(beforePath: string, afterPath: string, flags: VerifyFlags): Promise<void> {
  const piped = [beforePath, afterPath, flags.repairs].filter((path) => path === '-');
  if (piped.length > 1)
    throw new BadInput('standard input (-) can be given once; give files for the others.');
  if (flags.failOn !== undefined && flags.repairs === undefined)
    throw new BadInput('--fail-on is about claims. Give them, too: --repairs FILE.');
  if (flags.report !== undefined) await checkWritable(flags.report, [beforePath, afterPath]);
  const repairs = flags.repairs === undefined ? undefined : parseRepairs(await readGiven(flags.repairs));
  const before = await readGivenExport([beforePath], flags);
  const after = await readGivenExport([afterPath], flags);
  const { header, id, ignore, kinds, ...settings } = await settingsOf(before, flags);
  const emptyMeansNo = flags.emptyMeansNo ?? settings.emptyMeansNo;
  const { result, titles } = await grade(
    {
      kind: 'verify',
      before,
      after,
      reading: {
        ...(header !== undefined && { header }),
        ...(id !== undefined && { id }),
        ...(ignore !== undefined && { ignore }),
      },
      kinds: { ...kinds, ...flags.kind },
      options: {
        source: flags.source,
        ...(repairs === undefined ? {} : { repairs }),
        ...(emptyMeansNo === undefined ? {} : { emptyMeansNo }),
        ...(flags.category === undefined ? {} : { category: flags.category }),
      },
      withTitles: flags.report !== undefined,
    },
    flags.memory,
  );
  if (flags.report !== undefined) {
    await writeFileTo(flags.report, verifyPage(result, before.name, after.name, titles));
  }
  const answer = await kept(
    flags,
    {
      kind: result.mode,
      ...(flags.category === undefined ? {} : { category: flags.category }),
    },
    result,
  );
  if (flags.json) await printJson(answer);
  else {
    const lines = verifyReport(result, {
      before: beforePath,
      after: afterPath,
      columns: columnsOf(process.stdout),
      paint: paint(process.stdout),
      all: flags.all === true,
      explain: flags.explain === true,
    });
    await printLines(lines);
  }
  if (flags.report !== undefined) process.stderr.write(`Report written to ${flags.report}\n`);
  const faults = [
    flags.failUnder === undefined
      ? undefined
      : below(flags.failUnder, { share: result.answerability.after, what: 'answered' }),
    ofVerdicts(result, flags.failOn ?? []),
  ].filter((fault) => fault !== undefined);
  for (const fault of faults) process.stderr.write(`decidable: ${fault}.\n`);
  if (faults.length > 0) process.exitCode = EXIT.below;
}

const VERDICTS: readonly Verdict[] = [
  'not_found',
  'unchanged',
  'regressed',
  'empty',
  'doubtful',
  'unproven',
  'partial',
  'verified',
];

function verdicts(text: string): readonly Verdict[] {
  return text.split(',').map((each) => {
    const verdict = VERDICTS.find((known) => known === each.trim());
    if (verdict === undefined)
      throw new InvalidArgumentError(`Give verdicts with commas between them: ${VERDICTS.join(', ')}.`);
    return verdict;
  });
}

/** Which claims have one of these verdicts, as a clause. */
function ofVerdicts({ claims = [] }: VerifyResult, fatal: readonly Verdict[]): string | undefined {
  const found = claims.filter(({ verdict }) => fatal.includes(verdict));
  if (found.length === 0) return undefined;
  return listed(
    found.map(({ attribute, verdict }) => `${oneLine(attribute)} is ${verdict}`),
    5,
  );
}
