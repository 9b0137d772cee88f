import { CandidatesLeft } from '../../../information/candidates-left.ts';
import { Random } from '../../../primitives/random.ts';
import {
  CHOOSING_SAMPLE,
  COUNTED_DRAWS,
  MOST_CANDIDATE_ENTRIES,
  QUESTIONS_ASKED,
  TARGETS_LEFT,
  TRIED_QUESTIONS,
} from '../../constants.ts';
import type { ImputedSegment } from '../imputed-segment.ts';

/** What the best three answers leave of a segment, as it stands or with every value recorded. */
export interface BestQuestions {
  /** Indices of the questions, the first one first. */
  readonly questions: readonly number[];
  /** Mean over the products of log2 of the candidates left. */
  readonly left: number;
}

/**
 * The three questions that leave fewest candidates together, chosen greedily: each is the best one after those before.
 * They are chosen on a sample, among the questions with the most bits by themselves, and valued on the whole segment.
 *
 * @param bits per question the bits of its answer by itself; 0 for a question that is not to be asked
 * @param asIs whether products without a recorded value stay candidates
 */
export function bestQuestions(
  segment: ImputedSegment,
  bits: readonly number[],
  asIs: boolean,
  seed: number,
): BestQuestions {
  const tried = bits
    .map((_, index) => index)
    .filter((index) => bits[index] > 0)
    .sort((left, right) => bits[right] - bits[left] || left - right)
    .slice(0, TRIED_QUESTIONS);
  const chosen: number[] = [];
  const sample = Math.min(segment.products, CHOOSING_SAMPLE);
  let left = CandidatesLeft.ofAll(sample, Math.min(sample, TARGETS_LEFT));
  while (chosen.length < QUESTIONS_ASKED) {
    let best: { readonly index: number; readonly left: CandidatesLeft } | undefined;
    for (const index of chosen.length === 0 ? tried.slice(0, 1) : tried) {
      if (chosen.includes(index)) continue;
      const after = left.after(segment.draws[0][index], asIs, new Random(seed), MOST_CANDIDATE_ENTRIES);
      if (after !== undefined && (best === undefined || after.bits < best.left.bits))
        best = { index, left: after };
    }
    if (best === undefined || best.left.bits >= left.bits) break;
    chosen.push(best.index);
    left = best.left;
  }
  // A small segment that is imputed once is its own sample.
  const isCounted = sample === segment.products && segment.draws.length === 1;
  return { questions: chosen, left: isCounted ? left.bits : bitsLeft(segment, chosen, asIs, seed) };
}

/** Mean over the products, and over the draws, of log2 of the candidates that the answers to some questions leave. */
export function bitsLeft(
  { products, draws }: ImputedSegment,
  questions: readonly number[],
  asIs: boolean,
  seed: number,
): number {
  if (products === 0) return 0;
  const counted = draws.slice(0, Math.max(1, Math.floor(COUNTED_DRAWS / products)));
  const targets = Math.min(products, TARGETS_LEFT);
  let bits = 0;
  counted.forEach((columns, draw) => {
    let left = CandidatesLeft.ofAll(products, targets);
    const random = new Random(seed + draw);
    for (const index of questions) left = left.after(columns[index], asIs, random) ?? left;
    bits += left.bits / counted.length;
  });
  return bits;
}
