import { orderByHash } from '../information/hash-order.ts';
import { hashText } from '../information/random.ts';
import { type PooledColumn, pool } from './pooling.ts';
import { whyNotAsked } from './questions.ts';
import { decideReading, findNumbers, type Reading, type ReadValue, signOfFile } from './readings.ts';
import type { Attribute, AttributeKind, Catalogue, NotQuestionReason, Table, Value } from './types.ts';

/**
 * Interprets the columns of an export: their kinds, their cells as normalised values, and which of them a shopper could be asked about.
 * Nothing depends on the order of rows or columns, on letter case, or on how the values of a kind are called.
 *
 * @example
 * interpret(readTable('id,width\n1,10 cm\n2,0.2 m\n')).attributes[0].values; // 10 and 20, unit cm
 */
export function interpret(table: Table): Catalogue {
  return interpretAll([table])[0];
}

/**
 * Interprets two exports of one shop with one decision about every column: same kind, same unit, same `values` and `cells`, so
 * that equal indices are equal values on both sides. A column that only one export has is interpreted by itself.
 */
export function interpretTogether(before: Table, after: Table): [Catalogue, Catalogue] {
  const [first, second] = interpretAll([before, after]);
  return [first, second];
}

function interpretAll(tables: readonly Table[]): Catalogue[] {
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
  pooled.forEach((column, c) => {
    const description = describe(column, decideReading(column, numbers[c], sign));
    column.sides.forEach((side, s) => {
      if (side === undefined) return;
      const { textOf } = side;
      const cell = new Int32Array(side.column.cell.length);
      for (let i = 0; i < cell.length; i++) {
        const text = side.column.cell[i];
        cell[i] = text === -1 ? -1 : description.cellOfText[textOf === undefined ? text : textOf[text]];
      }
      attributes[s].push({
        name: column.name,
        kind: description.kind,
        ...(description.notQuestion === undefined ? {} : { notQuestion: description.notQuestion }),
        ...(description.unit === undefined ? {} : { unit: description.unit }),
        cell,
        cells: description.cells,
        values: description.values,
        placeholders: side.column.placeholders,
        ...(side.column.writtenIn === undefined ? {} : { writtenIn: side.column.writtenIn }),
      });
    });
  });
  return tables.map((table, s) => ({
    ids: table.ids,
    attributes: inOrderOf(table, attributes[s]),
    warnings: table.warnings,
  }));
}

function inOrderOf(table: Table, attributes: readonly Attribute[]): Attribute[] {
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  return table.columns.map((column) => byName.get(column.name)!);
}

interface Description {
  readonly kind: AttributeKind;
  readonly notQuestion: NotQuestionReason | undefined;
  readonly unit: string | undefined;
  readonly values: readonly Value[];
  readonly cells: readonly (readonly number[])[];
  /** For each pooled text the cell that it is. */
  readonly cellOfText: Int32Array;
}

/** A value while its spellings are counted. Most values have only one. */
interface Gathered {
  readonly key: string | number;
  readonly number: number | undefined;
  readonly first: string;
  spellings: Map<string, number> | undefined;
  count: number;
}

function describe(column: PooledColumn, reading: Reading): Description {
  const { gathered, valuesOfPart } = gather(column, reading);
  const valueCounts = new Int32Array(gathered.length);
  const numbers: number[] = [];
  for (let value = 0; value < gathered.length; value++) {
    const { count, number } = gathered[value];
    valueCounts[value] = count;
    if (number !== undefined) numbers.push(number);
  }
  const notQuestion = whyNotAsked({
    name: column.name,
    kind: reading.kind,
    hasUnit: reading.unit !== undefined,
    products: column.products,
    recorded: column.recorded,
    valueCounts,
    numbers,
    texts: column.parts,
  });
  const order = canonicalOrder(gathered, notQuestion === 'identifier' || notQuestion === 'text');
  const place = new Int32Array(gathered.length);
  for (let i = 0; i < order.length; i++) place[order[i]] = i;
  return {
    kind:
      notQuestion === 'identifier' || notQuestion === 'text' || notQuestion === 'constant'
        ? notQuestion
        : reading.kind,
    notQuestion,
    unit: reading.unit,
    values: order.map((value) => finished(gathered[value])),
    ...cellsOf(column, valuesOfPart, place),
  };
}

