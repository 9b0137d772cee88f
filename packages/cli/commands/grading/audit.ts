import { limits } from '@decidable/contract/limits';
import type { AuditResult, Source } from '@decidable/engine/audit';
import type { KindChoices } from '@decidable/engine/catalogue';
import { auditPage } from '@decidable/report/html';
import { meterOf } from '@decidable/report/plain-words';
import { oneLine } from '@decidable/report/printable';
import { count } from '@decidable/report/wording';
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
import {
  categoryOption,
  emptyMeansNoOption,
  jsonOption,
  kindOption,
  memoryOption,
  positive,
  sourceOption,
  wholeNumber,
  withExamples,
} from '../../options.ts';
import { checkWritable, printJson, printLines, writeFileTo } from '../../output.ts';
import { refuseFilledSheet, writeSheet } from '../../sheet/sheet-file.ts';
import { below, type Threshold, threshold } from '../../sheet/threshold.ts';
import { dataOption } from '../../store/data-option.ts';
import { type KeepFlags, keepOption, kept } from '../../store/keep-option.ts';
import { auditReport } from '../../terminal/audit-report.ts';
import { columnsOf } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';

interface AuditFlags extends ReadingFlags, KeepFlags {
  readonly source: Source;
  readonly horizon?: number;
  readonly applicable?: readonly string[];
  readonly applies?: readonly AppliesTo[];
  readonly category?: string;
  readonly emptyMeansNo?: readonly string[];
  readonly emptyMeansUnknown?: readonly string[];
  readonly kind: KindChoices;
  readonly json?: true;
  readonly all?: true;
  readonly explain?: true;
  readonly report?: string;
  readonly repairSheet?: string;
  readonly rows?: number;
  readonly failUnder?: Threshold;
  readonly memory?: number;
}

export function add(program: Command): void {
  const command = program
    .command('audit')
    .summary('grade a catalogue: what is worth recording, and for which products')
    .description(
      'Grades a catalogue export (one product a row, the first column its id) for whether it can answer what ' +
        'shoppers ask. Attributes are ranked by the bits of decision information that recording them would add.',
    )
    .argument('<file...>', EXPORT_ARGUMENT)
    .addOption(idOption())
    .addOption(headerOption())
    .addOption(ignoreOption())
    .addOption(settingsOption())
    .addOption(followPrivateOption())
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
    .addOption(categoryOption())
    .addOption(emptyMeansNoOption())
    .option(
      '--empty-means-unknown <attribute...>',
      'facts that only ever say yes, of which an empty cell means that nobody knows',
    )
    .addOption(kindOption('how a column is read, where that is not recognised'))
    .option('--report <file.html>', 'also write the report as one self-contained page')
    .option(
      '--repair-sheet <file>',
      'also write a sheet to fill in, as CSV or (.xlsx) a workbook with drop-downs',
    )
    .option('--rows <number>', 'the most rows of the sheet, the most useful first (default: 1,000)', (text) =>
      wholeNumber(text, 1, 1_000_000),
    )
    .option(
      '--fail-under <grade|share>',
      `exit with ${EXIT.below} where the grade, or the share of the way that it follows, is below this`,
      threshold,
    )
    .addOption(keepOption())
    .addOption(dataOption())
    .option('--all', 'show every attribute and shelf')
    .option('--explain', 'say how each figure came about')
    .addOption(jsonOption('print the answer of /catalog/audit instead of the report'))
    .addOption(memoryOption())
    .action(run);
  withExamples(command, [
    ['decidable audit catalogue.csv', 'the report'],
    ['decidable audit catalogue.csv --horizon 5000', 'and what to do about each'],
    ['decidable audit exports/', 'all exports of a folder as one'],
    ['decidable audit https://shop.example/feed.xml', 'a feed'],
    [
      'decidable audit catalogue.csv --repair-sheet sheet.csv',
      'and a sheet to fill in, for "decidable apply"',
    ],
    ['decidable audit catalogue.csv --fail-under B', 'for a nightly check'],
    ['decidable audit - --json < catalogue.csv', 'for a script'],
  ]);
}

