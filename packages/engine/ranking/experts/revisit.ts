import { cellIn } from '../transitions/revisit-chances.ts';
import type { Expert } from './expert.ts';
import { voice } from './registry.ts';

const CURRENT = voice('revisit-current');
const EARLIER = voice('revisit-earlier');
const ANY = voice('revisit-any');

/**
 * Shoppers come back: to the product they are looking at, to those seen before as often as sessions like this one
 * do, and to any of them; but not to what they have left behind.
 */
export const revisit: Expert = {
  factor: 'revisit',
  speak({ binding, length, products, leftBehind }, evidence) {
    if (length === 0) return [];
    const chances = binding.model.parameters.revisit;
    const last = products[length - 1];
    if (last >= 0 && !leftBehind.has(last)) evidence.add(last, CURRENT, 1);
    for (let k = length - 2; k >= 0; k--) {
      const product = products[k];
      if (product < 0 || product === last || leftBehind.has(product)) continue;
      const row = evidence.row(product);
      // Its latest occurrence stands for a product.
      if (evidence.values[row + ANY] > 0) continue;
      evidence.values[row + EARLIER] = chances[cellIn(products, 0, length - 1, k)];
      evidence.values[row + ANY] = 1;
    }
    return [];
  },
};
