import { zeros } from '../../primitives/pooled-arrays.ts';
import type { Column } from '../indexing/column.ts';
import { variantsDiffer } from '../indexing/variants/variant-facts.ts';
import { cellTable, statedValuesOf } from './column-preference.ts';
import { sessionColumnOf } from './measured-values.ts';
import type { Objection } from './objection.ts';
import type { SessionState } from './session-state.ts';

/** What one value can take of a score at most, and the dismissals at which it is half of that. Set by hand. */
const MAX_TAKEN = 3 / 4;
const HALF_TAKEN = 2;
/** Columns that are held against products at most, those in which the dismissed agree most. Set by hand. */
const MAX_COLUMNS = 4;

/**
 * The values that speak against products, as others that have them were dismissed: of three dismissed shoes of one brand the
 * brand. What products without the value lack as often is not held against it, nor what other products have that the shopper
 * looked at, nor what was asked for by its name.
 */
export function dismissedValues(state: SessionState): readonly Objection[] {
  const { bound, profile } = state;
  if (profile.dismissed.length === 0) return [];
  const { catalogue, index } = bound;
  const dismissed = productsOnce(
    profile.dismissed.map((id) => catalogue.ids.find(id) ?? -1),
    catalogue.family,
  );
  if (dismissed.length === 0) return [];
  const without = new Set(dismissed.map((row) => ownerOf(row, catalogue.family)));
  const liked = productsOnce([...state.rows.subarray(0, state.length)], catalogue.family).filter(
    (row) => !without.has(ownerOf(row, catalogue.family)),
  );
  const found: { readonly objection: Objection; readonly taken: number }[] = [];
  for (let k = 0; k < index.columns.length && k < catalogue.columns.length; k++) {
    const own = catalogue.columns[k];
    const { column, valueMass } = sessionColumnOf(state, k);
    const counts = countsOf(own, dismissed, state);
    if (counts.size === 0) continue;
    const inLiked = countsOf(own, liked, state);
    for (const { values } of statedValuesOf(state, k)) for (const value of values) counts.delete(value);
    const shares = zeros(column.labels.length).fill(1);
    let taken = 0;
    for (const [value, count] of counts) {
      const net = (count * count) / (count + (inLiked.get(value) ?? 0));
      const share = (MAX_TAKEN * net * Math.max(0, 1 - valueMass[value])) / (net + HALF_TAKEN);
      shares[value] = 1 - share;
      taken = Math.max(taken, share);
    }
    if (taken > 0) found.push({ objection: objectionOf(column, shares), taken });
  }
  return found
    .sort((a, b) => b.taken - a.taken)
    .slice(0, MAX_COLUMNS)
    .map(({ objection }) => objection);
}

function objectionOf(column: Column, shares: Float64Array): Objection {
  const { name, cell, cellStart, cellValues, labels } = column;
  const most = shares.indexOf(shares.reduce((a, b) => Math.min(a, b)));
  return {
    column,
    table: cellTable(column, shares, 1),
    signal(product) {
      const own = cell[product];
      const values = own < 0 ? [] : [...cellValues.subarray(cellStart[own], cellStart[own + 1])];
      const held = values.reduce((a, b) => (shares[b] < shares[a] ? b : a), most);
      return `${name}=${labels[shares[held] < 1 ? held : most]}`;
    },
  };
}

/** How many of some products have each value of a column; a value of a variant that the shop chose tells nothing. */
function countsOf(column: Column, rows: readonly number[], { bound }: SessionState): Map<number, number> {
  const { cell, cellStart, cellValues } = column;
  const counts = new Map<number, number>();
  for (const row of rows) {
    const own = cell[row];
    if (own < 0 || variantsDiffer(bound.catalogue, row, column)) continue;
    for (let k = cellStart[own]; k < cellStart[own + 1]; k++) {
      counts.set(cellValues[k], (counts.get(cellValues[k]) ?? 0) + 1);
    }
  }
  return counts;
}

/** What variants of one product share: the number of their family, else one of its own. */
const ownerOf = (row: number, family: Int32Array | undefined): number =>
  (family?.[row] ?? -1) < 0 ? -1 - row : family![row];

/** The rows of the catalogue among some, of the variants of one product the first. */
function productsOnce(rows: readonly number[], family: Int32Array | undefined): readonly number[] {
  const owners = new Set<number>();
  return rows.filter((row) => {
    const owner = ownerOf(row, family);
    if (row < 0 || owners.has(owner)) return false;
    owners.add(owner);
    return true;
  });
}
