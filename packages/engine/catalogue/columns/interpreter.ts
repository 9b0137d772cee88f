import { damageWarnings } from '../damage/damage-warnings.ts';
import { chosenReading } from '../kinds/chosen-reading.ts';
import { type ChosenKind, type KindChoices, kindWarnings } from '../kinds/kind-choices.ts';
import type { DecimalSign } from '../numbers/decimal-sign.ts';
import { sampleOf } from '../texts/text-sample.ts';
import type {
  Attribute,
  AttributeKind,
  Catalogue,
  NotQuestionReason,
  NotRecordableReason,
  RawColumn,
  Table,
  Value,
} from '../types.ts';
import { type ColumnSummary, meanWords, notQuestionReason } from './askability.ts';
import { Values } from './distinct-values.ts';
import { type PooledColumn, type PooledSide, pool } from './pooling.ts';
import { isCode, notRecordableReason } from './recordability.ts';
import {
  decideReading,
  findNumbers,
  type NumberCandidates,
  type Reading,
  signOfFile,
  textReading,
} from './type-inference.ts';

/**
 * Interprets the columns of an export: their kinds, their cells as normalised values, and which of them are questions.
 * The result does not depend on the order of rows or columns, nor on letter case.
 *
 * @param kinds the kinds that the owner chose; those of columns that the export lacks have no effect
 * @example
 * interpret(readTable('id,width\n1,10 cm\n2,0.2 m\n')).attributes[0].values; // 10 and 20, unit cm
 */
export function interpret(table: Table, kinds: KindChoices = {}): Catalogue {
  return interpretAlike([table], kinds)[0];
}

/**
 * Interprets several exports of one shop with one decision about every column: same kind, same unit, same `values` and
 * `cells`, so that equal indices are equal values in all of them. A column that only one export has is interpreted by
 * itself.
 */
export function interpretAlike(tables: readonly Table[], kinds: KindChoices): Catalogue[] {
  const names = new Set(tables.flatMap((table) => table.columns.map((column) => column.name)));
  const pooled = [...names].map((name) =>
    pool(
      name,
      tables,
      tables.map((table) => table.columns.find((column) => column.name === name)),
    ),
  );
  const numbers = pooled.map(findNumbers);
  const sign = signOfFile(numbers);
  const attributes: Attribute[][] = tables.map(() => []);
  const unread = new Set<string>();
  const named = new Set<string>();
  const wordy = new Map<string, readonly string[]>();
  pooled.forEach((column, c) => {
    const chosen = Object.hasOwn(kinds, column.name) ? kinds[column.name] : undefined;
    const read = chosen === undefined ? undefined : describeChosen(column, chosen, sign);
    if (chosen !== undefined && read === undefined && column.recorded > 0) unread.add(column.name);
    const description = read ?? describe(column, numbers[c], sign);
    if (description.areNames) named.add(column.name);
    const words = column.texts.filter((_, text) => description.cellOfText[text] === NOTHING);
    if (words.length > 0) wordy.set(column.name, words);
    column.sides.forEach((side, s) => {
      if (side === undefined) return;
      attributes[s].push({
        name: column.name,
        ...(side.column.header === undefined ? {} : { header: side.column.header }),
        kind: description.kind,
        ...(description.notQuestion === undefined ? {} : { notQuestion: description.notQuestion }),
        ...(description.notRecordable === undefined ? {} : { notRecordable: description.notRecordable }),
        ...(description.unit === undefined ? {} : { unit: description.unit }),
        ...(description.separator === undefined ? {} : { separator: description.separator }),
        cell: cellsOfSide(side, description.cellOfText),
        cells: description.cells,
        values: description.values,
        placeholders: placeholdersOf(side, description.cellOfText),
        ...(side.column.writtenIn === undefined ? {} : { writtenIn: side.column.writtenIn }),
        ...translation(side.column, description),
      });
    });
  });
  const damaged = damageWarnings(tables, pooled);
  return tables.map((table, s) => ({
    idColumn: table.idColumn,
    ids: table.ids,
    attributes: inOrderOf(table, attributes[s]),
    warnings: [...table.warnings, ...kindWarnings(table, kinds, unread, named, wordy), ...damaged[s]],
  }));
}

