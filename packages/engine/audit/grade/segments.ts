import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { missingMask } from '../../information/candidate-partition.ts';
import { type EncodedAttribute, encode } from '../../information/encoding.ts';
import { rangeScaleOf } from '../../information/range-scale.ts';
import { type CanonicalCatalogue, reordered, seedOf } from '../canonical-order.ts';
import { FEWEST_RECORDED } from '../constants.ts';
import { type Answerable, answeredFacts } from './answerability.ts';
import type { Segmentation } from './applicability.ts';
import { distinguishingBits } from './distinguishability.ts';
import { ifEmptyMeansNo } from './empty/empty-as-no.ts';
import { type ImputedSegment, imputeSegment, segmentBits, uncertaintyBits } from './imputed-segment.ts';
import { jointGains } from './joint-gains.ts';
import { bestQuestions, bitsLeft } from './remaining/best-questions.ts';
import { threeQuestionGains } from './three-question-gains.ts';

/**
 * The products of one segment with the attributes that apply to them. The attribute that defines the segments
 * is graded on the whole catalogue.
 */
export interface Segment {
  readonly segment: number;
  /** Indices in canonical order. */
  readonly products: Int32Array;
  readonly attributes: readonly number[];
  /** Those of `attributes` that too few products have recorded to tell whether they apply to the others. */
  readonly untold: ReadonlySet<number>;
  readonly shop: CanonicalCatalogue;
  /** False for the whole catalogue, on which only the attribute that defines the segments is graded. */
  readonly own: boolean;
}

/** One attribute, graded on one segment. */
export interface GradedQuestion {
  readonly attribute: number;
  /** Share of all products that are in this segment. */
  readonly weight: number;
  readonly now: number;
  readonly complete: number;
  readonly certain: number;
  /** Products without a value. */
  readonly missing: number;
  /** Whether any value is recorded, so that bits can be estimated. */
  readonly evidence: boolean;
  /** Whether enough values are recorded to tell what recording adds. */
  readonly ranked: boolean;
  /** Bits that recording adds for a shopper who asks three questions. */
  readonly ofThree?: number;
  /** Bits that recording adds to the questions of the segment that add more; 0 where it is complete, or not ranked. */
  readonly joint: number;
  readonly standardError: number;
  readonly substitute?: { readonly attribute: number; readonly left: number };
  /** Entropy in bits of a missing value, given the best substitute. */
  readonly unknown: number;
  readonly predictors: readonly number[];
  /** What it is worth if its empty cells mean no; only where they may. */
  readonly ifNo?: { readonly bits: number; readonly gain: number };
}

export interface GradedSegment {
  readonly segment: number;
  readonly products: Int32Array;
  /** Per product log2 of the segment size minus its distinguishing bits. */
  readonly indistinct: Float64Array;
  readonly questions: readonly GradedQuestion[];
  /** What is answered of each fact, weighted as questions are. */
  readonly answered: readonly Answerable[];
  /** Number of imputations. */
  readonly draws: number;
  /** What three answers leave; undefined for the whole catalogue beside its segments. */
  readonly left?: SegmentLeft;
  /** The same if empty cells mean no; only where they may. */
  readonly leftIfNo?: SegmentLeft;
  /** Of a shop without segments the imputed shop, of which shelves are parts. */
  readonly whole?: ImputedSegment;
}

/** The products, and log2 of the candidates that the best three answers leave: today, and with all recorded. */
export interface SegmentLeft {
  readonly products: number;
  readonly now: number;
  readonly complete: number;
  /** The questions asked, as indices of attributes. */
  readonly asked: { readonly now: readonly number[]; readonly complete: readonly number[] };
}

export function segmentsOf(shop: CanonicalCatalogue, segmentation: Segmentation): Segment[] {
  const asked = shop.attributes.flatMap((attribute, index) => (isRecordable(attribute) ? [index] : []));
  if (shop.ids.length === 0) return [];
  const all = new Int32Array(shop.ids.length);
  for (let product = 0; product < all.length; product++) all[product] = product;
  const untold = new Set(asked.filter((index) => segmentation.isUntold(index)));
  if (segmentation.by < 0) return [{ segment: 0, products: all, attributes: asked, untold, shop, own: true }];
  const segments = segmentation.labels.flatMap((_, segment): Segment[] => {
    if (segmentation.sizes[segment] === 0) return [];
    return [
      {
        segment,
        products: all.filter((product) => segmentation.segmentOf[product] === segment),
        attributes: asked.filter(
          (index) => index !== segmentation.by && segmentation.applies(index, segment),
        ),
        untold,
        shop,
        own: true,
      },
    ];
  });
  if (!asked.includes(segmentation.by)) return segments;
  // The attribute that defines the segments is asked of the whole catalogue, before any other.
  return [
    ...segments,
    {
      segment: segmentation.labels.length,
      products: all,
      attributes: [segmentation.by],
      untold,
      shop,
      own: false,
    },
  ];
}

/**
 * Imputes a segment: the same draws wherever the same products and columns are imputed.
 *
 * @param like the same products in another export, to impute only what differs
 */
export function imputed(
  { products, attributes, shop }: Segment,
  inShop: number,
  trust: number,
  like?: ImputedSegment,
): ImputedSegment {
  const columns = attributes.map((index): Attribute => {
    const attribute = shop.attributes[index];
    return products.length === inShop
      ? attribute
      : { ...attribute, cell: reordered(attribute.cell, products) };
  });
  return imputeSegment(
    columns.map((attribute) => {
      const [answers] = encode([attribute]);
      return { answers, scale: rangeScaleOf(attribute, answers), seed: seedOf(attribute.name, shop.seed) };
    }),
    products.length,
    trust,
    like,
  );
}