function gather(
  column: PooledColumn,
  reading: Reading,
): { gathered: Gathered[]; valuesOfPart: (number | readonly number[])[] } {
  const gathered: Gathered[] = [];
  const indexOf = new Map<string | number, number>();
  const take = ({ key, label, number }: ReadValue, count: number): number => {
    const known = indexOf.get(key);
    if (known === undefined) {
      const index = gathered.push({ key, number, first: label, spellings: undefined, count }) - 1;
      indexOf.set(key, index);
      return index;
    }
    const value = gathered[known];
    if (value.spellings === undefined && label !== value.first)
      value.spellings = new Map([[value.first, value.count]]);
    value.spellings?.set(label, (value.spellings.get(label) ?? 0) + count);
    value.count += count;
    return known;
  };
  const valuesOfPart: (number | readonly number[])[] = [];
  for (let part = 0; part < column.parts.length; part++) {
    const read = reading.read(part);
    const count = column.partCounts[part];
    valuesOfPart.push('key' in read ? take(read, count) : read.map((value) => take(value, count)));
  }
  return { gathered, valuesOfPart };
}

/**
 * Numbers by size, then words by their key: an order that the file does not decide. Of words that are no answers, which may be
 * one for each product, nobody sees the order: that of their hashes is found faster.
 */
function canonicalOrder(gathered: readonly Gathered[], unseen: boolean): number[] {
  const order: number[] = [];
  const sizes = new Float64Array(gathered.length);
  const words: number[] = [];
  for (let i = 0; i < gathered.length; i++) {
    const { key } = gathered[i];
    if (typeof key === 'number') {
      sizes[i] = key;
      order.push(i);
    } else words.push(i);
  }
  order.sort((a, b) => sizes[a] - sizes[b]);
  if (unseen) {
    const keys = words.map((i) => gathered[i].key as string);
    const hashes = new Uint32Array(keys.length);
    for (let i = 0; i < keys.length; i++) hashes[i] = hashText(keys[i]);
    for (const place of orderByHash(hashes, (a, b) => (keys[a] < keys[b] ? -1 : 1))) order.push(words[place]);
    return order;
  }
  const indexOf = new Map<string, number>();
  for (const i of words) indexOf.set(gathered[i].key as string, i);
  for (const key of [...indexOf.keys()].sort()) order.push(indexOf.get(key)!);
  return order;
}

/** The most frequent spelling is the label; of equally frequent ones the first in code-unit order. */
function finished({ first, spellings, number }: Gathered): Value {
  let label = first;
  let best = spellings?.get(first) ?? 0;
  for (const [spelling, count] of spellings ?? []) {
    if (count > best || (count === best && spelling < label)) {
      label = spelling;
      best = count;
    }
  }
  return number === undefined ? { label } : { label, number };
}

/** The distinct cells: those of one value in the order of the values, then those of several. */
function cellsOf(
  column: PooledColumn,
  valuesOfPart: readonly (number | readonly number[])[],
  place: Int32Array,
): Pick<Description, 'cells' | 'cellOfText'> {
  const alone = new Uint8Array(place.length);
  const several = new Map<string, { readonly set: readonly number[]; readonly texts: number[] }>();
  // First the value of each text that has one only, then the cell.
  const cellOfText = new Int32Array(column.texts.length).fill(-1);
  for (let t = 0; t < cellOfText.length; t++) {
    const set = valuesOfText(column, t, valuesOfPart, place);
    if (typeof set === 'number') {
      alone[set] = 1;
      cellOfText[t] = set;
      continue;
    }
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

/** The values of a text, sorted; a lone one without an array around it. */
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
