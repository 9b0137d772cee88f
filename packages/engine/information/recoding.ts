import { countByCell } from '../primitives/cell-counts.ts';
import { COMPARED_PRODUCTS, FEWEST_COMPARED } from './constants.ts';
import type { EncodedAttribute } from './encoding.ts';
import { predictedShare } from './predicted-share.ts';

type Column = Pick<EncodedAttribute, 'cell' | 'start'>;

/**
 * Whether two columns say the same in other words: each value of one stands beside one value of the other, in more of the
 * first products, which are a random sample, than chance explains.
 *
 * @param usual the commonest cell of the first column
 */
export function isRecoding(
  own: Column,
  other: Column,
  tried: number,
  usual: UsualCell = usualCell(own),
): boolean {
  return areConsistent(own, other, usual) && predictedShare(sampled(own), sampled(other), tried) === 1;
}

const sampled = ({ cell, start }: Column): Column => ({ cell: cell.subarray(0, COMPARED_PRODUCTS), start });

/** The commonest cell of a column among the first products, those that have it, and those that have another. */
export interface UsualCell {
  readonly cell: number;
  readonly products: readonly number[];
  readonly others: readonly number[];
}

export function usualCell({ cell, start }: Column): UsualCell {
  const counts = countByCell(cell.subarray(0, COMPARED_PRODUCTS), start.length - 1);
  let usual = 0;
  for (let own = 1; own < counts.length; own++) if (counts[own] > counts[usual]) usual = own;
  const products: number[] = [];
  const others: number[] = [];
  for (let product = 0; product < Math.min(cell.length, COMPARED_PRODUCTS); product++)
    if (cell[product] >= 0) (cell[product] === usual ? products : others).push(product);
  return { cell: usual, products, others };
}

/**
 * Whether the commonest cell and what it stands beside stand beside nothing else: nearly all pairs of columns end here. Only
 * products with a value are looked at among the first ones, as most columns of a wide export have few.
 */
function mayBeConsistent(own: Int32Array, other: Int32Array, usual: UsualCell): boolean {
  let both = 0;
  let beside = -1;
  for (const product of usual.products) {
    const right = other[product];
    if (right < 0) continue;
    both++;
    if (beside >= 0 && right !== beside) return false;
    beside = right;
  }
  for (const product of usual.others) {
    const right = other[product];
    if (right < 0) continue;
    both++;
    if (right === beside) return false;
  }
  if (both < FEWEST_COMPARED) return false;
  for (let product = COMPARED_PRODUCTS; product < own.length; product++) {
    const left = own[product];
    const right = other[product];
    if (left < 0 || right < 0) continue;
    if (left === usual.cell && beside < 0) beside = right;
    if ((left === usual.cell) !== (right === beside)) return false;
  }
  return true;
}

function areConsistent(own: Column, other: Column, usual: UsualCell): boolean {
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