/** A translation of another column says nothing new. */
function translation(
  { translationOf }: RawColumn,
  { notQuestion }: Description,
): Pick<Attribute, 'translationOf' | 'notRecordable'> {
  if (translationOf === undefined) return {};
  return notQuestion === undefined ? { translationOf, notRecordable: 'repeats' } : { translationOf };
}

/** The products of a side whose cell holds a placeholder, or what records nothing in this column. */
function placeholdersOf({ column, textOf }: PooledSide, cellOfText: Int32Array): Int32Array {
  if (!cellOfText.includes(NOTHING)) return column.placeholders;
  const found = [...column.placeholders];
  column.cell.forEach((text, product) => {
    if (text >= 0 && cellOfText[textOf === undefined ? text : textOf[text]] === NOTHING) found.push(product);
  });
  return Int32Array.from(found).sort();
}

function inOrderOf(table: Table, attributes: readonly Attribute[]): Attribute[] {
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  return table.columns.map((column) => byName.get(column.name)!);
}

function cellsOfSide({ column, textOf }: PooledSide, cellOfText: Int32Array): Int32Array {
  // Shifted by one, so that gaps (-1) have entry 0.
  const cellOfOwn = new Int32Array(column.texts.length + 1).fill(-1);
  cellOfOwn.set(textOf === undefined ? cellOfText : textOf.map((text) => cellOfText[text]), 1);
  const cell = new Int32Array(column.cell.length);
  for (let i = 0; i < cell.length; i++) cell[i] = cellOfOwn[column.cell[i] + 1];
  return cell;
}

/** The cell of a text that records nothing. */
const NOTHING = -1;

interface Description {
  /** Whether its numbers are taken as names. */
  readonly areNames: boolean;
  readonly kind: AttributeKind;
  readonly notQuestion: NotQuestionReason | undefined;
  readonly notRecordable: NotRecordableReason | undefined;
  readonly unit: string | undefined;
  readonly separator: string | undefined;
  readonly values: readonly Value[];
  readonly cells: readonly (readonly number[])[];
  /** The cell of each pooled text; -1 of one that records nothing. */
  readonly cellOfText: Int32Array;
}

function describe(
  column: PooledColumn,
  candidates: NumberCandidates,
  ofFile: DecimalSign | undefined,
): Description {
  const { sample, read } = readerOf(column);
  const asWritten = read(decideReading(column, candidates, ofFile, sample));
  const ofColumn = notQuestionReason(asWritten.summary);
  // Numbers that are names have no sizes and no distances.
  const areNames =
    asWritten.reading.kind === 'number' &&
    ofColumn === undefined &&
    isCode(asWritten.summary, asWritten.reading.unit);
  const result = areNames ? read(textReading(column, sample)) : asWritten;
  const { summary, reading } = result;
  const notRecordable = areNames ? 'code' : notRecordableReason(summary, reading.unit);
  return finished(column, result, ofColumn, ofColumn === undefined ? notRecordable : undefined, areNames);
}

/**
 * The description of a column by the kind that its owner chose: a question that can be recorded, unless it is money, has
 * one value everywhere, or is to be text or an identifier.
 *
 * @returns undefined where not one cell fits the kind
 */
function describeChosen(
  column: PooledColumn,
  kind: ChosenKind,
  ofFile: DecimalSign | undefined,
): Description | undefined {
  const { sample, read } = readerOf(column);
  const reading = chosenReading(kind, column, ofFile, sample);
  if (reading === undefined) return undefined;
  const result = read(reading);
  if (kind === 'text' || kind === 'identifier') return finished(column, result, kind, undefined, false);
  const isConstant = notQuestionReason(result.summary) === 'constant';
  const isMoney = notRecordableReason(result.summary, reading.unit) === 'price';
  return finished(
    column,
    result,
    isConstant ? 'constant' : undefined,
    !isConstant && isMoney ? 'price' : undefined,
    false,
  );
}

/** A column read in one way: its values, and its summary by which it is judged. */
interface ReadColumn {
  readonly reading: Reading;
  readonly values: Values;
  readonly valuesOfPart: readonly (number | readonly number[])[];
  readonly summary: ColumnSummary;
}

