import { type ExpertGroup, SILENT } from './expert.ts';

/** Weighted clicks at which the confidence is 1/2. Set by hand. */
const HALF_CONFIDENCE = 20;

/** The products that the organisation's shoppers recently viewed, added to carts and bought. */
export const popularity: ExpertGroup = {
  experts: [{ name: 'popularity', factor: 'popularity', scores: 'dense', share: 0.01, personal: false }],
  score({ bound }) {
    const mass = bound.popularityMass;
    if (mass === 0) return SILENT;
    return {
      dense: [
        {
          expert: 0,
          lifts: [],
          values: bound.popularity,
          confidence: mass / (mass + HALF_CONFIDENCE),
          signal: () => 'recent_visits',
        },
      ],
    };
  },
};
