import { AdaptiveKeyIndex } from '../primitives/key-index.ts';
import { LEAST_GAIN, SCREENING_GRID } from './constants.ts';
import type { EncodedAttribute } from './encoding.ts';

type Column = Pick<EncodedAttribute, 'cell' | 'start'>;

/**
 * The share of an attribute that another one predicts, 0 to 1: by how much of its log-likelihood its recorded cells are
 * better predicted from the others of their group than from all others (leave-one-out; a group has equal cells of the
 * other attribute). 1 where no cell differs from its group; 0 where the gain is not beyond chance.
 *
 * Only products that share their group with another one count: a value that occurs once tells by chance.
 *
 * @param tried the number of attributes that are tried for it
 */
export function predictedShare(own: Column, other: Column, tried: number): number {
  const { both, held, groups, distinct, kindOf, groupOf, pairs } = contingency(own, other);
  const single = held.reduce((sum, count) => sum + Number(count === 1), 0);
  const fresh = Math.max(single, 0.5) / both;
  let alone = 0;
  const told = SCREENING_GRID.map(() => 0);
  for (let pair = 0; pair < distinct; pair++) {
    const company = groups[groupOf[pair]] - 1;
    if (company === 0) continue;
    const alike = pairs[pair] - 1;
    const others = held[kindOf[pair]] - 1;
    const prior = others === 0 ? fresh : (others / (both - 1)) * (1 - fresh);
    alone -= pairs[pair] * Math.log(prior);
    for (let at = 0; at < told.length; at++) {
      const strength = SCREENING_GRID[at];
      told[at] -= pairs[pair] * Math.log((alike + strength * prior) / (company + strength));
    }
  }
  const least = Math.min(...told);
  if (!(alone - least > LEAST_GAIN + Math.log(Math.max(1, tried)))) return 0;
  return Math.max(0, 1 - least / alone);
}

/** How many products have each cell of two columns, and each of their `distinct` pairs. */
function contingency(own: Column, other: Column) {
  const kinds = own.start.length - 1;
  const held = new Int32Array(kinds);
  const groups = new Int32Array(other.start.length - 1);
  const numbers = new AdaptiveKeyIndex(kinds * groups.length, own.cell.length);
  const most = Math.min(kinds * groups.length, own.cell.length);
  const [kindOf, groupOf, pairs] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  let both = 0;
  for (let product = 0; product < own.cell.length; product++) {
    const kind = own.cell[product];
    const group = other.cell[product];
    if (kind < 0 || group < 0) continue;
    both++;
    held[kind]++;
    groups[group]++;
    const pair = numbers.add(group * kinds + kind);
    kindOf[pair] = kind;
    groupOf[pair] = group;
    pairs[pair]++;
  }
  return { both, held, groups, distinct: numbers.size, kindOf, groupOf, pairs };
}
