import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';

/** Products in an order in which the variants of one stand together, since they take one place in a list. */
export interface Places {
  readonly products: Int32Array;
  /** For each of the products its place, ascending from 0. */
  readonly placeOf: Int32Array;
  readonly count: number;
}

/**
 * The places that some products take in a list; `undefined` where no product has variants.
 *
 * @param products `undefined` for all
 */
export function placesOf({ family, size }: CatalogueIndex, products?: Int32Array): Places | undefined {
  if (family === undefined) return undefined;
  const all = products ?? Int32Array.from({ length: size }, (_, product) => product);
  const places = new Map<number, number[]>();
  for (const product of all) {
    // Families have numbers from 0 on; a product without variants gets one of its own below.
    const owner = family[product] < 0 ? -1 - product : family[product];
    const same = places.get(owner);
    if (same === undefined) places.set(owner, [product]);
    else same.push(product);
  }
  const together = [...places.values()];
  return {
    products: Int32Array.from(together.flat()),
    placeOf: Int32Array.from(together.flatMap((variants, place) => variants.map(() => place))),
    count: together.length,
  };
}

/** A column over places: each has the values of all its variants. */
export function columnOfPlaces(column: Column, { products, placeOf, count }: Places): Column {
  const { cell, cellStart, cellValues } = column;
  const starts = [...cellStart];
  const values = [...cellValues];
  const cells = new Int32Array(count).fill(-1);
  for (let from = 0, to = 0; from < products.length; from = to) {
    const distinct = new Set<number>();
    for (to = from; to < products.length && placeOf[to] === placeOf[from]; to++) {
      if (cell[products[to]] >= 0) distinct.add(cell[products[to]]);
    }
    const [first = -1] = distinct;
    cells[placeOf[from]] = distinct.size < 2 ? first : starts.length - 1;
    if (distinct.size < 2) continue;
    const union = new Set<number>();
    for (const c of distinct) {
      for (let k = cellStart[c]; k < cellStart[c + 1]; k++) union.add(cellValues[k]);
    }
    values.push(...union);
    starts.push(values.length);
  }
  return { ...column, cell: cells, cellStart: Int32Array.from(starts), cellValues: Int32Array.from(values) };
}
