import type { Attribute } from '../../catalogue/types.ts';

export interface Majorities {
  /**
   * Per group the cell that more than half of its recorded products have. Where no cell has a majority, any
   * cell.
   */
  readonly majority: Int32Array;
  /** Per group the products with that cell. */
  readonly votes: Int32Array;
  /** Per group the products with any cell. */
  readonly size: Int32Array;
}

/** The majority cell of each group of products with equal `from`, among the first `products`. */
export function majorities(attribute: Attribute, from: Attribute, products: number): Majorities {
  const table = from.cells.length * attribute.cells.length;
  return table <= 2 * products
    ? majoritiesByTable(attribute, from, products)
    : majoritiesByVote(attribute, from, products);
}

/** Counts every pair of group and cell in a table. */
function majoritiesByTable({ cell, cells }: Attribute, from: Attribute, products: number): Majorities {
  const groups = from.cells.length;
  const width = cells.length;
  const of = from.cell;
  // Row and column 0 count gaps.
  const table = new Int32Array((groups + 1) * (width + 1));
  for (let product = 0; product < products; product++) {
    table[(of[product] + 1) * (width + 1) + cell[product] + 1]++;
  }
  const majority = new Int32Array(groups).fill(-1);
  const votes = new Int32Array(groups);
  const size = new Int32Array(groups);
  for (let group = 0; group < groups; group++) {
    for (let held = 0; held < width; held++) {
      const count = table[(group + 1) * (width + 1) + held + 1];
      size[group] += count;
      if (count > votes[group]) {
        votes[group] = count;
        majority[group] = held;
      }
    }
  }
  return { majority, votes, size };
}

/** Finds the candidate by the majority vote of Boyer and Moore (1991) and counts it in a second pass. */
function majoritiesByVote({ cell }: Attribute, from: Attribute, products: number): Majorities {
  const groups = from.cells.length;
  const of = from.cell;
  const majority = new Int32Array(groups).fill(-1);
  const size = new Int32Array(groups);
  const ahead = new Int32Array(groups);
  for (let product = 0; product < products; product++) {
    const group = of[product];
    const held = cell[product];
    if (group < 0 || held < 0) continue;
    size[group]++;
    if (ahead[group] === 0) majority[group] = held;
    ahead[group] += majority[group] === held ? 1 : -1;
  }
  const votes = new Int32Array(groups);
  for (let product = 0; product < products; product++) {
    const group = of[product];
    if (group >= 0 && cell[product] >= 0 && majority[group] === cell[product]) votes[group]++;
  }
  return { majority, votes, size };
}
