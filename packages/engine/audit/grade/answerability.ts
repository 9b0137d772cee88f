import type { Grade } from '../result.ts';

/** Lowest share of the decision bits that a shelf could carry, that it must carry. */
const GRADES: readonly (readonly [Grade, number])[] = [
  ['A', 0.9],
  ['B', 0.75],
  ['C', 0.5],
  ['D', 0.25],
];

export function gradeOf(answerability: number): Grade {
  return GRADES.find(([, lowest]) => answerability >= lowest)?.[0] ?? 'E';
}

/** Bits of one question: what it gives now, and what it could give with every value recorded and certain. */
export interface Answerable {
  readonly now: number;
  readonly certain: number;
}

/** `Σ B_now / Σ B_full(r = 1)`; null where no question could decide anything. */
export function answerability(questions: Iterable<Answerable>): number | null {
  let now = 0;
  let certain = 0;
  for (const question of questions) {
    now += question.now;
    certain += question.certain;
  }
  return certain > 0 ? Math.min(1, now / certain) : null;
}
