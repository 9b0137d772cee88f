import { limits } from '@decidable/contract/limits';
import type { AuditResult, Source } from '@decidable/engine/audit';
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput } from '../../fault.ts';
import { grade } from '../../grading/run.ts';
import { auditPage } from '../../html/audit-page.ts';
import { readGiven } from '../../input.ts';
import { jsonOption, memoryOption, positive, sourceOption, withExamples } from '../../options.ts';
import { checkWritable, printJson, printLines, writeText } from '../../output.ts';
import { wireShape } from '../../report/wire-shape.ts';
import { auditReport } from '../../terminal/audit-report.ts';
import { columnsOf } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';
import { oneLine } from '../../terminal/printable.ts';

interface AuditFlags {
  readonly source: Source;
  readonly horizon?: number;
  readonly applicable?: readonly string[];
  readonly applies?: readonly AppliesTo[];
  readonly json?: true;
  readonly all?: true;
  readonly explain?: true;
  readonly report?: string;
  readonly repairSheet?: string;
  readonly memory?: number;
}

export function add(program: Command): void {
  const command = program
    .command('audit')
    .summary('grade a catalogue: what is worth recording, and for which products')
    .description(
      'Grades a catalogue export (CSV, one product a row, the first column its id) for whether it can answer what ' +
        'shoppers ask. Attributes are ranked by the bits of decision information that recording them would add.',
    )
    .argument('<file>', 'CSV file, or - for standard input')
    .addOption(sourceOption('where the values come from, which decides how far they are trusted'))
    .option(
      '--horizon <sessions>',
      'sessions that a recorded fact serves before it goes stale; adds an action',
      (text) => positive(text, limits.amortisationHorizon),
    )
    .option(
      '--applicable <attribute...>',
      'attributes that apply to every product, whatever the export suggests',
    )
    .option(
      '--applies <attribute=segment>',
      'a category to which an attribute applies, as style_bottom=Bottoms; may be given again',
      appliesTo,
    )
    .option('--report <file.html>', 'also write the report as one self-contained page')
    .option('--repair-sheet <file.csv>', 'also write a sheet to fill in: product by product, what to record')
    .option('--all', 'show every attribute and shelf')
    .option('--explain', 'say how each figure came about')
    .addOption(jsonOption('print the answer of /catalog/audit instead of the report'))
    .addOption(memoryOption())
    .action(run);
  withExamples(command, [
    ['decidable audit catalogue.csv', 'the report'],
    ['decidable audit catalogue.csv --horizon 5000', 'and what to do about each'],
    ['decidable audit - --json < catalogue.csv', 'for a script'],
  ]);
}

interface AppliesTo {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** Collects the segments of each attribute over all `--applies`. */
function appliesTo(text: string, before: readonly AppliesTo[] = []): readonly AppliesTo[] {
  const at = text.indexOf('=');
  const [attribute, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 0 || attribute === '' || value === '')
    throw new InvalidArgumentError('It is written as attribute=segment.');
  const known = before.find((each) => each.attribute === attribute);
  const values = [...(known?.values ?? []), value];
  return [...before.filter((each) => each !== known), { attribute, values }];
}

async function run(path: string, flags: AuditFlags): Promise<void> {
  for (const target of [flags.report, flags.repairSheet]) {
    if (target !== undefined) await checkWritable(target, [path]);
  }
  if (flags.report !== undefined && flags.report === flags.repairSheet) {
    throw new BadInput('--report and --repair-sheet name the same file. Give each its own.');
  }
  const file = await readGiven(path);
  const { result, repairSheet, titles } = await grade(
    {
      kind: 'audit',
      file,
      options: {
        source: flags.source,
        ...(flags.horizon === undefined ? {} : { amortisationHorizon: flags.horizon }),
        ...(flags.applicable === undefined ? {} : { applicable: flags.applicable }),
        ...(flags.applies === undefined ? {} : { applies: flags.applies }),
      },
      withRepairSheet: flags.repairSheet !== undefined,
      withTitles: flags.report !== undefined,
    },
    flags.memory,
  );
  const names = new Set([...result.attributes, ...result.notQuestions].map(({ attribute }) => attribute));
  const known = new Set([...names].map((name) => name.toLowerCase()));
  for (const name of flags.applicable ?? []) {
    if (!names.has(name))
      process.stderr.write(`decidable: --applicable ${oneLine(name)}: no column has this name.\n`);
  }
  for (const { attribute } of flags.applies ?? []) {
    if (!known.has(attribute.toLowerCase()))
      process.stderr.write(`decidable: --applies ${oneLine(attribute)}: no column has this name.\n`);
  }
  if (flags.report !== undefined) await writeText(flags.report, auditPage(result, file.name, titles));
  if (flags.repairSheet !== undefined && repairSheet !== undefined) {
    await writeText(flags.repairSheet, repairSheet);
  }
  await show(result, path, flags);
  if (flags.report !== undefined) process.stderr.write(`Report written to ${flags.report}\n`);
  if (flags.repairSheet !== undefined) process.stderr.write(`Repair sheet written to ${flags.repairSheet}\n`);
}

async function show(result: AuditResult, path: string, flags: AuditFlags): Promise<void> {
  if (flags.json) {
    await printJson(wireShape(result));
    return;
  }
  const lines = auditReport(result, {
    file: path,
    columns: columnsOf(process.stdout),
    paint: paint(process.stdout),
    all: flags.all === true,
    explain: flags.explain === true,
  });
  await printLines(lines);
}
