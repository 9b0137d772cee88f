import { askedBits, type ImputedSegment } from './imputed-segment.ts';

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

/**
 * What a segment answers of each fact, by its first question: the bits of that one, where a product shows it in any of the
 * columns that say it.
 *
 * @param facts per question of the segment its fact; -1 for one that is not asked
 * @param alone the bits of one question by itself
 * @param hiddenIn per question and product 1 where nothing is recorded
 */
export function answeredFacts(
  segment: ImputedSegment,
  facts: readonly number[],
  alone: (index: number) => Answerable,
  hiddenIn: (index: number) => Uint8Array,
  trust: number,
): Map<number, Answerable> {
  const members = Map.groupBy(facts.keys(), (index) => facts[index]);
  members.delete(-1);
  return new Map(
    [...members].map(([fact, own]) => {
      if (own.length === 1) return [fact, alone(own[0])];
      const first = own.find((index) => index === fact) ?? own[0];
      const masks = own.map(hiddenIn);
      const hidden = masks[0].map((_, product) => Math.min(...masks.map((mask) => mask[product])));
      return [fact, askedBits(segment, first, hidden, trust)];
    }),
  );
}
