import { LRUCache } from 'lru-cache';

/** Looks up what was made of a text for its owner, and makes what is not kept. */
export interface KeptResults<Owner extends object, Result extends object> {
  (owner: Owner, text: string, make: (text: string) => Result): Result;
  has(owner: Owner, text: string): boolean;
}

/**
 * Keeps what was made of texts for each owner (a vocabulary, an index), the latest ones of each; it goes with the owner.
 *
 * @param most results of one owner
 */
export function keptResults<Owner extends object, Result extends object>(
  most: number,
): KeptResults<Owner, Result> {
  const kept = new WeakMap<Owner, LRUCache<string, Result>>();
  const look = (owner: Owner, text: string, make: (text: string) => Result): Result => {
    let results = kept.get(owner);
    if (results === undefined) {
      results = new LRUCache({ max: most });
      kept.set(owner, results);
    }
    let result = results.get(text);
    if (result === undefined) {
      result = make(text);
      results.set(text, result);
    }
    return result;
  };
  return Object.assign(look, {
    has: (owner: Owner, text: string) => kept.get(owner)?.has(text) === true,
  });
}
