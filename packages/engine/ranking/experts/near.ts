import { AFTER_ANY, FROM_ITS_START, OFFSET_REACH, startAfter } from '../offsets.ts';
import { voice } from '../voices.ts';
import type { Expert } from './expert.ts';

const NEAR = voice('catalogue-near');
/** What the product before the last one counts of the last. */
const SHARE_BEFORE = 0.25;

/**
 * Products that stand next to the last one in the catalogue, or to the one before it, as far as shoppers are seen to
 * walk along it after a step like the one between these two.
 */
export const near: Expert = {
  factor: 'catalogue',
  speak({ binding, length, places, confidence }, evidence) {
    if (length === 0) return [];
    const { offsets, index } = binding;
    const addAround = (place: number, start: number, share: number): number => {
      let found = 0;
      for (let d = -OFFSET_REACH; d <= OFFSET_REACH; d++) {
        const chance = share * offsets[start + OFFSET_REACH + d];
        const product = chance === 0 ? -1 : index.productAt(place + d);
        if (product < 0) continue;
        evidence.add(product, NEAR, chance);
        found += chance;
      }
      return found;
    };
    const last = places[length - 1];
    // A product that was looked at again is no step.
    let k = length - 2;
    while (k >= 0 && places[k] === last) k--;
    const before = k < 0 ? -1 : places[k];
    const start = last < 0 || before < 0 ? AFTER_ANY : startAfter(last - before);
    let found = last < 0 ? 0 : addAround(last, start, 1);
    if (before >= 0) found += addAround(before, start + FROM_ITS_START, SHARE_BEFORE);
    // The chances are of the next step, so that what is not found is left to the prior.
    confidence[NEAR] = found / (k < 0 ? 1 : 1 + SHARE_BEFORE);
    return [];
  },
};
