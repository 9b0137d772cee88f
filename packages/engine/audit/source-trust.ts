import type { Source } from './result.ts';

/** How far recorded values are trusted: the probability that one stands. */
export const SOURCE_TRUST: Readonly<Record<Source, number>> = {
  merchant: 1,
  extracted: 0.9,
  enriched: 0.75,
  inferred: 0.6,
};
