import type { SparseScores } from '../sparse-scores.ts';

/** Name of the expert in stored models. */
export const NOVELTY_CONSENSUS = 'covisited-onward';

/** Marks products of the session while others are scored; raw scores are never negative. */
const SEEN = -1;

/** The combined experts, and their shares. Set by hand. */
export const SOURCES = [
  { name: 'sequence-later', share: 0.5 },
  { name: 'covisited-sessions', share: 0.3 },
  { name: 'covisited-walk', share: 0.2 },
] as const;

/**
 * Scores the products that are new to the session: the sum of the sources' scores, each normalised over all products
 * and weighted by share and confidence, times the square root of the product's attribute lift (the root, because other
 * shoppers' choices already reflect about half of that lift). The mixture adds up the scores of experts; this product
 * requires a match in path, attributes and novelty at once.
 *
 * @param expert number of this expert, whose raw scores are written
 * @param sources numbers of the {@link SOURCES}
 * @param seen products of the session
 * @param sums sums of the raw scores by expert; that of this expert is written
 * @param confidence confidence of a source
 * @param likeness lift of a product by its attributes, where the session has such evidence
 * @returns the confidence of this expert: the share-weighted confidence of the sources
 */
export function scoreNovelty(
  sparse: SparseScores,
  expert: number,
  sources: readonly number[],
  seen: Int32Array,
  sums: Float64Array,
  confidence: (expert: number) => number,
  likeness: ((product: number) => number) | undefined,
): number {
  let total = 0;
  const factors = SOURCES.map(({ share }, s) => {
    const sum = sums[sources[s]];
    if (sum <= 0) return 0;
    const part = share * confidence(sources[s]);
    total += part;
    return part / sum;
  });
  if (total === 0) return 0;
  const [later, sessions, walk] = sources;
  const [laterFactor, sessionsFactor, walkFactor] = factors;
  const { values, products } = sparse;
  for (let k = 0; k < seen.length; k++) {
    const row = seen[k] < 0 ? -1 : sparse.find(seen[k]);
    if (row >= 0) values[row + expert] = SEEN;
  }
  let sum = 0;
  for (let slot = 0; slot < sparse.count; slot++) {
    const row = sparse.rowOf(slot);
    if (values[row + expert] === SEEN) {
      values[row + expert] = 0;
      continue;
    }
    let value =
      laterFactor! * values[row + later!] +
      sessionsFactor! * values[row + sessions!] +
      walkFactor! * values[row + walk!];
    if (value === 0) continue;
    if (likeness !== undefined) value *= Math.sqrt(likeness(products[slot]));
    values[row + expert] = value;
    sum += value;
  }
  sums[expert] = sum;
  return total;
}
