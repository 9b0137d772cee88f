import { interestName } from '../../session/text/names.ts';
import { type Column, columnInSteps, type Measured } from '../indexing/column.ts';
import { valueNamed } from '../indexing/value-lookup.ts';
import type { InlineProduct, InlineValue } from '../types.ts';

/** What was sent under one name. */
export interface Sent {
  /** The name as it was sent first. */
  readonly name: string;
  /** Position in the list and what was sent for it. */
  readonly cells: [number, NonNullable<InlineValue>][];
}

/** Names of columns as they are compared: the same ones come with every list. */
const folded = new Map<string, string>();
const MOST_FOLDED = 2_000;

/** What no column is called folds to nothing. */
export function fold(name: string | null | undefined): string {
  if (typeof name !== 'string') return '';
  let known = folded.get(name);
  if (known === undefined) {
    if (folded.size >= MOST_FOLDED) folded.clear();
    known = interestName(name);
    folded.set(name, known);
  }
  return known;
}

/**
 * What was sent along with a list, by folded name; a product a step. Attributes without a bearing are left where they
 * are: there can be a hundred thousand.
 *
 * @param hasBearing whether an attribute can count, by its folded name and its name as it was sent
 */
export function* attributesSent(
  products: readonly InlineProduct[],
  hasBearing: (folded: string, name: string) => boolean,
): Generator<void, Map<string, Sent>> {
  const sent = new Map<string, Sent>();
  /** Folded names by names as they were sent; empty for those without a bearing. */
  const keys = new Map<string, string>();
  for (let i = 0; i < products.length; i++) {
    const { attributes } = products[i];
    if (attributes === undefined) continue;
    for (const name in attributes) {
      let key = keys.get(name);
      if (key === undefined) {
        key = fold(name);
        if (key !== '' && !hasBearing(key, name)) key = '';
        if (keys.size >= MOST_FOLDED) keys.clear();
        keys.set(name, key);
      }
      const value = attributes[name];
      if (key === '' || value === null || value === undefined || value === '') continue;
      if (Array.isArray(value) && labelsOf(value).length === 0) continue;
      const known = sent.get(key);
      if (known === undefined) sent.set(key, { name, cells: [[i, value]] });
      else known.cells.push([i, value]);
    }
    yield;
  }
  return sent;
}

export const labelsOf = (value: NonNullable<InlineValue>): string[] =>
  (Array.isArray(value) ? value : [value]).map((part) => String(part)).filter((label) => label !== '');

/** What tells the labels of two cells apart. */
const keyOf = (labels: readonly string[]): string => labels.join('\u001f');

/** A column of the catalogue for the products of a list, with what was sent for it. */
export function* gathered(column: Column, held: Int32Array, sent: Sent | undefined): Generator<void, Column> {
  const cell = new Int32Array(held.length);
  for (let i = 0; i < cell.length; i++) cell[i] = held[i] < 0 ? -1 : column.cell[held[i]];
  const measured = column.measured && measuredOf(column.measured, held, sent);
  if (sent === undefined) return { ...column, cell, measured };
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
    labels,
    added,
    cellStart: joined(column.cellStart, starts),
    cellValues: joined(column.cellValues, numbers),
  };
}

/** What the catalogue has of the products of a list; what was sent is known by its bin. */
function measuredOf(measured: Measured, held: Int32Array, sent: Sent | undefined): Measured {
  const { places } = measured;
  if (places === undefined) return measured;
  const gathered = held.map((product) => (product < 0 ? -1 : places[product]));
  for (const [i] of sent?.cells ?? []) gathered[i] = -1;
  return { ...measured, places: gathered };
}

function joined(first: Int32Array, second: readonly number[]): Int32Array {
  const both = new Int32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A column of which the catalogue knows nothing; a distinct cell a step. */
export function* columnSent({ name, cells: sent }: Sent, size: number): Generator<void, Column> {
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
  return yield* columnInSteps(name, cell, cells, written);
}
