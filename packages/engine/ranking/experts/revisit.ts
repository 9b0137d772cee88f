import { cellIn } from '../model/transitions/revisit-chances.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

const SIGNALS = ['viewed_now', 'viewed_before', 'viewed_in_session'] as const;

/**
 * Revisits: of the current product, of earlier ones by the fitted chance of a revisit, and of all earlier ones equally.
 * Products that the session has dismissed, bought, removed or moved away from are left out.
 */
export const revisit: ExpertGroup = {
  experts: [
    { name: 'revisit-current', factor: 'revisit', scores: 'sparse', share: 0.06, fades: true },
    { name: 'revisit-earlier', factor: 'revisit', scores: 'sparse', share: 0.06, fades: true },
    { name: 'revisit-any', factor: 'revisit', scores: 'sparse', share: 0.04, fades: true },
  ],
  score({ bound, length, products, abandoned }, sparse, current) {
    if (length === 0) return SILENT;
    const earlier = current + 1;
    const any = current + 2;
    const chances = bound.model.parameters.revisit;
    const last = products[length - 1];
    if (last >= 0 && !abandoned.has(last)) sparse.add(last, current, 1);
    for (let k = length - 2; k >= 0; k--) {
      const product = products[k];
      if (product < 0 || product === last || abandoned.has(product)) continue;
      const row = sparse.row(product);
      // Only the latest occurrence of a product counts.
      if (sparse.values[row + any] > 0) continue;
      sparse.values[row + earlier] = chances[cellIn(products, 0, length - 1, k)];
      sparse.values[row + any] = 1;
    }
    return { signal: (expert) => SIGNALS[expert] };
  },
};
