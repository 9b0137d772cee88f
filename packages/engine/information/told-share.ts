import { countByCell } from '../primitives/cell-counts.ts';
import { KeyIndex } from '../primitives/key-index.ts';
import { COMPARED_PRODUCTS, FEWEST_COMPARED, LEAST_GAIN, SCREENING_GRID } from './constants.ts';
import type { EncodedAttribute } from './encoding.ts';

type Column = Pick<EncodedAttribute, 'cell' | 'start'>;

/**
 * The share of an attribute that another one tells, 0 to 1: by how much of its log-likelihood its recorded cells are
 * better predicted from the others of their group than from all others (leave-one-out; a group has equal cells of the
 * other attribute). 1 where no cell differs from its group; 0 where the gain is not beyond chance.
 *
 * Only products that share their group with another one count: a value that occurs once tells by chance.
 *
 * @param tried the number of attributes that are tried for it
 */
export function toldShare(own: Column, other: Column, tried: number): number {
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

/**
 * Whether two columns say the same in other words: each value of one stands beside one value of the other, in more of the
 * first products, which are a random sample, than chance explains.
 *
 * @param usual the commonest cell of the first column, see `usualCell`
 */
export function isRecoding(
  own: Column,
  other: Column,
  tried: number,
  usual: number = usualCell(own),
): boolean {
  return areConsistent(own, other, usual) && toldShare(sampled(own), sampled(other), tried) === 1;
}

const sampled = ({ cell, start }: Column): Column => ({ cell: cell.subarray(0, COMPARED_PRODUCTS), start });

/** The commonest cell of a column among the first products. */
export function usualCell({ cell, start }: Column): number {
  const counts = countByCell(cell.subarray(0, COMPARED_PRODUCTS), start.length - 1);
  let usual = 0;
  for (let own = 1; own < counts.length; own++) if (counts[own] > counts[usual]) usual = own;
  return usual;
}

/** Whether the commonest cell and what it stands beside stand beside nothing else: nearly all pairs of columns end here. */
function mayBeConsistent(own: Int32Array, other: Int32Array, usual: number): boolean {
  let beside = -1;
  for (let product = 0; product < own.length && beside < 0; product++)
    if (own[product] === usual) beside = other[product];
  let both = 0;
  for (let product = 0; product < own.length; product++) {
    if (product === COMPARED_PRODUCTS && both < FEWEST_COMPARED) return false;
    const left = own[product];
    const right = other[product];
    if (left < 0 || right < 0) continue;
    both++;
    if ((left === usual) !== (right === beside)) return false;
  }
  return both >= FEWEST_COMPARED;
}

function areConsistent(own: Column, other: Column, usual: number): boolean {
  if (!mayBeConsistent(own.cell, other.cell, usual)) return false;
  const beside = new Int32Array(own.start.length - 1).fill(-1);
  const back = new Int32Array(other.start.length - 1).fill(-1);
  for (let product = 0; product < own.cell.length; product++) {
    const left = own.cell[product];
    const right = other.cell[product];
    if (left < 0 || right < 0) continue;
    if (beside[left] < 0) beside[left] = right;
    if (back[right] < 0) back[right] = left;
    if (beside[left] !== right || back[right] !== left) return false;
  }
  return true;
}
