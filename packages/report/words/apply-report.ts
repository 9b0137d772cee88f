import type { Doubt, SheetOutcome, SkippedAnswer, SkippedReason } from '@decidable/engine/audit';
import { oneLine } from './printable.ts';
import { count, counted } from './wording.ts';

/** Skipped answers and doubtful values that are named; `--json` has all. Set by hand. */
const NAMED = 5;
const DOUBTS = 12;

const REASONS: Readonly<Record<SkippedReason, (answers: string) => string>> = {
  no_product: (answers) =>
    `${answers} of products that the export does not have. Did a spreadsheet program change the ids?`,
  no_column: (answers) => `${answers} of attributes that the export does not have`,
  recorded: (answers) => `${answers} of cells that hold another value by now`,
  answered_twice: (answers) => `${answers} with another value in an earlier row of the sheet`,
  changed: (answers) => `${answers} that would replace a value that the product does not have (any more)`,
  placeholder: (answers) => `${answers} that mean "not recorded"`,
  no_room: (answers) => `${answers} of options of products whose option columns are all taken`,
  unreadable: (answers) => `${answers} into cells whose form is not understood`,
};

/**
 * What became of a sheet, in lines for people.
 *
 * @param remedies how to have answers written that were skipped, by reason
 */
export function applyReport(
  outcome: SheetOutcome,
  dryRun: boolean,
  remedies: Partial<Readonly<Record<SkippedReason, string>>> = {},
): string[] {
  const { attributes, cells, products, skipped, doubts, respelled, rewritten } = outcome;
  const answers = attributes.reduce((sum, attribute) => sum + attribute.products, 0);
  const did = dryRun ? 'Would write' : 'Wrote';
  const written =
    answers === 0
      ? `${did} nothing: the export stays as it is.`
      : `${did} ${counted(answers, 'value')} into ${counted(cells, 'cell')} of ${counted(products, 'product')}.`;
  const longest = Math.max(0, ...attributes.map(({ attribute }) => oneLine(attribute).length));
  return [
    written,
    ...attributes.map(
      (attribute) =>
        `  ${oneLine(attribute.attribute).padEnd(longest)}  ${counted(attribute.products, 'product')}`,
    ),
    ...(respelled === 0 ? [] : [`${count(respelled)} of them took the place of another spelling.`]),
    ...(rewritten === 0
      ? []
      : [
          `${counted(rewritten, 'number')} got the decimal sign of ${rewritten === 1 ? 'its column' : 'their columns'}.`,
        ]),
    ...leftLines(outcome),
    ...skippedLines(skipped, remedies),
    ...doubtLines(doubts),
  ];
}

function leftLines({ unchanged, open }: SheetOutcome): string[] {
  return [
    ...(unchanged === 0
      ? []
      : [`${counted(unchanged, 'answer stands', 'answers stand')} in the export already.`]),
    ...(open === 0
      ? []
      : [`${counted(open, 'row')} of the sheet ${open === 1 ? 'has' : 'have'} no value yet.`]),
  ];
}

function skippedLines(
  skipped: readonly SkippedAnswer[],
  remedies: Partial<Readonly<Record<SkippedReason, string>>>,
): string[] {
  if (skipped.length === 0) return [];
  const lines = [...Map.groupBy(skipped, ({ reason }) => reason)].flatMap(([reason, own]) => [
    `  ${REASONS[reason](counted(own.length, 'answer'))}${remedies[reason] ?? ''}:`,
    ...own.slice(0, NAMED).map(skippedLine),
    ...(own.length > NAMED ? [`    and ${count(own.length - NAMED)} more`] : []),
  ]);
  return ['Skipped:', ...lines];
}

function skippedLine({ row, id, attribute, value, held }: SkippedAnswer): string {
  const has = held === undefined ? '' : `, which has ${quoted(held)}`;
  return `    row ${count(row)}: ${quoted(value)} as ${oneLine(attribute)} of ${oneLine(id)}${has}`;
}

function doubtLines(doubts: readonly Doubt[]): string[] {
  if (doubts.length === 0) return [];
  const more = doubts.length - DOUBTS;
  return [
    'Written, and worth a look:',
    ...doubts.slice(0, DOUBTS).map((doubt) => `  ${doubtLine(doubt)}`),
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ];
}

function doubtLine({ code, attribute, value, answers, nearest, unit }: Doubt): string {
  const times = answers === 1 ? '' : ` (${counted(answers, 'product')})`;
  const what = `${oneLine(attribute)}: ${quoted(value)}${times}`;
  if (code === 'no_number') return `${what} is no number; the column holds numbers.`;
  if (code === 'other_unit') {
    return unit === '' || unit === undefined
      ? `${what} has a unit; the column holds bare numbers.`
      : `${what} is not in ${unit}, in which the column is written.`;
  }
  return nearest === undefined
    ? `${what} is new to the column.`
    : `${what} is new to the column; ${quoted(nearest)} was probably meant.`;
}

const quoted = (text: string): string => `"${oneLine(text).slice(0, 60)}"`;
