import { createHash } from 'node:crypto';

/**
 * Whether a search is in the half of a judged set that nobody looks at: rules are made and weights are fitted by the other half.
 * By a hash of its text, so that the halves stay as they are whatever is added to a set.
 */
export const isKeptBack = (query: string): boolean =>
  (createHash('sha256').update(query).digest()[0] & 1) === 1;