interface AppliesTo {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** What the settings and the flags say; a flag replaces what the settings say of its attribute. */
function appliesIn(
  settings: Readonly<Record<string, readonly string[]>> = {},
  flags: readonly AppliesTo[] = [],
): readonly AppliesTo[] {
  const given = new Set(flags.map(({ attribute }) => attribute.toLowerCase()));
  const others = Object.entries(settings).filter(([attribute]) => !given.has(attribute.toLowerCase()));
  return [...others.map(([attribute, values]) => ({ attribute, values })), ...flags];
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

async function run(paths: readonly string[], flags: AuditFlags): Promise<void> {
  for (const target of [flags.report, flags.repairSheet]) {
    if (target !== undefined) await checkWritable(target, paths);
  }
  if (flags.report !== undefined && flags.report === flags.repairSheet) {
    throw new BadInput('--report and --repair-sheet name the same file. Give each its own.');
  }
  if (flags.repairSheet !== undefined) await refuseFilledSheet(flags.repairSheet);
  const given = await readGivenExport(paths, flags);
  const { header, id, ignore, kinds, ...settings } = await settingsOf(given, flags);
  const applicable = flags.applicable ?? settings.applicable;
  const applies = appliesIn(settings.applies, flags.applies);
  const emptyMeansNo = flags.emptyMeansNo ?? settings.emptyMeansNo;
  const emptyMeansUnknown = flags.emptyMeansUnknown ?? settings.emptyMeansUnknown;
  const { result, repairSheet, titles } = await grade(
    {
      kind: 'audit',
      given,
      reading: {
        ...(header !== undefined && { header }),
        ...(id !== undefined && { id }),
        ...(ignore !== undefined && { ignore }),
      },
      kinds: { ...kinds, ...flags.kind },
      options: {
        source: flags.source,
        ...(flags.horizon === undefined ? {} : { amortisationHorizon: flags.horizon }),
        ...(applicable === undefined ? {} : { applicable }),
        ...(applies.length === 0 ? {} : { applies }),
        ...(flags.category === undefined ? {} : { category: flags.category }),
        ...(emptyMeansNo === undefined ? {} : { emptyMeansNo }),
        ...(emptyMeansUnknown === undefined ? {} : { emptyMeansUnknown }),
      },
      ...(flags.repairSheet === undefined
        ? {}
        : { sheet: flags.rows === undefined ? {} : { rows: flags.rows } }),
      withTitles: flags.report !== undefined,
    },
    flags.memory,
  );
  const names = new Set([...result.attributes, ...result.notQuestions].map(({ attribute }) => attribute));
  for (const name of applicable ?? []) {
    if (!names.has(name))
      process.stderr.write(`decidable: --applicable ${oneLine(name)}: no column has this name.\n`);
  }
  if (flags.report !== undefined) await writeFileTo(flags.report, auditPage(result, given.name, titles));
  if (flags.repairSheet !== undefined && repairSheet !== undefined) {
    await writeSheet(flags.repairSheet, repairSheet);
  }
  const answer = await kept(flags, { kind: 'audit' }, result);
  await show(answer, result, given.name, flags);
  if (flags.report !== undefined) process.stderr.write(`Report written to ${flags.report}\n`);
  if (flags.repairSheet !== undefined && repairSheet !== undefined) {
    const { leftOut, rows } = repairSheet;
    const more =
      leftOut === 0
        ? rows.length === 0
          ? ': it has no rows, since no missing cell is known to be worth recording'
          : ''
        : ` (the ${count(rows.length)} most useful rows; ${count(leftOut)} more with --rows ${rows.length + leftOut})`;
    process.stderr.write(`Repair sheet written to ${flags.repairSheet}${more}\n`);
  }
  if (flags.failUnder !== undefined) {
    const meter = meterOf(result);
    const why = below(flags.failUnder, {
      grade: result.grade,
      share: meter?.now ?? null,
      what: meter?.what ?? '',
    });
    if (why !== undefined) {
      process.stderr.write(`decidable: ${why}.\n`);
      process.exitCode = EXIT.below;
    }
  }
}

async function show(answer: object, result: AuditResult, path: string, flags: AuditFlags): Promise<void> {
  if (flags.json) {
    await printJson(answer);
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
