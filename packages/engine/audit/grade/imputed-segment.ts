import { type CompletedColumn, completedColumn, missingMask } from '../../information/candidate-partition.ts';
import { FITTED_PRODUCTS } from '../../information/constants.ts';
import { bitsComplete, bitsNow, entropy, type Missing, type Tally } from '../../information/decision-bits.ts';
import type { EncodedAttribute } from '../../information/encoding.ts';
import { fitAnswerDistribution, imputeHotDeck, SegmentUrn } from '../../information/hot-deck.ts';
import { choosePredictorChain, type PredictorChain } from '../../information/predictor-chain.ts';
import { cutRanges, type RangeScale } from '../../information/range-scale.ts';
import { recordedCells } from '../../primitives/cell-counts.ts';
import { hashNumber } from '../../primitives/hash.ts';
import { KeyIndex } from '../../primitives/key-index.ts';
import { Random, sampled } from '../../primitives/random.ts';
import {
  FEWEST_DRAWS,
  FEWEST_TRIED_PREDICTORS,
  IMPUTED_CELLS,
  MOST_DRAWS,
  TRIED_PREDICTORS,
} from '../constants.ts';

/** One attribute, encoded for one segment. */
export interface SegmentQuestion {
  readonly answers: EncodedAttribute;
  /** Defined where the attribute is asked in ranges and has gaps. */
  readonly scale?: RangeScale | undefined;
  readonly seed: number;
}

/** A segment with all gaps imputed, several times (multiple imputation). */
export interface ImputedSegment {
  readonly products: number;
  readonly questions: readonly SegmentQuestion[];
  readonly recorded: Int32Array;
  /** `draws[d][a]`: attribute `a` in draw `d`. */
  readonly draws: readonly (readonly CompletedColumn[])[];
  /** `known[d][a]`: the cells by which attribute `a` groups the products in draw `d`. */
  readonly known: readonly (readonly Int32Array[])[];
  readonly predictors: readonly PredictorChain[];
}

/**
 * Imputes the gaps of all attributes, the most complete attribute first, so that emptier attributes are
 * imputed given the fuller ones.
 *
 * @param like the same products and attributes in another export, imputed with the same trust: what depends on no other
 * cells is taken over from there
 */
export function imputeSegment(
  questions: readonly SegmentQuestion[],
  products: number,
  trust: number,
  like?: ImputedSegment,
): ImputedSegment {
  const recorded = Int32Array.from(questions, ({ answers }) => recordedCells(answers.cell));
  const twinOf = recodings(questions, recorded, products);
  const predictors = predictorsOf(questions, recorded, products, twinOf);
  const order = mostCompleteFirst(recorded);
  const isImputed = (index: number) => recorded[index] < products && twinOf[index] < 0;
  const takenOver = like === undefined ? undefined : unchanged(questions, predictors, order, like);
  const wanted = recorded.some((count) => count < products)
    ? Math.max(FEWEST_DRAWS, Math.round(IMPUTED_CELLS / (products * questions.length)))
    : 1;
  const draws = Array.from({ length: Math.min(MOST_DRAWS, wanted) }, (): CompletedColumn[] => []);
  const knownIn = draws.map(() => questions.map(({ answers }) => answers.cell));
  for (const index of order) {
    const { answers, scale, seed } = questions[index];
    const gone = missingMask(answers);
    // As large as the segment, and kept for no longer than the draws of one attribute.
    const law = isImputed(index) && scale === undefined ? fitAnswerDistribution(answers) : NOTHING_NEW;
    const urn = isImputed(index) ? new SegmentUrn(scale?.values ?? answers, law) : undefined;
    for (const [draw, columns] of draws.entries()) {
      const known = knownIn[draw];
      if (like !== undefined && takenOver?.has(index) === true && draw < like.draws.length) {
        columns[index] = like.draws[draw][index];
        known[index] = like.known[draw][index];
        continue;
      }
      const own = hashNumber(draw, seed);
      const erased = trust < 1 ? erasedMask(answers, trust, hashNumber(draw, ~seed)) : gone;
      const twin = twinOf[index];
      if (twin >= 0) {
        columns[index] = { ...columns[twin], erased };
        known[index] = known[twin];
        continue;
      }
      if (recorded[index] === products) {
        columns[index] = completedColumn(answers, { cell: answers.cell, unseen: 0 }, gone, erased);
        continue;
      }
      const drawn = imputeHotDeck(scale?.values ?? answers, predictors[index], known, law, own, urn);
      if (scale === undefined) {
        known[index] = drawn.cell;
        columns[index] = completedColumn(answers, drawn, gone, erased);
      } else {
        known[index] = drawn.cell.map((value) => scale.recordedAnswer[value]);
        const { cell, answers: count } = cutRanges(scale, drawn.cell, new Random(hashNumber(1, own)));
        columns[index] = { answers: count, trueCell: cell, missing: gone, erased };
      }
    }
  }
  return { products, questions, recorded, draws, known: knownIn, predictors };
}

