import type { Attribute } from '../../catalogue/types.ts';

export interface Majorities {
  /** Per group the cell that majority of it have, if more than half do. */
  readonly majority: Int32Array;
  /** Products that have it. */
  readonly votes: Int32Array;
  /** Products of the group that have any. */
  readonly size: Int32Array;
}

/** The majority of each group among the first products: only a majority can be 95 % of it. */
export function majorities(attribute: Attribute, from: Attribute, products: number): Majorities {
  const table = from.cells.length * attribute.cells.length;
  return table <= 2 * products
    ? majoritiesByTable(attribute, from, products)
    : majoritiesByVote(attribute, from, products);
}

/** Counts each pair of group and cell. */
function majoritiesByTable({ cell, cells }: Attribute, from: Attribute, products: number): Majorities {
  const groups = from.cells.length;
  const width = cells.length;
  const of = from.cell;
  // One place further on than group and cell, the first being that of gaps.
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

/** The one that a vote of pairs leaves over, then counted (Boyer and Moore). */
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
