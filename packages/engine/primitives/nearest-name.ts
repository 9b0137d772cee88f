import { editDistance } from './edit-distance.ts';

/** Longer texts are no names. In characters. */
const LONGEST_NAME = 64;

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/**
 * The candidate that a name is probably a misspelling of: equal but for case and separators, or at most a
 * fifth of its letters (and at least one) away.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const written = plain(name);
  if (written.length > LONGEST_NAME) return undefined;
  let found: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 5)) + 1;
  for (const candidate of candidates) {
    const meant = plain(candidate);
    // A name of two letters, such as "id", is recognised only by its case and separators.
    if (meant.length < 3 && meant !== written) continue;
    const distance = editDistance(written, meant, least);
    if (distance < least) [found, least] = [candidate, distance];
  }
  return found;
}
