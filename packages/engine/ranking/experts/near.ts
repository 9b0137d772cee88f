import { AFTER_ANY, OFFSET_REACH, startAfter } from '../offsets.ts';
import { voice } from '../voices.ts';
import type { Expert } from './expert.ts';

const NEAR = voice('catalogue-near');
const LAST_PRODUCTS = 3;
const DECAY = 0.5;

/**
 * Products that stand next to the last ones in the catalogue, as far as shoppers are seen to walk along it; next to the
 * last of all, as they go on after a step like the one that led there.
 */
export const near: Expert = {
  factor: 'catalogue',
  speak({ binding, length, places, confidence }, evidence) {
    const { offsets, index } = binding;
    let share = 1;
    let shares = 0;
    let found = 0;
    for (let j = length - 1; j >= 0 && j >= length - LAST_PRODUCTS; j--, share *= DECAY) {
      shares += share;
      if (places[j]! < 0) continue;
      const start = j === length - 1 ? startAtLast(places, j) : AFTER_ANY;
      for (let d = -OFFSET_REACH; d <= OFFSET_REACH; d++) {
        const chance = share * offsets[start + OFFSET_REACH + d]!;
        const product = chance === 0 ? -1 : index.productAt(places[j]! + d);
        if (product < 0) continue;
        evidence.add(product, NEAR, chance);
        found += chance;
      }
    }
    // The chances are of the next step, so that what is not found is left to the prior.
    if (shares > 0) confidence[NEAR] = found / shares;
    return [];
  },
};

/** Where the chances after the step to the last product begin; a product that was looked at again is no step. */
function startAtLast(places: Int32Array, last: number): number {
  let before = last - 1;
  while (before >= 0 && places[before] === places[last]) before--;
  return before < 0 || places[before]! < 0 ? AFTER_ANY : startAfter(places[last]! - places[before]!);
}
