import { type ExpertGroup, SILENT } from './expert.ts';

/** Weighted clicks at which half of the weight is the expert's own. Set by hand. */
const DOUBT = 20;

/** The products that the organization's shoppers have viewed, put into carts and bought lately. */
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
          confidence: mass / (mass + DOUBT),
          signal: () => 'recent_visits',
        },
      ],
    };
  },
};
