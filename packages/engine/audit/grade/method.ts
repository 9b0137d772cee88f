import { FEWEST_RECORDED, TARGETS_PER_PAIR } from '../constants.ts';

/**
 * How the figures were computed: the `method` block of the answer. Each audit adds `draws`, the fewest
 * imputations of any segment, and `standardError`, the largest standard error (in bits) that sampling pairs
 * of questions gives any attribute.
 */
export const METHOD = {
  version: '1',
  unit: 'bits',
  missingValues:
    'hierarchical hot deck: drawn from recorded products that agree on up to 3 predicting attributes, links weighted by leave-one-out likelihood',
  unseenValues:
    'two-parameter Poisson-Dirichlet (Pitman-Yor) law, fitted to the recorded counts by maximum likelihood',
  questionsAsked: 3,
  targetsPerPair: TARGETS_PER_PAIR,
  ranges: 'equal frequency, at most 8, from 12 distinct values',
  fewestRecorded: FEWEST_RECORDED,
} as const;