/** The sample of a column that decides, and its reader. */
function readerOf(column: PooledColumn): {
  readonly sample: readonly number[];
  readonly read: (reading: Reading) => ReadColumn;
} {
  const sample = sampleOf(column.partHashes);
  const texts = sample.map((part) => column.parts[part]);
  const words = meanWords(texts);
  const read = (reading: Reading): ReadColumn => {
    const values = new Values();
    let nothing = 0;
    const valuesOfPart = column.parts.map((_, part) => {
      const own = reading.read(part, values, column.partCounts[part]);
      if (typeof own !== 'number' && own.length === 0) nothing += column.partCounts[part];
      return own;
    });
    const summary: ColumnSummary = {
      name: column.name,
      concepts: column.concepts,
      kind: reading.kind,
      hasUnit: reading.unit !== undefined,
      products: column.products,
      recorded: Math.max(0, column.recorded - nothing),
      valueCounts: values.counts,
      numbers: [...values.numbers.values()],
      texts: column.parts.length,
      sample: texts,
      words,
    };
    return { reading, values, valuesOfPart, summary };
  };
  return { sample, read };
}

function finished(
  column: PooledColumn,
  { reading, values, valuesOfPart }: ReadColumn,
  notQuestion: NotQuestionReason | undefined,
  notRecordable: NotRecordableReason | undefined,
  areNames: boolean,
): Description {
  const order = values.inOrder(notQuestion === 'identifier' || notQuestion === 'text');
  const place = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) place[order[i]] = i;
  return {
    areNames,
    kind:
      notQuestion === 'identifier' || notQuestion === 'text' || notQuestion === 'constant'
        ? notQuestion
        : reading.kind,
    notQuestion,
    notRecordable,
    unit: reading.unit,
    separator: reading.separator,
    values: order.map((value) => values.finished(value)),
    ...cellsOf(column, valuesOfPart, place),
  };
}

/** The distinct cells: those with one value in the order of the values, then those with several. */
function cellsOf(
  column: PooledColumn,
  valuesOfPart: readonly (number | readonly number[])[],
  place: Int32Array,
): Pick<Description, 'cells' | 'cellOfText'> {
  const alone = new Uint8Array(place.length);
  const several = new Map<string, { readonly set: readonly number[]; readonly texts: number[] }>();
  // Holds values until the cells with a single value are numbered, cells from then on.
  const cellOfText = new Int32Array(column.texts.length).fill(-1);
  for (let t = 0; t < cellOfText.length; t++) {
    const set = valuesOfText(column, t, valuesOfPart, place);
    if (typeof set === 'number') {
      alone[set] = 1;
      cellOfText[t] = set;
      continue;
    }
    if (set.length === 0) continue;
    const key = set.join(',');
    const known = several.get(key);
    if (known === undefined) several.set(key, { set, texts: [t] });
    else known.texts.push(t);
  }
  const cells: (readonly number[])[] = [];
  const cellOfValue = new Int32Array(place.length).fill(-1);
  for (let value = 0; value < alone.length; value++) {
    if (alone[value] === 1) cellOfValue[value] = cells.push([value]) - 1;
  }
  for (let t = 0; t < cellOfText.length; t++)
    if (cellOfText[t] !== -1) cellOfText[t] = cellOfValue[cellOfText[t]];
  for (const { set, texts } of [...several.values()].sort((a, b) => compareSets(a.set, b.set))) {
    const cell = cells.push(set) - 1;
    for (const text of texts) cellOfText[text] = cell;
  }
  return { cells, cellOfText };
}

/** The values of a text, sorted; a single value without an array around it. */
function valuesOfText(
  column: PooledColumn,
  text: number,
  valuesOfPart: readonly (number | readonly number[])[],
  place: Int32Array,
): number | readonly number[] {
  const parts = column.partsOfText?.[text];
  const only =
    parts === undefined ? valuesOfPart[text] : parts.length === 1 ? valuesOfPart[parts[0]] : undefined;
  if (typeof only === 'number') return place[only];
  const values = new Set<number>();
  for (const part of parts ?? [text]) {
    const own = valuesOfPart[part];
    if (typeof own === 'number') values.add(place[own]);
    else for (const value of own) values.add(place[value]);
  }
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 1 ? sorted[0] : sorted;
}

function compareSets(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
