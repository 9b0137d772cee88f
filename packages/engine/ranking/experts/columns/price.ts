import { pricePreferenceOf } from '../../intent/price-preference.ts';
import { type ExpertGroup, SILENT } from '../expert.ts';

/** Evidence strength at which the confidence is 1/2. Set by hand. */
const HALF_CONFIDENCE = 0.25;

/** Products at about the prices that the session viewed or requested. */
export const price: ExpertGroup = {
  experts: [{ name: 'price', factor: 'price', scores: 'dense', share: 0.02, statedShare: 0.12 }],
  score(state) {
    const preference = pricePreferenceOf(state);
    if (preference === undefined) return SILENT;
    const { strength, signal, matched } = preference;
    return {
      dense: [
        {
          expert: 0,
          lifts: [preference],
          confidence: strength / (strength + HALF_CONFIDENCE),
          signal,
          matched,
        },
      ],
    };
  },
};
