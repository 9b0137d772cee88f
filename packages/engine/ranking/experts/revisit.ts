import { cellIn } from '../transitions/revisit-chances.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

const SIGNALS = ['viewed_now', 'viewed_before', 'viewed_in_session'] as const;

/**
 * Shoppers come back: to the product on the screen, to earlier ones as often as sessions like this one do, and to any
 * of them; but not to products that they have suppressed or moved away from.
 */
export const revisit: ExpertGroup = {
  experts: [
    { name: 'revisit-current', factor: 'revisit', scores: 'sparse', share: 0.06, fades: true },
    { name: 'revisit-earlier', factor: 'revisit', scores: 'sparse', share: 0.06, fades: true },
    { name: 'revisit-any', factor: 'revisit', scores: 'sparse', share: 0.04, fades: true },
  ],
  score({ bound, length, products, abandoned: leftBehind }, sparse, current) {
    if (length === 0) return SILENT;
    const earlier = current + 1;
    const any = current + 2;
    const chances = bound.model.parameters.revisit;
    const last = products[length - 1];
    if (last >= 0 && !leftBehind.has(last)) sparse.add(last, current, 1);
    for (let k = length - 2; k >= 0; k--) {
      const product = products[k];
      if (product < 0 || product === last || leftBehind.has(product)) continue;
      const row = sparse.row(product);
      // The latest occurrence of a product counts, once.
      if (sparse.values[row + any] > 0) continue;
      sparse.values[row + earlier] = chances[cellIn(products, 0, length - 1, k)];
      sparse.values[row + any] = 1;
    }
    return { signal: (expert) => SIGNALS[expert] };
  },
};
