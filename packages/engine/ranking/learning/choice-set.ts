import type { Random } from '../../primitives/random.ts';

/** The alternatives that stand for all products in the likelihood of one choice, ascending. */
export interface ChoiceSet {
  readonly products: readonly number[];
  /** Where in `products` the chosen one is. */
  readonly chosen: number;
  /** Chance of each to be in the set, 0 to 1; subtract its logarithm from the utility. */
  readonly inclusion: readonly number[];
}

/** Share of the expected sample that is drawn evenly, so that no product is out of reach if `weight` is wrong. */
const EVEN_SHARE = 0.5;

/**
 * Draws a choice set. The chosen product is always in it (McFadden 1978); every other one is, independently, with a
 * chance that grows with its weight and reaches 1 for the heaviest. The set is then as likely under each of its
 * products as the inverse of that product's own chance, so that the logarithm of this chance is the whole correction
 * and the sampled likelihood has its maximum where that over all products has it. What the sample costs in precision is
 * least where weights are proportional to the choice probabilities (Frejinger, Bierlaire & Ben-Akiva 2009).
 *
 * @param weight of each product, not negative, the sum positive
 * @param excluded products that could not be chosen
 * @param size products expected in the set, at most
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

/** All products that could be chosen. */
export function wholeChoiceSet(count: number, chosen: number, excluded: ReadonlySet<number>): ChoiceSet {
  const products: number[] = [];
  for (let product = 0; product < count; product++) if (!excluded.has(product)) products.push(product);
  return { products, chosen: products.indexOf(chosen), inclusion: products.map(() => 1) };
}
