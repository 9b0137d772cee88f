import { ROW_JOINER } from './row-joiner.ts';
import type { RawColumn, Table } from './types.ts';

/**
 * A column of one export, or the same column of two exports that must be described alike. All decisions about a column are taken on
 * its distinct texts and their counts, so they depend on no order, and cost what the distinct texts cost.
 */
export interface PooledColumn {
  readonly name: string;
  /** Distinct cell texts of all sides. */
  readonly texts: readonly string[];
  /** Products with that text: the larger number where there are two sides, so that two equal exports are described as one. */
  readonly counts: Int32Array;
  /** Products with any text, by the same measure. */
  readonly recorded: number;
  readonly products: number;
  /** For each side the index into `texts` of each of its own texts; undefined where the side lacks the column. */
  readonly sides: readonly (PooledSide | undefined)[];
  /** Distinct values as written: `texts` with the rows of one product taken apart. */
  readonly parts: readonly string[];
  readonly partCounts: Int32Array;
  /** For each text its parts. */
  readonly partsOfText: readonly (readonly number[])[] | undefined;
}

interface PooledSide {
  readonly column: RawColumn;
  /** Undefined: the side's texts are `texts` themselves. */
  readonly textOf: Int32Array | undefined;
}

export function pool(
  name: string,
  tables: readonly Table[],
  columns: readonly (RawColumn | undefined)[],
): PooledColumn {
  const products = Math.max(...tables.map((table) => table.ids.length));
  const present = columns.filter((column) => column !== undefined);
  const { texts, sides } = present.length === 1 ? ofOne(columns) : ofTwo(columns);
  const counts = new Int32Array(texts.length);
  for (const side of sides) {
    if (side === undefined) continue;
    const own = new Int32Array(texts.length);
    const { cell } = side.column;
    for (let i = 0; i < cell.length; i++) {
      const text = cell[i];
      if (text !== -1) own[side.textOf === undefined ? text : side.textOf[text]]++;
    }
    for (let t = 0; t < own.length; t++) if (own[t] > counts[t]) counts[t] = own[t];
  }
  let recorded = 0;
  for (const count of counts) recorded += count;
  return { name, texts, counts, recorded, products, sides, ...takeApart(texts, counts) };
}

function ofOne(columns: readonly (RawColumn | undefined)[]): Pick<PooledColumn, 'texts' | 'sides'> {
  const only = columns.find((column) => column !== undefined)!;
  return {
    texts: only.texts,
    sides: columns.map((column) => (column === undefined ? undefined : { column, textOf: undefined })),
  };
}

function ofTwo(columns: readonly (RawColumn | undefined)[]): Pick<PooledColumn, 'texts' | 'sides'> {
  const texts: string[] = [];
  const indexOf = new Map<string, number>();
  const sides = columns.map((column) => {
    if (column === undefined) return undefined;
    const textOf = new Int32Array(column.texts.length);
    column.texts.forEach((text, i) => {
      let index = indexOf.get(text);
      if (index === undefined) {
        index = texts.push(text) - 1;
        indexOf.set(text, index);
      }
      textOf[i] = index;
    });
    return { column, textOf };
  });
  return { texts, sides };
}

function takeApart(
  texts: readonly string[],
  counts: Int32Array,
): Pick<PooledColumn, 'parts' | 'partCounts' | 'partsOfText'> {
  if (!texts.some((text) => text.includes(ROW_JOINER)))
    return { parts: texts, partCounts: counts, partsOfText: undefined };
  const parts: string[] = [];
  const partCounts: number[] = [];
  const indexOf = new Map<string, number>();
  const partsOfText = texts.map((text, t) =>
    text.split(ROW_JOINER).map((part) => {
      let index = indexOf.get(part);
      if (index === undefined) {
        index = parts.push(part) - 1;
        partCounts.push(0);
        indexOf.set(part, index);
      }
      partCounts[index] += counts[t];
      return index;
    }),
  );
  return { parts, partCounts: Int32Array.from(partCounts), partsOfText };
}
