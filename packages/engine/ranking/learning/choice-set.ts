import type { Random } from '../../primitives/random.ts';

/** The alternatives that stand for all products in the likelihood of one choice, by ascending row. */
export interface ChoiceSet {
  readonly products: readonly number[];
  /** Index of the chosen product in `products`. */
  readonly chosen: number;
  /** Probability of each product to be in the set, 0 to 1; subtract its logarithm from the utility. */
  readonly inclusion: readonly number[];
}

/**
 * Share of the expected sample that is drawn evenly, so that every product can be drawn even if `weight` is wrong.
 * Set by hand.
 */
const EVEN_SHARE = 0.5;

/**
 * Draws a choice set. The chosen product is always in it (McFadden 1978). Every other product is drawn independently,
 * with a probability that grows with its weight up to 1. Given the set, the probability that a member was the chosen
 * one is proportional to its choice probability over its own inclusion probability. Subtracting the logarithm of the
 * latter is therefore the whole correction: the sampled likelihood has its maximum where the full likelihood has it.
 * The loss of precision is least where weights are proportional to the choice probabilities (Frejinger, Bierlaire &
 * Ben-Akiva 2009).
 *
 * @param weight `[product]`, at least 0, with a positive sum
 * @param chosen row of the chosen product
 * @param excluded products that could not be chosen
 * @param size expected number of products in the set, at most
 */
export function drawChoiceSet(
  random: Random,
  weight: Float64Array,
  chosen: number,
  excluded: ReadonlySet<number>,
  size: number,
): ChoiceSet {
  const count = weight.length;
  let sum = 0;
  for (let product = 0; product < count; product++) sum += weight[product];
  const even = (EVEN_SHARE * size) / count;
  const scale = ((1 - EVEN_SHARE) * size) / sum;
  const products: number[] = [];
  const inclusion: number[] = [];
  let chosenAt = -1;
  for (let product = 0; product < count; product++) {
    const chance = even + scale * weight[product];
    if (product === chosen) chosenAt = products.length;
    else if (random.uniform() >= chance || excluded.has(product)) continue;
    products.push(product);
    inclusion.push(Math.min(1, chance));
  }
  return { products, chosen: chosenAt, inclusion };
}

/** All products that could be chosen, each with inclusion probability 1. */
export function wholeChoiceSet(count: number, chosen: number, excluded: ReadonlySet<number>): ChoiceSet {
  const products: number[] = [];
  for (let product = 0; product < count; product++) if (!excluded.has(product)) products.push(product);
  return { products, chosen: products.indexOf(chosen), inclusion: products.map(() => 1) };
}
