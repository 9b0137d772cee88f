/**
 * How the relevance of a product follows from its features: BM25F times e^(Σ weight · feature). Each weight is worth what
 * `npm run bench:rent` says it is (bench/results/rent.json has the errors).
 */
export interface Weights {
  /**
   * The logarithm of the share of the searched words that the product has, by their rarity, −∞ to 0. Swept among .5, .65, .8
   * and 1 on two judged sets.
   */
  readonly coverage: number;
  /**
   * Of the words that the product lacks, how far they say what kind of thing it is (see `WordStatistics.ofKind`), summed, 0 and
   * more: who searches for a 4k monitor wants no other thing with 4k. Set by hand where no judged set spoke against it.
   */
  readonly lacksKind: number;
  /** The same of the word for the thing that is asked for, 0 to 1. Set by hand with {@link lacksKind}. */
  readonly lacksThing: number;
  /** Whether the product is called by that word: it is the thing, not something for it. Swept with the weights of fields. */
  readonly isThing: number;
  /** Whether a searched word names its category. Swept with these. */
  readonly isOfKind: number;
  /** Pairs of words that follow each other in its title as in the search. Swept among .1, .15 and .2 on three judged sets. */
  readonly pairs: number;
  /** Whether the product is for others than the search says, such as men. Set by hand. */
  readonly isForOthers: number;
}

/** What the product has of each: see {@link Weights}. */
export type Features = { -readonly [Name in keyof Weights]: number };

export const WEIGHTS: Weights = {
  coverage: 0.8,
  lacksKind: Math.log(0.2),
  lacksThing: Math.log(0.5),
  isThing: Math.log(1.2),
  isOfKind: Math.log(1.1),
  pairs: Math.log(1.15),
  isForOthers: Math.log(0.1),
};

const NAMES = Object.keys(WEIGHTS) as (keyof Weights)[];

/** What relevance is multiplied by. */
export function factorOf(features: Features, weights: Weights): number {
  let sum = 0;
  // Nothing is taken for what is not lacking, be the weight infinite.
  for (const name of NAMES) if (features[name] !== 0) sum += weights[name] * features[name];
  return Math.exp(sum);
}
