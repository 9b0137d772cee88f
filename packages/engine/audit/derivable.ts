import type { Attribute } from '../catalogue/types.ts';

/** In its group at least so many products have a value … */
const FEWEST_IN_GROUP = 5;
/** … and at least this share of them the same. */
const ALIKE = 0.95;

export interface Derivable {
  readonly from: Attribute;
  readonly products: number;
  /** Per product the cell that it would get; -1 where it is recorded or cannot be derived. */
  readonly cell: Int32Array;
}

/**
 * The cells of one attribute that another attribute fills: in the group of products that agree on the other, at least
 * five have the attribute recorded and at least 95 % of those alike.
 */
export function derive(attribute: Attribute, from: Attribute, applies?: Uint8Array): Derivable {
  const products = attribute.cell.length;
  const common = commonest(attribute, from);
  const cell = new Int32Array(products).fill(-1);
  let count = 0;
  if (!common.some((most) => most >= 0)) return { from, products: 0, cell };
  for (let product = 0; product < products; product++) {
    const group = from.cell[product];
    if (attribute.cell[product] >= 0 || group < 0 || common[group] < 0) continue;
    if (applies !== undefined && applies[product] === 0) continue;
    cell[product] = common[group];
    count++;
  }
  return { from, products: count, cell };
}

/** The attribute from which most cells can be derived; ties go to the first given. */
export function bestDerivation(
  attribute: Attribute,
  candidates: readonly Attribute[],
  applies?: Uint8Array,
): Derivable | undefined {
  let best: Derivable | undefined;
  for (const from of candidates) {
    if (from === attribute) continue;
    const derivable = derive(attribute, from, applies);
    if (derivable.products > (best?.products ?? 0)) best = derivable;
  }
  return best;
}

/** Per group the cell that (almost) all of it share; -1 where they differ or too few are recorded. */
function commonest(attribute: Attribute, from: Attribute): Int32Array {
  const groups = from.cells.length;
  const common = new Int32Array(groups).fill(-1);
  if (groups > from.cell.length / 2 && from.notQuestion === 'identifier') return common;
  const size = new Int32Array(groups);
  for (let product = 0; product < from.cell.length; product++) {
    if (from.cell[product] >= 0 && attribute.cell[product] >= 0) size[from.cell[product]]++;
  }
  if (!size.some((count) => count >= FEWEST_IN_GROUP)) return common;
  // Only a majority can be 95 % of a group: the one that a vote of pairs leaves over, then counted (Boyer and Moore).
  const ahead = new Int32Array(groups);
  for (let product = 0; product < from.cell.length; product++) {
    const group = from.cell[product];
    const cell = attribute.cell[product];
    if (group < 0 || cell < 0 || size[group] < FEWEST_IN_GROUP) continue;
    if (ahead[group] === 0) common[group] = cell;
    ahead[group] += common[group] === cell ? 1 : -1;
  }
  const votes = new Int32Array(groups);
  for (let product = 0; product < from.cell.length; product++) {
    const group = from.cell[product];
    if (group >= 0 && attribute.cell[product] >= 0 && common[group] === attribute.cell[product])
      votes[group]++;
  }
  for (let group = 0; group < groups; group++) if (votes[group] < ALIKE * size[group]) common[group] = -1;
  return common;
}
