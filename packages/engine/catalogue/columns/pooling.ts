import { countByCell } from '../../primitives/cell-counts.ts';
import { DistinctTexts, hashesOf, isUnusual } from '../csv/distinct-texts.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import type { RawColumn, Table } from '../types.ts';
import { type Concept, conceptsOf, productNoun } from './header-names.ts';

/**
 * A column of one export, or the same column of two exports that must be interpreted alike. All decisions about a
 * column use its distinct texts and their counts: they do not depend on order, and their cost is that of the distinct
 * texts.
 */
export interface PooledColumn {
  readonly name: string;
  /** The concepts that the name matches. */
  readonly concepts: ReadonlySet<Concept>;
  /** Distinct cell texts of all sides. */
  readonly texts: readonly string[];
  /**
   * Products with that text; of two sides the larger number, so that two equal exports are interpreted like one.
   */
  readonly counts: Int32Array;
  /** Products with any text, counted in the same way. */
  readonly recorded: number;
  readonly products: number;
  /** For each side the index into `texts` of each of its own texts; undefined where the side lacks the column. */
  readonly sides: readonly (PooledSide | undefined)[];
  /** Distinct values as written: `texts` with the rows of one product taken apart. */
  readonly parts: readonly string[];
  /** `hashOf` each part. */
  readonly partHashes: Int32Array;
  readonly partCounts: Int32Array;
  /** For each text its parts. */
  readonly partsOfText: readonly (readonly number[])[] | undefined;
}

export interface PooledSide {
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
  for (const side of sides) if (side !== undefined) countTexts(side, counts);
  let recorded = 0;
  for (const count of counts) recorded += count;
  return {
    name,
    concepts: conceptsOf(name, productNoun(tables[0].idColumn)),
    texts,
    counts,
    recorded,
    products,
    sides,
    ...takeApart(texts, counts),
  };
}

/** Raises each count to that of this side, if that is larger. */
function countTexts({ column, textOf }: PooledSide, counts: Int32Array): void {
  const own = countByCell(column.cell, column.texts.length);
  for (let at = 0; at < own.length; at++) {
    const text = textOf === undefined ? at : textOf[at];
    if (own[at] > counts[text]) counts[text] = own[at];
  }
}

function ofOne(columns: readonly (RawColumn | undefined)[]): Pick<PooledColumn, 'texts' | 'sides'> {
  const { texts } = columns.find((column) => column !== undefined)!;
  return {
    texts,
    sides: columns.map((column) => (column === undefined ? undefined : { column, textOf: undefined })),
  };
}

function ofTwo(columns: readonly (RawColumn | undefined)[]): Pick<PooledColumn, 'texts' | 'sides'> {
  const all = new DistinctTexts();
  const sides = columns.map((column) => {
    if (column === undefined) return undefined;
    const hashes = hashesOf(column.texts);
    const textOf = hashes.map((hash, text) => all.number(column.texts[text], hash));
    return { column, textOf };
  });
  return { texts: all.finished(), sides };
}

function takeApart(
  texts: readonly string[],
  counts: Int32Array,
): Pick<PooledColumn, 'parts' | 'partHashes' | 'partCounts' | 'partsOfText'> {
  const hashes = hashesOf(texts);
  // A joiner is no printable character.
  if (!texts.some((text, t) => isUnusual(hashes[t]) && text.includes(ROW_JOINER)))
    return { parts: texts, partHashes: hashes, partCounts: counts, partsOfText: undefined };
  const parts = new DistinctTexts();
  const partCounts: number[] = [];
  const partsOfText = texts.map((text, t) =>
    text.split(ROW_JOINER).map((part) => {
      const index = parts.number(part);
      partCounts[index] = (partCounts[index] ?? 0) + counts[t];
      return index;
    }),
  );
  return {
    parts: parts.finished(),
    partHashes: hashesOf(parts.texts),
    partCounts: Int32Array.from(partCounts),
    partsOfText,
  };
}
