import { randomUUID } from 'node:crypto';

/** The latest prefix: many ids are made within one millisecond. */
let lastAt = Number.NaN;
let lastPrefix = '';

/**
 * A UUID of version 7 (RFC 9562): 48 bits of time in ms, then randomness. Ids that follow each other in time
 * lie beside each other in an index, so that a group of new rows changes a page or two of it. With random ids each
 * row changes a page of its own.
 *
 * @param at ms since the epoch
 * @example timeOrderedId(Date.now()) // '0195fd1c-3b2e-7c4a-9f6b-2d1e8a7c5b40'
 */
export function timeOrderedId(at: number): string {
  if (at !== lastAt) {
    const time = at.toString(16).padStart(12, '0');
    lastAt = at;
    lastPrefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  }
  // Everything after the version digit of a random UUID is random, but for the variant, which both share.
  return lastPrefix + randomUUID().slice(15);
}
