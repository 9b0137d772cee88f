import type { SparseScores } from '../../mixture/sparse-scores.ts';

/** Name of the expert, which stored models refer to. */
export const NOVELTY_CONSENSUS = 'covisited-onward';

/** Marks a product that the session has seen, until its turn comes: no raw score is negative. */
const SEEN = -1;

/** Experts whose scores are combined, and the share of each. Set by hand. */
export const SOURCES = [
  { name: 'sequence-later', share: 0.5 },
  { name: 'covisited-sessions', share: 0.3 },
  { name: 'covisited-walk', share: 0.2 },
] as const;

/**
 * Scores the products that are new to the session and that others went on to, the likelier the more they are like the
 * session's own: the sum of the sources' scores without the seen products, times the square root of the product's
 * lift by its attributes (half of that lift is in the choices of others already). The mixture adds the experts' scores
 * up; here a product must have a score by all three: path, attributes and novelty.
 *
 * @param expert number of this expert, whose raw scores are written
 * @param sources numbers of the {@link SOURCES}
 * @param seen the products of the session
 * @param sums the sums of the raw scores by expert; that of this expert is written
 * @param confidence confidence of a source
 * @param likeness lift of a product by its attributes, where these say anything
 * @returns the confidence of this expert: the part of the sources' confidence that goes into it
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
  const [ofLater, ofSessions, ofWalk] = factors;
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
      ofLater! * values[row + later!] + ofSessions! * values[row + sessions!] + ofWalk! * values[row + walk!];
    if (value === 0) continue;
    if (likeness !== undefined) value *= Math.sqrt(likeness(products[slot]));
    values[row + expert] = value;
    sum += value;
  }
  sums[expert] = sum;
  return total;
}
