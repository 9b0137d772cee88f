import { KeyIndex } from '../primitives/key-index.ts';
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
  const kinds = own.start.length - 1;
  const both: number[] = [];
  for (let product = 0; product < own.cell.length; product++)
    if (own.cell[product] >= 0 && other.cell[product] >= 0) both.push(product);
  const held = new Int32Array(kinds);
  const groups = new Int32Array(other.start.length - 1);
  const numbers = new KeyIndex(both.length);
  const agreeing = new Int32Array(both.length);
  const pairOf = Int32Array.from(both, (product) => {
    held[own.cell[product]]++;
    groups[other.cell[product]]++;
    const pair = numbers.add(other.cell[product] * kinds + own.cell[product]);
    agreeing[pair]++;
    return pair;
  });
  const single = held.reduce((sum, count) => sum + Number(count === 1), 0);
  const fresh = Math.max(single, 0.5) / both.length;
  let alone = 0;
  const told = SCREENING_GRID.map(() => 0);
  both.forEach((product, at) => {
    const company = groups[other.cell[product]] - 1;
    if (company === 0) return;
    const others = held[own.cell[product]] - 1;
    const prior = others === 0 ? fresh : (others / (both.length - 1)) * (1 - fresh);
    alone -= Math.log(prior);
    const alike = agreeing[pairOf[at]] - 1;
    SCREENING_GRID.forEach((strength, index) => {
      told[index] -= Math.log((alike + strength * prior) / (company + strength));
    });
  });
  const least = Math.min(...told);
  if (!(alone - least > LEAST_GAIN + Math.log(Math.max(1, tried)))) return 0;
  return Math.max(0, 1 - least / alone);
}
