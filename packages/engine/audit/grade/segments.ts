import type { Attribute } from '../../catalogue/types.ts';
import { encode } from '../../information/encoding.ts';
import { rangeScaleOf } from '../../information/range-scale.ts';
import { type CanonicalCatalogue, reordered, seedOf } from '../canonical-order.ts';
import { FEWEST_RECORDED } from '../constants.ts';
import type { Segmentation } from './applicability.ts';
import { distinguishingBits } from './distinguishability.ts';
import { imputeSegment, segmentBits, uncertaintyBits } from './imputed-segment.ts';
import { attributePriorities } from './priority.ts';

/**
 * Products of one kind with the attributes that apply to it; or, for the attribute that tells segmentation, the whole shop.
 */
export interface Segment {
  readonly kind: number;
  /** CanonicalCatalogue indices. */
  readonly products: Int32Array;
  readonly attributes: readonly number[];
  readonly shop: CanonicalCatalogue;
  /** Whether it holds products of its own, or only asks the question that tells the other shelves apart. */
  readonly own: boolean;
}

/** One attribute graded on one imputed. */
export interface GradedQuestion {
  readonly attribute: number;
  /** Share of the shop's products that stand on this imputed. */
  readonly weight: number;
  readonly now: number;
  readonly complete: number;
  readonly certain: number;
  /** Missing from so many products. */
  readonly missing: number;
  /** Something is recorded, so that bits can be told at all. */
  readonly evidence: boolean;
  /** Enough is recorded to rank it. */
  readonly ranked: boolean;
  readonly priority?: number;
  readonly standardError: number;
  readonly substitute?: { readonly attribute: number; readonly left: number };
  /** Entropy of a missing value given the best substitute. */
  readonly unknown: number;
  readonly predictors: readonly number[];
}

export interface GradedSegment {
  readonly kind: number;
  readonly products: Int32Array;
  /** Per product, bits in which the imputed exceeds what its values tell apart. */
  readonly indistinct: Float64Array;
  readonly questions: readonly GradedQuestion[];
  /** How often its gaps were drawn. */
  readonly draws: number;
}

export function segmentsOf(shop: CanonicalCatalogue, segmentation: Segmentation): Segment[] {
  const asked = shop.attributes.flatMap(({ notQuestion }, index) =>
    notQuestion === undefined ? [index] : [],
  );
  if (shop.ids.length === 0) return [];
  const all = new Int32Array(shop.ids.length);
  for (let product = 0; product < all.length; product++) all[product] = product;
  if (segmentation.by < 0) return [{ kind: 0, products: all, attributes: asked, shop, own: true }];
  const shelves = segmentation.labels.flatMap((_, kind): Segment[] => {
    if (segmentation.sizes[kind] === 0) return [];
    return [
      {
        kind,
        products: all.filter((product) => segmentation.of[product] === kind),
        attributes: asked.filter((index) => index !== segmentation.by && segmentation.applies(index, kind)),
        shop,
        own: true,
      },
    ];
  });
  // The question that tells the segmentation apart is asked of the whole shop, before any other.
  return [
    ...shelves,
    { kind: segmentation.labels.length, products: all, attributes: [segmentation.by], shop, own: false },
  ];
}

/**
 * @param withUncertainty whether to tell how uncertain the missing values are, which only the choice of an action needs.
 */
export function gradeSegment(
  { kind, products, attributes, shop, own }: Segment,
  inShop: number,
  trust: number,
  withUncertainty: boolean,
): GradedSegment {
  const size = products.length;
  const whole = size === inShop;
  const columns = attributes.map((index): Attribute => {
    const attribute = shop.attributes[index];
    return whole ? attribute : { ...attribute, cell: reordered(attribute.cell, products) };
  });
  const imputed = imputeSegment(
    columns.map((attribute) => {
      const [answers] = encode([attribute]);
      return { answers, scale: rangeScaleOf(attribute, answers), seed: seedOf(attribute.name, shop.seed) };
    }),
    size,
    trust,
  );
  const { questions } = imputed;
  const bits = questions.map((_, index) => segmentBits(imputed, index, trust));
  const recoverable = bits.map(({ now, complete }) => complete - now);
  const priorities = attributePriorities(imputed, recoverable, trust, shop.seed, size / inShop);
  const distinguishing = distinguishingBits(
    questions.map(({ answers }) => answers),
    size,
  );
  return {
    kind,
    products: own ? products : new Int32Array(0),
    draws: imputed.draws.length,
    indistinct: indistinct(distinguishing, size),
    questions: attributes.map((attribute, index): GradedQuestion => {
      const priority = priorities[index];
      const missing = size - imputed.recorded[index];
      return {
        attribute,
        weight: size / inShop,
        ...bits[index],
        missing,
        evidence: imputed.recorded[index] > 0,
        ranked: missing === 0 || imputed.recorded[index] >= FEWEST_RECORDED,
        ...(priority === undefined ? {} : { priority: priority.priority }),
        standardError: priority?.standardError ?? 0,
        ...(priority?.substitute === undefined
          ? {}
          : {
              substitute: {
                attribute: attributes[priority.substitute.index],
                left: priority.substitute.left,
              },
            }),
        unknown:
          !withUncertainty || missing === 0
            ? 0
            : uncertaintyBits(imputed, index, priority?.substitute?.index),
        predictors: imputed.predictors[index].chain.map((link) => attributes[link]),
      };
    }),
  };
}

/** Bits of the imputed that are left when so many are told apart. */
function indistinct(distinguishingBits: Float64Array, size: number): Float64Array {
  const whole = Math.log2(size);
  const left = new Float64Array(distinguishingBits.length);
  for (let product = 0; product < left.length; product++) left[product] = whole - distinguishingBits[product];
  return left;
}
