import type { CatalogueIndex } from '../catalogue-index.ts';
import type { Column } from '../column.ts';

/** The products of a catalogue by family: those of family f are `products[start[f] .. start[f + 1]]`. */
interface Members {
  readonly start: Int32Array;
  readonly products: Int32Array;
}

const membersOf = new WeakMap<Int32Array, Members>();

/** @param family `[product]`: see `CatalogueIndex.family` */
function membersBy(family: Int32Array): Members {
  let members = membersOf.get(family);
  if (members !== undefined) return members;
  let families = 0;
  for (const own of family) families = Math.max(families, own + 1);
  const start = new Int32Array(families + 1);
  for (const own of family) if (own >= 0) start[own + 1]++;
  for (let own = 0; own < families; own++) start[own + 1] += start[own];
  const next = start.slice();
  const products = new Int32Array(start[families]);
  for (let product = 0; product < family.length; product++) {
    if (family[product] >= 0) products[next[family[product]]++] = product;
  }
  members = { start, products };
  membersOf.set(family, members);
  return members;
}

/**
 * Whether the variants of a product differ in a column. The shop chooses which variant a page opens, so such a value of a
 * viewed product is no wish of the shopper. A variant without a value contradicts none.
 *
 * @param product a row of the catalogue; -1 has no variants
 * @param column of the catalogue
 */
export function variantsDiffer(
  { family }: Pick<CatalogueIndex, 'family'>,
  product: number,
  { cell }: Pick<Column, 'cell'>,
): boolean {
  const own = family?.[product] ?? -1;
  if (own < 0) return false;
  const { start, products } = membersBy(family!);
  for (let k = start[own]; k < start[own + 1]; k++) {
    const other = cell[products[k]];
    if (other >= 0 && other !== cell[product]) return true;
  }
  return false;
}
