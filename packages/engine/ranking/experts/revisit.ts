import { REVISIT_COUNTS, REVISIT_GAPS } from '../model.ts';
import { voice } from '../voices.ts';
import type { Expert } from './expert.ts';

const CURRENT = voice('revisit-current');
const EARLIER = voice('revisit-earlier');

/** Shoppers come back: to the product they are looking at, and to those seen before, as often as sessions show. */
export const revisit: Expert = {
  factor: 'revisit',
  speak({ binding, length, products }, evidence) {
    if (length === 0) return [];
    const table = binding.model.parameters.revisit;
    const last = products[length - 1]!;
    if (last >= 0) evidence.values[evidence.row(last) + CURRENT] = 1;
    // Gap and count of the latest occurrence stand for the product: a later occurrence hides the earlier ones.
    for (let k = length - 2; k >= 0; k--) {
      const product = products[k]!;
      if (product < 0 || product === last) continue;
      const row = evidence.row(product);
      if (evidence.values[row + EARLIER]! > 0) continue;
      let count = 1;
      for (let j = k - 1; j >= 0; j--) if (products[j] === product) count++;
      const gap = Math.min(length - 1 - k, REVISIT_GAPS);
      evidence.values[row + EARLIER] =
        table[(gap - 1) * REVISIT_COUNTS + Math.min(count, REVISIT_COUNTS) - 1]!;
    }
    return [];
  },
};
