import { pricePreferenceOf } from '../intent/price-preference.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/** Strength of the evidence at which half of the weight is the expert's own. Set by hand. */
const DOUBT = 0.25;

/** Products that cost about what the session viewed, or what the shopper asked to pay. */
export const price: ExpertGroup = {
  experts: [{ name: 'price', factor: 'price', scores: 'dense', share: 0.02, statedShare: 0.12 }],
  score(state) {
    const wish = pricePreferenceOf(state);
    if (wish === undefined) return SILENT;
    const { strength, signal } = wish;
    return { dense: [{ expert: 0, lifts: [wish], confidence: strength / (strength + DOUBT), signal }] };
  },
};
