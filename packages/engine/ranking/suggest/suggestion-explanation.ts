import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { MixtureSnapshot } from '../mixture/mixture-snapshot.ts';
import type { Factor } from '../types.ts';
import { type Completions, productsBetween } from './completions.ts';
import { PER_STEP } from './step-size.ts';

/** A completion with its worth for the session. */
export interface Weighed {
  /** Its number among the completions. */
  readonly text: number;
  /** Probability that the session's next product is one of its products. */
  readonly mass: number;
  readonly worth: number;
}

/**
 * The breakdown of each completion: per expert the sum of its scores over the completion's products, with its signal for
 * the highest-scored one. Every product is read at most once, independent of the number of completions. Yields every few
 * milliseconds.
 *
 * @param share share of all suggestions' scores that completions get
 * @param all the summed worth of all completions
 */
export function* completionFactors(
  { size }: CatalogueIndex,
  completions: Completions,
  snapshot: MixtureSnapshot,
  weighed: readonly Weighed[],
  share: number,
  all: number,
): Generator<void, readonly Factor[][]> {
  const { dense, sparseCount, sparseScores, experts } = snapshot;
  const sum = new Float64Array(weighed.length * dense.length);
  const highest = new Float64Array(sum.length);
  const best = new Int32Array(sum.length);
  const sparseSum = new Float64Array(weighed.length * sparseCount);
  const scores = new Float64Array(Math.min(size, PER_STEP) * dense.length);
  const rows = new Int32Array(Math.min(size, PER_STEP));
  for (let from = 0; weighed.length > 0 && from < size; from += PER_STEP) {
    const to = Math.min(size, from + PER_STEP);
    let isRead = false;
    for (let w = 0; w < weighed.length; w++) {
      const [first, end] = productsBetween(completions, weighed[w].text, from, to);
      if (first === end) continue;
      if (!isRead) snapshot.read(from, to, scores, rows);
      isRead = true;
      for (let k = first; k < end; k++) {
        const product = completions.products[k];
        for (let j = 0, at = w * dense.length; j < dense.length; j++, at++) {
          const score = scores[(product - from) * dense.length + j];
          sum[at] = sum[at] + score;
          if (score > highest[at]) {
            highest[at] = score;
            best[at] = product;
          }
        }
        const row = rows[product - from];
        if (row < 0) continue;
        for (let s = 0, at = w * sparseCount; s < sparseCount; s++, at++) {
          sparseSum[at] = sparseSum[at] + sparseScores[row + s];
        }
      }
    }
    if (isRead) yield;
  }
  return weighed.map(({ mass, worth }, w) => {
    const narrowing = worth / mass / all;
    const factors: Factor[] = [];
    for (const { factor, weight: expertWeight, signal, kept, place } of experts) {
      const at = w * dense.length + place;
      const weight = share * expertWeight;
      const value = narrowing * (kept === undefined ? sparseSum[w * sparseCount + place] : sum[at]);
      const contribution = weight * value;
      if (contribution === 0) continue;
      factors.push({ factor, signal: signal(best[at]), weight, value, contribution });
    }
    return factors;
  });
}
