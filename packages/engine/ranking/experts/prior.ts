import type { ExpertGroup } from './expert.ts';

/**
 * What all visits together say: the smoothed share of each product in the clicks of the history. The mixture itself
 * gives it the weight that no other expert is confident of.
 */
export const prior: ExpertGroup = {
  experts: [{ name: 'prior', factor: 'prior', scores: 'dense', share: 0.01, personal: false }],
  score: ({ bound }) => ({ signal: () => (bound.model.log.clicks > 0 ? 'all_visits' : 'catalogue') }),
};
