import type { ExpertGroup } from './expert.ts';

/**
 * The smoothed share of each product in the clicks of the history. It gets the weight that other experts are not
 * confident of.
 */
export const prior: ExpertGroup = {
  experts: [{ name: 'prior', factor: 'prior', scores: 'dense', share: 0.01, personal: false }],
  score: ({ bound }) => ({ signal: () => (bound.model.log.clicks > 0 ? 'all_visits' : 'catalogue') }),
};
