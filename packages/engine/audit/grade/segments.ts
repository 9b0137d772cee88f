import type { Attribute } from '../../catalogue/types.ts';
import { encode, scaleOf } from '../../information/index.ts';
import { type Canonical, reordered, seedOf } from '../canonical-order.ts';
import type { Kinds } from './applicability.ts';
import { toldApart } from './distinguishability.ts';
import { bitsOf, FEWEST_RECORDED, fillShelf, unknownBits } from './imputed-segment.ts';
import { priorities } from './priority.ts';

/**
 * Products of one kind with the attributes that apply to it; or, for the attribute that tells kinds, the whole shop.
 */
export interface Shelf {
  readonly kind: number;
  /** Canonical indices. */
  readonly products: Int32Array;
  readonly attributes: readonly number[];
  readonly shop: Canonical;
  /** Whether it holds products of its own, or only asks the question that tells the other shelves apart. */
  readonly own: boolean;
}

/** One attribute graded on one shelf. */
export interface GradedQuestion {
  readonly attribute: number;
  /** Share of the shop's products that stand on this shelf. */
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

export interface GradedShelf {
  readonly kind: number;
  readonly products: Int32Array;
  /** Per product, bits in which the shelf exceeds what its values tell apart. */
  readonly indistinct: Float64Array;
  readonly questions: readonly GradedQuestion[];
  /** How often its gaps were drawn. */
  readonly draws: number;
}

export function shelvesOf(shop: Canonical, kinds: Kinds): Shelf[] {
  const asked = shop.attributes.flatMap(({ notQuestion }, index) =>
    notQuestion === undefined ? [index] : [],
  );
  if (shop.ids.length === 0) return [];
  const all = new Int32Array(shop.ids.length);
  for (let product = 0; product < all.length; product++) all[product] = product;
  if (kinds.by < 0) return [{ kind: 0, products: all, attributes: asked, shop, own: true }];
  const shelves = kinds.labels.flatMap((_, kind): Shelf[] => {
    if (kinds.sizes[kind] === 0) return [];
    return [
      {
        kind,
        products: all.filter((product) => kinds.of[product] === kind),
        attributes: asked.filter((index) => index !== kinds.by && kinds.applies(index, kind)),
        shop,
        own: true,
      },
    ];
  });
  // The question that tells the kinds apart is asked of the whole shop, before any other.
  return [...shelves, { kind: kinds.labels.length, products: all, attributes: [kinds.by], shop, own: false }];
}

/**
 * @param withUnknown whether to tell how uncertain the missing values are, which only the choice of an action needs.
 */
export function gradeShelf(
  { kind, products, attributes, shop, own }: Shelf,
  inShop: number,
  trust: number,
  withUnknown: boolean,
): GradedShelf {
  const size = products.length;
  const whole = size === inShop;
  const columns = attributes.map((index): Attribute => {
    const attribute = shop.attributes[index];
    return whole ? attribute : { ...attribute, cell: reordered(attribute.cell, products) };
  });
  const shelf = fillShelf(
    columns.map((attribute) => {
      const [answers] = encode([attribute]);
      return { answers, scale: scaleOf(attribute, answers), seed: seedOf(attribute.name, shop.seed) };
    }),
    size,
    trust,
  );
  const { questions } = shelf;
  const bits = questions.map((_, index) => bitsOf(shelf, index, trust));
  const recoverable = bits.map(({ now, complete }) => complete - now);
  const ranked = priorities(shelf, recoverable, trust, shop.seed, size / inShop);
  const separate = toldApart(
    questions.map(({ answers }) => answers),
    size,
  );
  return {
    kind,
    products: own ? products : new Int32Array(0),
    draws: shelf.draws.length,
    indistinct: indistinct(separate, size),
    questions: attributes.map((attribute, index): GradedQuestion => {
      const priority = ranked[index];
      const missing = size - shelf.recorded[index];
      return {
        attribute,
        weight: size / inShop,
        ...bits[index],
        missing,
        evidence: shelf.recorded[index] > 0,
        ranked: missing === 0 || shelf.recorded[index] >= FEWEST_RECORDED,
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
        unknown: !withUnknown || missing === 0 ? 0 : unknownBits(shelf, index, priority?.substitute?.index),
        predictors: shelf.predictors[index].chain.map((link) => attributes[link]),
      };
    }),
  };
}

/** Bits of the shelf that are left when so many are told apart. */
function indistinct(toldApart: Float64Array, size: number): Float64Array {
  const whole = Math.log2(size);
  const left = new Float64Array(toldApart.length);
  for (let product = 0; product < left.length; product++) left[product] = whole - toldApart[product];
  return left;
}
