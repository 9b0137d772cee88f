import { LRUCache } from 'lru-cache';

/**
 * Keeps what was made of texts for each owner (a vocabulary, an index), the latest ones of each; it goes with the owner.
 *
 * @param most results of one owner
 * @returns a look-up that makes what is not kept
 */
export function keptResults<Owner extends object, Result extends object>(
  most: number,
): (owner: Owner, text: string, make: (text: string) => Result) => Result {
  const kept = new WeakMap<Owner, LRUCache<string, Result>>();
  return (owner, text, make) => {
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
}