function mostCompleteFirst(recorded: Int32Array): number[] {
  return Array.from(recorded, (_, index) => index).sort(
    (left, right) => recorded[right] - recorded[left] || left - right,
  );
}

/**
 * Per question with gaps the first one of which it is a recoding, with the same gaps; -1 where there is none. Cells are
 * numbered by first appearance, so that a recoding has the same ones. Both are imputed alike: neither is known where the
 * other one could be predicted, and nothing recorded shows that they say different things.
 */
function recodings(
  questions: readonly SegmentQuestion[],
  recorded: Int32Array,
  products: number,
): Int32Array {
  const first = new Map<number, number[]>();
  return Int32Array.from(questions, (question, index) => {
    if (recorded[index] === products || recorded[index] < 2) return -1;
    const { cell } = question.answers;
    let key = recorded[index];
    for (let product = 0; product < Math.min(products, COMPARED_FIRST); product++)
      key = hashNumber(cell[product], key);
    const alike = first.get(key) ?? [];
    first.set(key, alike);
    const twin = alike.find((other) => haveEqualCells(question, questions[other]));
    if (twin === undefined) alike.push(index);
    return twin ?? -1;
  });
}

/** Products by which questions are compared first, for speed. */
const COMPARED_FIRST = 64;

/** The questions of which the imputation depends on equal cells only. */
function unchanged(
  questions: readonly SegmentQuestion[],
  predictors: readonly PredictorChain[],
  order: readonly number[],
  like: ImputedSegment,
): ReadonlySet<number> {
  const same = new Set<number>();
  if (questions.length !== like.questions.length) return same;
  const orderThere = mostCompleteFirst(like.recorded);
  const equal = questions.map((question, index) => areEqualQuestions(question, like.questions[index]));
  // An attribute that is imputed later predicts by its recorded cells only.
  const predictsAlike = (link: number, index: number) => {
    const isImputed = order.indexOf(link) < order.indexOf(index);
    const isImputedThere = orderThere.indexOf(link) < orderThere.indexOf(index);
    return isImputed === isImputedThere && (isImputed ? same.has(link) : equal[link]);
  };
  for (const index of order) {
    const { chain, strengths } = predictors[index];
    const there = like.predictors[index];
    if (
      equal[index] &&
      areEqual(chain, there.chain) &&
      areEqual(strengths, there.strengths) &&
      chain.every((link) => predictsAlike(link, index))
    )
      same.add(index);
  }
  return same;
}

function areEqualQuestions(left: SegmentQuestion, right: SegmentQuestion): boolean {
  return left.seed === right.seed && haveEqualCells(left, right);
}

function haveEqualCells(left: SegmentQuestion, right: SegmentQuestion): boolean {
  return (
    areEqual(left.answers.cell, right.answers.cell) &&
    areEqual(left.answers.start, right.answers.start) &&
    areEqual(left.answers.answers, right.answers.answers) &&
    areEqualScales(left.scale, right.scale)
  );
}

function areEqualScales(left: RangeScale | undefined, right: RangeScale | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return (
    left.unseenShare === right.unseenShare &&
    areEqual(left.values.cell, right.values.cell) &&
    areEqual(left.ascendingValues, right.ascendingValues) &&
    areEqual(left.recordedAnswer, right.recordedAnswer)
  );
}

function areEqual(left: ArrayLike<number>, right: ArrayLike<number>): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

/** Parameters under which only recorded values are drawn. */
const NOTHING_NEW = { discount: 0, concentration: 0 };

function predictorsOf(
  questions: readonly SegmentQuestion[],
  recorded: Int32Array,
  products: number,
  twinOf: Int32Array,
): PredictorChain[] {
  const codes = questions.map(({ answers }) => answers.cell);
  const counts = questions.map(({ answers }) => answers.start.length - 1);
  // Of equal predictors the fullest is the first: it is known where others are not.
  const useful = mostCompleteFirst(recorded).filter(
    (index) => counts[index] > 1 && recorded[index] > 1 && twinOf[index] < 0,
  );
  return questions.map(({ answers, seed }, index): PredictorChain => {
    if (recorded[index] === products || recorded[index] < 2) return { chain: [], strengths: [] };
    if (twinOf[index] >= 0) return { chain: [twinOf[index]], strengths: [0] };
    const sample = new Int32Array(Math.min(recorded[index], FITTED_PRODUCTS));
    let size = 0;
    for (let product = 0; product < products && size < sample.length; product++) {
      if (answers.cell[product] >= 0) sample[size++] = product;
    }
    return choosePredictorChain(index, codes, counts, tried(useful, index, seed), sample);
  });
}

function tried(useful: readonly number[], index: number, seed: number): number[] {
  const others = useful.filter((other) => other !== index);
  const most = Math.max(FEWEST_TRIED_PREDICTORS, Math.floor(TRIED_PREDICTORS / useful.length));
  if (others.length <= most) return others;
  return sampled(others, most, new Random(seed));
}

