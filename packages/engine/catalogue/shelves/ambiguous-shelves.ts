import { commonShelf, isWithin, lineOf } from './shelves.ts';

/** The shelves that a text may name, as places in `SHELVES`: none, one, or several where a name means several. */
export type Reading = readonly number[];

export const NO_SHELF: Reading = [];

/** How often a shop names the largest shelves, by the place of each. */
export type RootCounts = ReadonlyMap<number, number>;

/**
 * Of several readings, for each largest shelf, the deepest shelf where they stand in one line, else what they have in
 * common: several where they have nothing in common.
 */
export function deepest(readings: readonly Reading[]): Reading {
  const told = readings.filter(({ length }) => length > 0);
  if (told.length < 2) return told[0] ?? NO_SHELF;
  const sure = told.filter(({ length }) => length === 1).map(([shelf]) => shelf);
  if (sure.length === 0) return told[0];
  return [...Map.groupBy(sure, rootOf).values()].map((alike) => {
    const deep = alike.reduce((best, shelf) => (lineOf(shelf).length > lineOf(best).length ? shelf : best));
    return alike.every((shelf) => isWithin(deep, shelf)) ? deep : commonShelf(alike)!;
  });
}

export const rootOf = (shelf: number): number => lineOf(shelf).at(-1)!;

/** Counts the readings that are of one shelf alone, by the products that have them. */
export function rootCounts(
  said: readonly { readonly cell: ArrayLike<number>; readonly readings: readonly Reading[] }[],
): RootCounts {
  const counts = new Map<number, number>();
  for (const { cell, readings } of said) {
    const root = Int16Array.from(readings, (shelves) => (shelves.length === 1 ? rootOf(shelves[0]) : -1));
    for (let product = 0; product < cell.length; product++) {
      const own = cell[product] < 0 ? -1 : root[cell[product]];
      if (own >= 0) counts.set(own, (counts.get(own) ?? 0) + 1);
    }
  }
  return counts;
}

/** Of the shelves that a name means the one whose like the shop has most; undefined where nothing tells. */
export function oneOf(shelves: Reading, roots: RootCounts): number | undefined {
  if (shelves.length < 2) return shelves[0];
  const known = shelves.map((shelf) => roots.get(rootOf(shelf)) ?? 0);
  const most = Math.max(...known);
  return commonShelf(shelves.filter((_, at) => known[at] === most));
}
