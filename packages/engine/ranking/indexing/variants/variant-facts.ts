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

/** What the variants of a family have in a column: not looked at, one thing or nothing, or several. */
const [UNKNOWN, ALIKE, DIFFERENT] = [0, 1, 2];

/** `[family]` by column, as far as they were asked for: a session asks for the same families with each ranking. */
const factsOf = new WeakMap<Int32Array, Uint8Array>();

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
  const members = membersBy(family!);
  let facts = factsOf.get(cell);
  if (facts === undefined) {
    facts = new Uint8Array(members.start.length - 1);
    factsOf.set(cell, facts);
  }
  if (facts[own] === UNKNOWN) facts[own] = haveSeveral(members, own, cell) ? DIFFERENT : ALIKE;
  return facts[own] === DIFFERENT;
}

/** Whether the products of a family have more than one cell of a column. */
function haveSeveral({ start, products }: Members, family: number, cell: Int32Array): boolean {
  let first = -1;
  for (let k = start[family]; k < start[family + 1]; k++) {
    const other = cell[products[k]];
    if (other < 0 || other === first) continue;
    if (first >= 0) return true;
    first = other;
  }
  return false;
}
