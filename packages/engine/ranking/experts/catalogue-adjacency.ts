import { zeros } from '../../primitives/pooled-arrays.ts';
import { seenId } from '../intent/session-state.ts';
import { AFTER_ANY, FROM_ITS_START, OFFSET_REACH, startAfter } from '../transitions/row-offsets.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/** What the product before the last one counts of the last. Set by hand. */
const SHARE_BEFORE = 0.25;
/**
 * Steps of the session itself that count as much as the steps of all shoppers: of 8 and 40, chosen on validation (see
 * docs/design/ranking.md).
 */
const OTHERS = 40;

/** Counts the session's steps from product to product by their offsets into `own`; returns how many there are. */
function countOwn(places: Int32Array, length: number, own: Float64Array): number {
  let steps = 0;
  let before = -1;
  for (let k = 0; k < length; k++) {
    const place = places[k];
    if (place === before) continue;
    const offset = place - before;
    if (place >= 0 && before >= 0) {
      steps++;
      if (Math.abs(offset) <= OFFSET_REACH) own[OFFSET_REACH + offset]++;
    }
    before = place;
  }
  return steps;
}

/**
 * Products that stand next to the last one in the catalogue, or to the one before it, as often as shoppers step to such
 * an offset after a step like the last one, and as this session has done so far.
 */
export const catalogueAdjacency: ExpertGroup = {
  experts: [{ name: 'catalogue-near', factor: 'catalogue', scores: 'sparse', share: 0.03, fades: true }],
  score(state, sparse, expert) {
    const { bound, length, rows: places } = state;
    if (length === 0) return SILENT;
    const { rowOffsets: offsets, index } = bound;
    const addAround = (place: number, chanceOf: (at: number) => number): number => {
      let found = 0;
      for (let d = -OFFSET_REACH; d <= OFFSET_REACH; d++) {
        const chance = chanceOf(OFFSET_REACH + d);
        const product = chance === 0 ? -1 : index.productAtRow(place + d);
        if (product < 0) continue;
        sparse.add(product, expert, chance);
        found += chance;
      }
      return found;
    };
    const last = places[length - 1];
    // Another view of the same product is no step.
    let k = length - 2;
    while (k >= 0 && places[k] === last) k--;
    const before = k < 0 ? -1 : places[k];
    const start = last < 0 || before < 0 ? AFTER_ANY : startAfter(last - before);
    const own = zeros(2 * OFFSET_REACH + 1);
    const steps = countOwn(places, length, own);
    let found =
      last < 0 ? 0 : addAround(last, (at) => (OTHERS * offsets[start + at] + own[at]) / (OTHERS + steps));
    if (before >= 0) found += addAround(before, (at) => SHARE_BEFORE * offsets[start + FROM_ITS_START + at]);
    // The chances are of the next step: the rest of them is left to the prior.
    return {
      confidence: [found / (k < 0 ? 1 : 1 + SHARE_BEFORE)],
      signal: () => `listed_near:${seenId(state, 0)}`,
    };
  },
};
