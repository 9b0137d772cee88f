import { AFTER_ANY, FROM_ITS_START, OFFSET_REACH, startAfter } from '../transitions/row-offsets.ts';
import type { Expert } from './expert.ts';
import { voice } from './registry.ts';

const NEAR = voice('catalogue-near');
/** What the product before the last one counts of the last. */
const SHARE_BEFORE = 0.25;
/** Steps of the session itself that count as much as what all shoppers do. */
const OTHERS = 40;

/** How often the session itself went by each offset; reused from ranking to ranking. */
const own = new Float64Array(2 * OFFSET_REACH + 1);

/** Counts the session's steps from product to product by their offsets into `own`; returns how many there are. */
function countOwn(places: Int32Array, length: number): number {
  own.fill(0);
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
 * Products that stand next to the last one in the catalogue, or to the one before it, as far as shoppers are seen to
 * walk along it after a step like the one between these two, and as this one has walked so far.
 */
export const near: Expert = {
  factor: 'catalogue',
  speak({ binding, length, places, confidence }, evidence) {
    if (length === 0) return [];
    const { offsets, index } = binding;
    const addAround = (place: number, chanceOf: (at: number) => number): number => {
      let found = 0;
      for (let d = -OFFSET_REACH; d <= OFFSET_REACH; d++) {
        const chance = chanceOf(OFFSET_REACH + d);
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
    const steps = countOwn(places, length);
    let found =
      last < 0 ? 0 : addAround(last, (at) => (OTHERS * offsets[start + at] + own[at]) / (OTHERS + steps));
    if (before >= 0) found += addAround(before, (at) => SHARE_BEFORE * offsets[start + FROM_ITS_START + at]);
    // The chances are of the next step, so that what is not found is left to the prior.
    confidence[NEAR] = found / (k < 0 ? 1 : 1 + SHARE_BEFORE);
    return [];
  },
};
