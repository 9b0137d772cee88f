import type { Attribute, Catalogue } from '../catalogue/types.ts';
import { hashLowerCase, hashNumber, hashText } from '../primitives/hash.ts';
import { orderByHash } from '../primitives/radix-sort.ts';

/**
 * The catalogue in canonical order: products by a hash of their ids, attributes by name. All computation uses
 * this order, so the order of rows and columns in the export cannot change a result, not even by rounding.
 * The first n products are a random sample.
 */
export interface CanonicalCatalogue {
  /** Products in canonical order, as indices into the catalogue. */
  readonly order: Int32Array;
  readonly ids: readonly string[];
  readonly attributes: readonly Attribute[];
  /** Depends on the set of product ids, not on their order. */
  readonly seed: number;
}

export function toCanonical({ ids, attributes }: Catalogue): CanonicalCatalogue {
  const hash = new Uint32Array(ids.length);
  let seed = ids.length;
  for (let product = 0; product < ids.length; product++) {
    hash[product] = hashLowerCase(ids[product]);
    seed = (seed + hashNumber(hash[product] | 0, 7)) | 0;
  }
  const order = orderByHash(hash, (left, right) => {
    return compare(ids[left].toLowerCase(), ids[right].toLowerCase()) || compare(ids[left], ids[right]);
  });
  const inOrder: string[] = [];
  for (let at = 0; at < order.length; at++) inOrder.push(ids[order[at]]);
  return {
    order,
    ids: inOrder,
    attributes: attributes
      .map((attribute) => ({ ...attribute, cell: reordered(attribute.cell, order) }))
      .sort(byName),
    seed,
  };
}

export function byName(left: Attribute, right: Attribute): number {
  return compare(left.name.toLowerCase(), right.name.toLowerCase()) || compare(left.name, right.name);
}

export function reordered(cell: Int32Array, order: ArrayLike<number>): Int32Array {
  const moved = new Int32Array(order.length);
  for (let index = 0; index < order.length; index++) moved[index] = cell[order[index]];
  return moved;
}

/** The seed for all random draws of one attribute. */
export function seedOf(name: string, seed: number): number {
  return hashNumber(hashText(name.toLowerCase()), seed);
}

export function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