/** Whether any answer belongs to two products: where each is different, nothing tells what the missing ones would say. */
function repeatsAnswers({ cell, start, answers, count }: EncodedAttribute): boolean {
  const isHeld = new Uint8Array(count);
  for (const own of cell) {
    if (own < 0) continue;
    for (let at = start[own]; at < start[own + 1]; at++) {
      if (isHeld[answers[at]] === 1) return true;
      isHeld[answers[at]] = 1;
    }
  }
  return false;
}

/**
 * @param withUncertainty whether to compute `unknown`, which only the recommended action needs
 * @param mayMeanNo attributes of which empty cells may mean no
 * @param facts per attribute of the shop the first one that says the same
 */
export function gradeSegment(
  graded: Segment,
  inShop: number,
  trust: number,
  withUncertainty: boolean,
  mayMeanNo: ReadonlySet<number>,
  facts: readonly number[],
): GradedSegment {
  const { segment, products, attributes, untold, shop, own } = graded;
  const size = products.length;
  const weight = size / inShop;
  const draws = imputed(graded, inShop, trust);
  const { questions } = draws;
  const bits = questions.map((_, index) => segmentBits(draws, index, trust));
  const recoverable = bits.map(({ now, complete }) => complete - now);
  const gains = threeQuestionGains(draws, recoverable, trust, shop.seed, size / inShop);
  const distinguishing = distinguishingBits(
    questions.map(({ answers }) => answers),
    size,
  );
  const isRanked = (index: number) =>
    draws.recorded[index] === size ||
    (draws.recorded[index] >= FEWEST_RECORDED &&
      !untold.has(attributes[index]) &&
      repeatsAnswers(questions[index].answers));
  const joint = jointGains(
    draws,
    recoverable.map((alone, index) =>
      isRanked(index) ? { recoverable: alone, left: gains[index]?.substitute?.left } : { recoverable: 0 },
    ),
    trust,
  );
  const open = new Set(attributes.flatMap((own, index) => (mayMeanNo.has(own) ? [index] : [])));
  const no = open.size === 0 ? undefined : ifEmptyMeansNo(draws, open, trust, shop.seed, size / inShop);
  return {
    segment,
    ...(own && size === inShop ? { whole: draws } : {}),
    ...(own
      ? {
          left: segmentLeft(
            draws,
            bits.map(({ now }) => now),
            bits.map(({ certain }, index) => (isRanked(index) ? certain : 0)),
            shop.seed,
            attributes,
          ),
        }
      : {}),
    ...(own && no !== undefined
      ? {
          leftIfNo: segmentLeft(
            no.said,
            bits.map(({ now }, index) => no.questions.get(index)?.bits.complete ?? now),
            bits.map(({ certain }, index) =>
              no.questions.has(index) || isRanked(index)
                ? (no.questions.get(index)?.bits.certain ?? certain)
                : 0,
            ),
            shop.seed,
            attributes,
          ),
        }
      : {}),
    products: own ? products : new Int32Array(0),
    answered: answeredFacts(
      draws,
      attributes.map((index) => facts[index]),
      (index) => bits[index],
      (index) => missingMask(questions[index].answers),
      trust,
    )
      .values()
      .map(({ now, certain }) => ({ now: now * weight, certain: certain * weight }))
      .toArray(),
    draws: draws.draws.length,
    indistinct: indistinct(distinguishing, size),
    questions: attributes.map((attribute, index): GradedQuestion => {
      const three = isRanked(index) ? gains[index] : undefined;
      const missing = size - draws.recorded[index];
      const worth = no?.questions.get(index);
      return {
        attribute,
        weight,
        ...bits[index],
        missing,
        evidence: draws.recorded[index] > 0,
        ranked: isRanked(index),
        ...(three === undefined ? {} : { ofThree: three.gain }),
        joint: joint[index],
        standardError: three?.standardError ?? 0,
        ...(three?.substitute === undefined
          ? {}
          : {
              substitute: {
                attribute: attributes[three.substitute.index],
                left: three.substitute.left,
              },
            }),
        unknown:
          !withUncertainty || missing === 0 ? 0 : uncertaintyBits(draws, index, three?.substitute?.index),
        predictors: draws.predictors[index].chain.map((link) => attributes[link]),
        ...(worth === undefined ? {} : { ifNo: { bits: worth.bits.complete, gain: worth.gain } }),
      };
    }),
  };
}

/**
 * @param now per question its bits as the shelf stands; `certain` those with every value recorded, 0 where too little is
 * recorded to tell
 * @param attributes per question the index of its attribute
 */
export function segmentLeft(
  draws: ImputedSegment,
  now: readonly number[],
  certain: readonly number[],
  seed: number,
  attributes: readonly number[],
): SegmentLeft {
  const today = bestQuestions(draws, now, true, seed);
  const complete = bestQuestions(draws, certain, false, seed);
  const known = today.questions.filter((index) => certain[index] > 0);
  const isSame =
    known.length === complete.questions.length && known.every((index) => complete.questions.includes(index));
  const nameless = (indices: readonly number[]) => indices.map((index) => attributes[index]);
  return {
    products: draws.products,
    now: today.left,
    // Recording never leaves more candidates; the choice of questions may differ by chance.
    complete: Math.min(today.left, complete.left, isSame ? today.left : bitsLeft(draws, known, false, seed)),
    asked: { now: nameless(today.questions), complete: nameless(complete.questions) },
  };
}

/** Bits of the segment size that remain after the distinguishing bits. */
function indistinct(distinguishingBits: Float64Array, size: number): Float64Array {
  const whole = Math.log2(size);
  const left = new Float64Array(distinguishingBits.length);
  for (let product = 0; product < left.length; product++) left[product] = whole - distinguishingBits[product];
  return left;
}
