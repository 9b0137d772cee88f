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

/** The commonest cell of a column among the first products, and those that have it. */
export interface UsualCell {
  readonly cell: number;
  readonly products: readonly number[];
}

export function usualCell({ cell, start }: Column): UsualCell {
  const counts = countByCell(cell.subarray(0, COMPARED_PRODUCTS), start.length - 1);
  let usual = 0;
  for (let own = 1; own < counts.length; own++) if (counts[own] > counts[usual]) usual = own;
  const products: number[] = [];
  for (let product = 0; product < Math.min(cell.length, COMPARED_PRODUCTS); product++)
    if (cell[product] === usual) products.push(product);
  return { cell: usual, products };
}

/** Whether the commonest cell and what it stands beside stand beside nothing else: nearly all pairs of columns end here. */
function mayBeConsistent(own: Int32Array, other: Int32Array, { cell: usual, products }: UsualCell): boolean {
  let beside = -1;
  for (let at = 0; at < products.length; at++) {
    const right = other[products[at]];
    if (right < 0 || right === beside) continue;
    if (beside >= 0) return false;
    beside = right;
  }
  for (let product = COMPARED_PRODUCTS; product < own.length && beside < 0; product++)
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
