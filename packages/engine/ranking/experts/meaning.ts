import { searchSignalOf } from '../../session/profile/typed-searches.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/**
 * How much less alike a product is that gets 1/e of the score of the nearest one; a cosine. Set by hand: a tenth of that score is
 * left where sentence encoders see another kind of thing.
 */
const SPREAD = 0.05;

/**
 * Products whose texts mean about what the query says, where words leave it unmet: see `SessionState.meaning`. No history has
 * such searches to learn from, so its weight is a share of the expert on words (`shareWithMeaning` in `mixture/gate.ts`).
 */
export const meaning: ExpertGroup = {
  experts: [{ name: 'meaning', factor: 'meaning', scores: 'sparse', share: 0, isLed: true }],
  score({ bound, meaning, query = '' }, sparse, expert) {
    if (meaning === undefined) return SILENT;
    const { products, similarities } = meaning;
    for (const [k, row] of products.entries()) {
      const product = bound.index.productAtRow(row);
      if (product < 0) continue;
      sparse.add(product, expert, Math.exp((similarities[k] - similarities[0]) / SPREAD));
    }
    const signal = searchSignalOf(query.trim());
    return { signal: () => signal };
  },
};
