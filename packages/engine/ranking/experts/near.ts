import { OFFSET_REACH } from '../offsets.ts';
import { voice } from '../voices.ts';
import type { Expert } from './expert.ts';

const NEAR = voice('catalogue-near');
const LAST_PRODUCTS = 3;
const DECAY = 0.5;

/** Products that stand next to the last ones in the catalogue, as far as shoppers are seen to walk along it. */
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
      for (let d = -OFFSET_REACH; d <= OFFSET_REACH; d++) {
        const chance = share * offsets[d + OFFSET_REACH]!;
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
