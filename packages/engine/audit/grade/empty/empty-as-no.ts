import type { CompletedColumn } from '../../../information/candidate-partition.ts';
import { type Bits, type ImputedSegment, segmentBits } from '../imputed-segment.ts';
import { threeQuestionGains } from '../three-question-gains.ts';

/** What questions of a segment are worth if their empty cells mean no, and the segment as it is once that is said. */
export interface IfEmptyMeansNo {
  readonly said: ImputedSegment;
  /** By the index of the question: its bits, and what saying it adds for a shopper who asks three questions. */
  readonly questions: ReadonlyMap<number, { readonly bits: Bits; readonly gain: number }>;
}

/**
 * The other reading of facts that are recorded only where they hold: their empty cells are gaps of which the truth is known.
 *
 * @param open indices of questions of which the only answer is yes
 * @param share as of `threeQuestionGains`
 */
export function ifEmptyMeansNo(
  segment: ImputedSegment,
  open: ReadonlySet<number>,
  trust: number,
  seed: number,
  share: number,
): IfEmptyMeansNo {
  const { products, recorded, questions } = segment;
  const known = withDraws(segment, open, (column) => column);
  const bits = questions.map((_, index) =>
    open.has(index) ? segmentBits(known, index, trust) : { now: 0, complete: 0, certain: 0 },
  );
  // The others have no gaps to be valued.
  const only = recorded.map((count, index) => (open.has(index) || count === 0 ? count : products));
  const gains = threeQuestionGains(
    { ...known, recorded: only },
    bits.map(({ now, complete }) => complete - now),
    trust,
    seed,
    (share * open.size) / questions.length,
  );
  return {
    said: withDraws(segment, open, (column) => ({
      ...column,
      missing: new Uint8Array(products),
      erased: column.erased.map((erased, product) => erased & ~column.missing[product]),
    })),
    questions: new Map(
      [...open].map((index) => [index, { bits: bits[index], gain: gains[index]?.gain ?? 0 }]),
    ),
  };
}

/** Of the only recorded answer, which is 0, the others are 1. */
function withDraws(
  segment: ImputedSegment,
  open: ReadonlySet<number>,
  shown: (column: CompletedColumn) => CompletedColumn,
): ImputedSegment {
  const draws = segment.draws.map((columns) =>
    columns.map((column, index) =>
      open.has(index)
        ? shown({
            answers: 2,
            trueCell: Int32Array.from(column.missing),
            missing: column.missing,
            erased: column.erased,
          })
        : column,
    ),
  );
  return { ...segment, draws };
}
