import { type PooledColumn, pool } from './pooling.ts';
import { whyNotAsked } from './questions.ts';
import { decideReading, findNumbers, type Reading, signOfFile } from './readings.ts';
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

/** A value while its spellings are counted. */
interface Gathered {
  readonly key: string | number;
  readonly number: number | undefined;
  readonly spellings: Map<string, number>;
  count: number;
}

function describe(column: PooledColumn, reading: Reading): Description {
  const { gathered, valuesOfPart } = gather(column, reading);
  const notQuestion = whyNotAsked({
    name: column.name,
    kind: reading.kind,
    hasUnit: reading.unit !== undefined,
    products: column.products,
    recorded: column.recorded,
    valueCounts: gathered.map(({ count }) => count),
    numbers: gathered.flatMap(({ number }) => (number === undefined ? [] : [number])),
    texts: column.parts,
  });
  const order = canonicalOrder(gathered);
  const place = new Int32Array(gathered.length);
  order.forEach((value, i) => {
    place[value] = i;
  });
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
  const valuesOfPart = column.parts.map((_, part) => {
    const count = column.partCounts[part];
    const indices = reading.read(part).map(({ key, label, number }) => {
      let index = indexOf.get(key);
      if (index === undefined) {
        index = gathered.push({ key, number, spellings: new Map(), count: 0 }) - 1;
        indexOf.set(key, index);
      }
      const value = gathered[index];
      value.count += count;
      value.spellings.set(label, (value.spellings.get(label) ?? 0) + count);
      return index;
    });
    return indices.length === 1 ? indices[0] : indices;
  });
  return { gathered, valuesOfPart };
}

/** Numbers by size, then words by their key: an order that the file does not decide. */
function canonicalOrder(gathered: readonly Gathered[]): number[] {
  return gathered
    .map((_, i) => i)
    .sort((a, b) => {
      const x = gathered[a].key;
      const y = gathered[b].key;
      if (typeof x === 'number') return typeof y === 'number' ? x - y : -1;
      if (typeof y === 'number') return 1;
      return x < y ? -1 : x > y ? 1 : 0;
    });
}

/** The most frequent spelling is the label; of equally frequent ones the first in code-unit order. */
function finished({ spellings, number }: Gathered): Value {
  let label: string | undefined;
  let best = -1;
  for (const [spelling, count] of spellings) {
    if (count > best || (count === best && spelling < label!)) {
      label = spelling;
      best = count;
    }
  }
  return number === undefined ? { label: label! } : { label: label!, number };
}

function cellsOf(
  column: PooledColumn,
  valuesOfPart: readonly (number | readonly number[])[],
  place: Int32Array,
): Pick<Description, 'cells' | 'cellOfText'> {
  const cellOfText = new Int32Array(column.texts.length);
  const sets: (readonly number[])[] = [];
  const single = new Int32Array(place.length).fill(-1);
  const several = new Map<string, number>();
  for (let t = 0; t < column.texts.length; t++) {
    const parts = column.partsOfText?.[t];
    const only = parts === undefined ? t : parts.length === 1 ? parts[0] : undefined;
    const own = only === undefined ? undefined : valuesOfPart[only];
    if (typeof own === 'number') {
      const value = place[own];
      if (single[value] === -1) single[value] = sets.push([value]) - 1;
      cellOfText[t] = single[value];
      continue;
    }
    const values = new Set<number>();
    for (const part of parts ?? [t]) {
      const each = valuesOfPart[part];
      if (typeof each === 'number') values.add(place[each]);
      else for (const value of each) values.add(place[value]);
    }
    const sorted = [...values].sort((a, b) => a - b);
    if (sorted.length === 1) {
      if (single[sorted[0]] === -1) single[sorted[0]] = sets.push(sorted) - 1;
      cellOfText[t] = single[sorted[0]];
      continue;
    }
    const key = sorted.join(',');
    let index = several.get(key);
    if (index === undefined) {
      index = sets.push(sorted) - 1;
      several.set(key, index);
    }
    cellOfText[t] = index;
  }
  return inCanonicalOrder(sets, cellOfText);
}

function inCanonicalOrder(
  sets: readonly (readonly number[])[],
  cellOfText: Int32Array,
): Pick<Description, 'cells' | 'cellOfText'> {
  const order = sets
    .map((_, i) => i)
    .sort((a, b) => {
      const x = sets[a];
      const y = sets[b];
      for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i] - y[i];
      return x.length - y.length;
    });
  const place = new Int32Array(sets.length);
  order.forEach((cell, i) => {
    place[cell] = i;
  });
  return { cells: order.map((cell) => sets[cell]), cellOfText: cellOfText.map((cell) => place[cell]) };
}
