import { LRUCache } from 'lru-cache';
import { interestName } from '../../session/text/names.ts';
import { type Column, columnInSteps, type ExactNumbers } from '../indexing/column.ts';
import { valueNamed } from '../indexing/value-lookup.ts';
import type { InlineProduct, InlineValue } from '../types.ts';

/** The values that a caller sent under one attribute name. */
export interface SentAttribute {
  /** The first spelling of the name. */
  readonly name: string;
  /** Position in the list, and the value sent for it. */
  readonly cells: [number, NonNullable<InlineValue>][];
}

/** Names kept by a memo, and read of one list: several times what the lists of one shop bring. Set by hand. */
const MAX_NAMES = 2_000;
/** Folded column names, kept because every list brings the same ones. */
const folded = new LRUCache<string, string>({ max: MAX_NAMES });

/** Normalises a column name for comparison; empty for no name. */
export function fold(name: string | null | undefined): string {
  if (typeof name !== 'string') return '';
  let known = folded.get(name);
  if (known === undefined) {
    known = interestName(name);
    folded.set(name, known);
  }
  return known;
}

/**
 * Collects the attributes sent with a list, by folded name; yields after each new name and each product. Irrelevant attributes are
 * skipped: a request can hold a hundred thousand. As columns of one shop have the same names in all products, the first
 * `MAX_NAMES` names are read; further ones are known by their spelling alone.
 *
 * @param isRelevant whether an attribute can change the ranking, by its folded name and its name as sent
 * @param known names that are relevant as they are spelt
 */
export function* sentAttributes(
  products: readonly InlineProduct[],
  isRelevant: (folded: string, name: string) => boolean,
  known: ReadonlySet<string> = new Set(),
): Generator<void, Map<string, SentAttribute>> {
  const sent = new Map<string, SentAttribute>();
  /** Folded names by names as sent; empty for irrelevant attributes. */
  const keys = new Map<string, string>();
  for (let i = 0; i < products.length; i++) {
    const { attributes } = products[i];
    if (attributes === undefined) continue;
    for (const name in attributes) {
      let key = keys.get(name);
      if (key === undefined) {
        const isRead = keys.size < MAX_NAMES;
        key = isRead || known.has(name) ? fold(name) : '';
        if (isRead) {
          if (key !== '' && !isRelevant(key, name)) key = '';
          keys.set(name, key);
          // A name that no list has had takes some 50 µs.
          yield;
        }
      }
      const value = attributes[name];
      if (key === '' || value === null || value === undefined || value === '') continue;
      if (Array.isArray(value) && labelsOf(value).length === 0) continue;
      const others = sent.get(key);
      if (others === undefined) sent.set(key, { name, cells: [[i, value]] });
      else others.cells.push([i, value]);
    }
    yield;
  }
  return sent;
}

export const labelsOf = (value: NonNullable<InlineValue>): string[] =>
  (Array.isArray(value) ? value : [value]).map((part) => String(part)).filter((label) => label !== '');

/** Identifies a cell by its labels. */
const keyOf = (labels: readonly string[]): string => labels.join('\u001f');

/**
 * A catalogue column for the products of a list, with the sent values in place of the catalogue's. Yields after each
 * distinct cell.
 */
export function* candidateColumn(
  column: Column,
  catalogueRow: Int32Array,
  sent: SentAttribute | undefined,
): Generator<void, Column> {
  const cell = new Int32Array(catalogueRow.length);
  for (let i = 0; i < cell.length; i++) cell[i] = catalogueRow[i] < 0 ? -1 : column.cell[catalogueRow[i]];
  const exact = column.exact && exactOf(column.exact, catalogueRow, sent);
  const measured = column.measured && { ...column.measured, ...exact };
  if (sent === undefined) return { ...column, cell, measured, exact };
  const labels = [...column.labels];
  const added = new Map<string, number>();
  const starts: number[] = [];
  const numbers: number[] = [];
  const firstCell = column.cellStart.length - 1;
  const firstValue = column.cellValues.length;
  const cells = new Map<string, number>();
  for (const [i, value] of sent.cells) {
    const texts = labelsOf(value);
    const key = keyOf(texts);
    let number = cells.get(key);
    if (number === undefined) {
      number = firstCell + starts.length;
      for (const text of texts) {
        const name = interestName(text);
        let known = valueNamed(column, text) ?? added.get(name);
        if (known === undefined) {
          known = labels.length;
          labels.push(text);
          added.set(name, known);
        }
        numbers.push(known);
      }
      starts.push(firstValue + numbers.length);
      cells.set(key, number);
      yield;
    }
    cell[i] = number;
  }
  return {
    ...column,
    cell,
    measured,
    exact,
    labels,
    added,
    cellStart: concatenated(column.cellStart, starts),
    cellValues: concatenated(column.cellValues, numbers),
  };
}

/** The catalogue's numbers for the products of a list; a product with a sent value is compared by its bin. */
function exactOf(
  { sizes, places }: ExactNumbers,
  catalogueRow: Int32Array,
  sent: SentAttribute | undefined,
): ExactNumbers {
  const ofList = catalogueRow.map((product) => (product < 0 ? -1 : places[product]));
  for (const [i] of sent?.cells ?? []) ofList[i] = -1;
  return { sizes, places: ofList };
}

function concatenated(first: Int32Array, second: readonly number[]): Int32Array {
  const both = new Int32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A column that the catalogue does not have. Yields after each distinct cell. */
export function* newColumn({ name, cells: sent }: SentAttribute, size: number): Generator<void, Column> {
  const cell = new Int32Array(size).fill(-1);
  const labels = new Map<string, number>();
  const written: string[] = [];
  const cells: number[][] = [];
  const known = new Map<string, number>();
  for (const [i, value] of sent) {
    const texts = labelsOf(value);
    const key = keyOf(texts);
    let number = known.get(key);
    if (number === undefined) {
      number = cells.length;
      known.set(key, number);
      cells.push(
        texts.map((text) => {
          const folded = interestName(text);
          const label = labels.get(folded) ?? labels.size;
          if (label === labels.size) {
            labels.set(folded, label);
            written.push(text);
          }
          return label;
        }),
      );
      yield;
    }
    cell[i] = number;
  }
  return yield* columnInSteps(name, cell, cells, { labels: written });
}
