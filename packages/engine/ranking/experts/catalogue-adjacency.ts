import { zeros } from '../../primitives/pooled-arrays.ts';
import { seenId } from '../intent/session-state.ts';
import { AFTER_ANY, FROM_ITS_START, OFFSET_REACH, startAfter } from '../model/transitions/row-offsets.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/** Weight of the product before the last one, relative to the last. Set by hand. */
const BEFORE_WEIGHT = 0.25;
/**
 * Pseudo-count of the catalogue's step frequencies against the session's own steps: of 8 and 40, chosen on validation.
 */
const HISTORY_STEPS = 40;

/** Counts the session's steps by row offset into `own`, and returns their number. */
function countOwn(rows: Int32Array, length: number, own: Float64Array): number {
  let steps = 0;
  let previous = -1;
  for (let k = 0; k < length; k++) {
    const row = rows[k];
    if (row === previous) continue;
    const offset = row - previous;
    if (row >= 0 && previous >= 0) {
      steps++;
      if (Math.abs(offset) <= OFFSET_REACH) own[OFFSET_REACH + offset]++;
    }
    previous = row;
  }
  return steps;
}

/**
 * Products in rows near the last product, or near the one before it: weighted by the frequency of each row offset after
 * a step like the last one, in the history and in this session.
 */
export const catalogueAdjacency: ExpertGroup = {
  experts: [{ name: 'catalogue-near', factor: 'catalogue', scores: 'sparse', share: 0.03, fades: true }],
  score(state, sparse, expert) {
    const { bound, length, rows } = state;
    if (length === 0) return SILENT;
    const { rowOffsets: offsets, index } = bound;
    const addAround = (row: number, chanceOf: (at: number) => number): number => {
      let mass = 0;
      for (let d = -OFFSET_REACH; d <= OFFSET_REACH; d++) {
        const chance = chanceOf(OFFSET_REACH + d);
        const product = chance === 0 ? -1 : index.productAtRow(row + d);
        if (product < 0) continue;
        sparse.add(product, expert, chance);
        mass += chance;
      }
      return mass;
    };
    const last = rows[length - 1];
    // A repeated view of the same product is no step.
    let k = length - 2;
    while (k >= 0 && rows[k] === last) k--;
    const previous = k < 0 ? -1 : rows[k];
    const start = last < 0 || previous < 0 ? AFTER_ANY : startAfter(last - previous);
    const own = zeros(2 * OFFSET_REACH + 1);
    const steps = countOwn(rows, length, own);
    let mass =
      last < 0
        ? 0
        : addAround(last, (at) => (HISTORY_STEPS * offsets[start + at] + own[at]) / (HISTORY_STEPS + steps));
    if (previous >= 0)
      mass += addAround(previous, (at) => BEFORE_WEIGHT * offsets[start + FROM_ITS_START + at]);
    // The chances add up to less than 1: the prior gets the rest.
    return {
      confidence: [mass / (k < 0 ? 1 : 1 + BEFORE_WEIGHT)],
      signal: () => `listed_near:${seenId(state, 0)}`,
    };
  },
};
