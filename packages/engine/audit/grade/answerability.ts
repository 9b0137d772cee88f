/** Bits of one question: with the recorded values, and with every value recorded and certain. */
export interface Answerable {
  readonly now: number;
  readonly certain: number;
}

/** `Σ B_now / Σ B_full(r = 1)`, 0 to 1; null where no question carries any information. */
export function answerability(questions: Iterable<Answerable>): number | null {
  let now = 0;
  let certain = 0;
  for (const question of questions) {
    now += question.now;
    certain += question.certain;
  }
  return certain > 0 ? Math.min(1, now / certain) : null;
}
