import type { Expert } from './expert.ts';
import { voice } from './registry.ts';

const POPULARITY = voice('popularity');
/** Weighted clicks at which half of the weight is the expert's own. */
const DOUBT = 20;

/** What the organization's shoppers look at, put into carts and buy these days. */
export const popularity: Expert = {
  factor: 'popularity',
  speak({ binding }) {
    const mass = binding.popularityMass;
    if (mass === 0) return [];
    return [
      {
        voice: POPULARITY,
        lifts: [],
        values: binding.popularity,
        confidence: mass / (mass + DOUBT),
        signal: () => 'recent_visits',
      },
    ];
  },
};
