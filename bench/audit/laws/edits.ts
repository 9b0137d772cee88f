import { below, type Chance, shuffled } from '../chance.ts';

/** An export as rows of texts, ids first; an empty text for a gap. */
export interface Sheet {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What is done to an export. `signs` writes numbers with the other decimal sign, `recase` headers in another case. */
export type Edit =
  | 'drop'
  | 'begin'
  | 'empty'
  | 'fill'
  | 'copy'
  | 'overwrite'
  | 'recase'
  | 'signs'
  | 'reorder'
  | 'rename';
export const EDITS: readonly Edit[] = [
  'drop',
  'begin',
  'empty',
  'fill',
  'copy',
  'overwrite',
  'recase',
  'signs',
  'reorder',
  'rename',
];

/** Share of the cells of a column that an edit touches. */
const TOUCHED = 0.4;

/** An export before and after an edit of one column. */
export interface Edited {
  readonly before: Sheet;
  readonly after: Sheet;
}

/** @param column index of a column, above 0 */
export function edited(edit: Edit, own: Sheet, column: number, random: Chance): Edited {
  const isTouched = own.rows.map(() => random() < TOUCHED);
  const cells = (of: (cell: string, row: number) => string): Sheet => ({
    ...own,
    rows: own.rows.map((row, at) => row.with(column, of(row[column], at))),
  });
  const emptied = cells((cell, row) => (isTouched[row] ? '' : cell));
  switch (edit) {
    case 'drop':
      return { before: own, after: without(own, column) };
    case 'begin':
      return { before: without(own, column), after: emptied };
    case 'empty':
      return { before: own, after: emptied };
    case 'fill':
      return { before: emptied, after: own };
    case 'copy':
      return { before: own, after: hasLists(own, column) ? own : withCopy(own, column) };
    case 'overwrite': {
      const texts = [...new Set(own.rows.map((row) => row[column]).filter((cell) => cell !== ''))];
      const drawn = (cell: string, row: number) =>
        cell === '' || !isTouched[row] ? cell : texts[below(texts.length, random)];
      return { before: own, after: cells(drawn) };
    }
    case 'recase':
      return { before: own, after: { ...own, names: own.names.map((name) => `${name.toUpperCase()} `) } };
    case 'signs': {
      // Numbers of three decimals would have a sign of thousands.
      const areShort = own.rows.every((row) => /^(?:\d+(?:\.\d{1,2})?)?$/.test(row[column]));
      return { before: own, after: areShort ? cells((cell) => cell.replace('.', ',')) : own };
    }
    case 'reorder':
      return { before: own, after: reordered(own, random) };
    case 'rename':
      return { before: own, after: { ...own, names: own.names.with(column, 'called otherwise') } };
  }
}

/** Whether cells hold several values, which in other words would be others. */
const hasLists = ({ rows }: Sheet, column: number): boolean =>
  rows.some((row) => /[,;|/&]/.test(row[column]));

function withCopy({ names, rows }: Sheet, column: number): Sheet {
  const copied = (cell: string) => (cell === '' ? '' : `so called ${cell}`);
  return { names: [...names, 'in other words'], rows: rows.map((row) => [...row, copied(row[column])]) };
}

function without({ names, rows }: Sheet, column: number): Sheet {
  return { names: names.toSpliced(column, 1), rows: rows.map((row) => row.toSpliced(column, 1)) };
}

function reordered({ names, rows }: Sheet, random: Chance): Sheet {
  const columns = [0, ...shuffled([...names.keys()].slice(1), random)];
  const turned = (row: readonly string[]) => columns.map((column) => row[column]);
  return { names: turned(names), rows: shuffled(rows, random).map(turned) };
}