/**
 * Erases recorded values with probability 1 − `trust`, as an erasure channel does. Gaps are erased as well.
 */
function erasedMask({ cell }: EncodedAttribute, trust: number, seed: number): Uint8Array {
  const random = new Random(seed);
  const erased = new Uint8Array(cell.length);
  for (let product = 0; product < cell.length; product++) {
    if (cell[product] < 0 || random.uniform() >= trust) erased[product] = 1;
  }
  return erased;
}

export interface Bits {
  readonly now: number;
  readonly complete: number;
  /** As `complete`, with trust 1. */
  readonly certain: number;
}

/** Bits of one question, averaged over the draws. */
export function segmentBits(
  { products, recorded, draws }: ImputedSegment,
  index: number,
  trust: number,
): Bits {
  if (recorded[index] === 0) return { now: 0, complete: 0, certain: 0 };
  let now = 0;
  let whole = 0;
  let certain = 0;
  const distinct = recorded[index] === products ? draws.slice(0, 1) : draws;
  for (const columns of distinct) {
    const { tally, missing } = counted(columns[index], products, recorded[index]);
    now += bitsNow(tally, missing, trust) / distinct.length;
    const full = bitsComplete(tally, missing, trust);
    whole += full / distinct.length;
    certain += (trust === 1 ? full : bitsComplete(tally, missing)) / distinct.length;
  }
  // Without gaps both sums are equal except for rounding.
  const complete = recorded[index] === products ? now : Math.max(now, whole);
  return { now, complete, certain: Math.max(now, certain) };
}

/**
 * Bits of one question, averaged over the draws, where an export shows only some of the recorded cells.
 *
 * @param hidden per product 1 where the export records nothing; at least the gaps of the segment
 */
export function askedBits(
  segment: ImputedSegment,
  index: number,
  hidden: Uint8Array,
  trust: number,
): { readonly now: number; readonly certain: number } {
  const { products, recorded, draws } = segment;
  const { certain } = segmentBits(segment, index, trust);
  const shown = hidden.reduce((count, each) => count - each, products);
  if (shown === 0) return { now: 0, certain };
  const distinct = recorded[index] === products ? draws.slice(0, 1) : draws;
  let now = 0;
  for (const columns of distinct) {
    const { tally, missing } = counted({ ...columns[index], missing: hidden }, products, shown);
    now += bitsNow(tally, missing, trust) / distinct.length;
  }
  return { now: Math.min(now, certain), certain };
}

function counted(
  drawn: CompletedColumn,
  products: number,
  recorded: number,
): { readonly tally: Tally; readonly missing: Missing } {
  const gone = products - recorded;
  const tally = {
    recorded,
    asked: new Float64Array(drawn.answers),
    held: new Float64Array(drawn.answers),
  };
  const missing = {
    products: gone,
    asked: new Float64Array(drawn.answers),
    held: new Float64Array(drawn.answers),
  };
  const { trueCell, missing: isMissing, multiValued } = drawn;
  if (multiValued === undefined) {
    for (let product = 0; product < products; product++) {
      tally.held[trueCell[product]]++;
      missing.held[trueCell[product]] += isMissing[product];
    }
    for (let answer = 0; answer < missing.held.length; answer++) {
      tally.held[answer] -= missing.held[answer];
      missing.held[answer] /= Math.max(1, gone);
    }
    return { tally: { ...tally, asked: tally.held }, missing: { ...missing, asked: missing.held } };
  }
  const { start, answers: flat } = multiValued;
  for (let product = 0; product < products; product++) {
    const { asked, held } = isMissing[product] === 1 ? missing : tally;
    const weight = isMissing[product] === 1 ? 1 / gone : 1;
    const cell = trueCell[product];
    const width = start[cell + 1] - start[cell];
    for (let at = start[cell]; at < start[cell + 1]; at++) {
      asked[flat[at]] += weight / width;
      held[flat[at]] += weight;
    }
  }
  return { tally, missing };
}

/** Entropy in bits of the missing values of one question, given the answer to its best substitute. */
export function uncertaintyBits(
  { products, recorded, draws }: ImputedSegment,
  index: number,
  given: number | undefined,
): number {
  const most = (products - recorded[index]) * draws.length;
  if (most === 0) return 0;
  const pairs = new KeyIndex(most);
  const counts = new Float64Array(most);
  const groups = new KeyIndex(most);
  const sizes = new Float64Array(most);
  for (const columns of draws) {
    const { trueCell, missing: gone } = columns[index];
    for (let product = 0; product < products; product++) {
      if (gone[product] === 0) continue;
      const group = groups.add(given === undefined ? 0 : columns[given].trueCell[product]);
      sizes[group]++;
      counts[pairs.add(group * 16777216 + trueCell[product])]++;
    }
  }
  return Math.max(0, entropy(counts.subarray(0, pairs.size)) - entropy(sizes.subarray(0, groups.size)));
}
