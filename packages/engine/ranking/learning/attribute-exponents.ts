import { columnLifts, type Lifted } from '../experts/attribute.ts';
import type { Parameters } from '../model.ts';
import { zeros } from '../numbers.ts';
import type { Scene } from '../scene.ts';
import { climb } from './lbfgs.ts';

/** Products that stand for all others in each observation. */
const SAMPLE = 1500;
/** Products looked at in all observations together, which is what the fit costs; and observations at most. */
const MOST_LOOKS = 600_000;
const MOST = 2500;
const ASCENTS = 40;
/** Pull towards the shipped exponents, in observations. */
const RIDGE = 6;
const LARGEST = 2;

/** How many observations are kept, the latest: the smaller the catalogue, the more for the same work. */
export const choicesFor = (products: number): number =>
  Math.min(MOST, Math.floor(MOST_LOOKS / Math.min(SAMPLE, Math.max(1, products))));

/**
 * One step to a product that is new to the session: the log lifts of every column for it and for those that might have
 * been.
 */
interface Choice {
  readonly names: readonly Lifted[];
  readonly shipped: readonly number[];
  /** `[product][column]`; the first product is the one that was chosen. */
  readonly lifts: Float64Array;
  /** Log of the prior; of a sampled product, of as many as it stands for. */
  readonly base: Float64Array;
}

/**
 * How much each attribute counts in the product of lifts: exponents that make the steps of the history most likely
 * among all products that the session has not seen (a conditional logit, McFadden 1974), drawn towards the shipped
 * ones. What was seen is the most alike of all and seldom gone back to, for reasons that attributes know nothing of.
 */
export class Exponents {
  readonly #choices: Choice[] = [];

  /** Adds a step; one back to a product that was seen tells nothing. */
  add(scene: Scene, chosen: number): void {
    const seen = new Set(scene.products.subarray(0, scene.length));
    if (seen.has(chosen)) return;
    const lifts = columnLifts(scene);
    if (lifts.length === 0) return;
    const { prior, index } = scene.binding;
    const stride = Math.max(1, Math.ceil(index.size / SAMPLE));
    // Another product of each stretch every time, so that no product stands for its stretch alone.
    const offset = (this.#choices.length * 7919) % stride;
    const products = [chosen];
    for (let product = offset; product < index.size; product += stride) {
      if (!seen.has(product)) products.push(product);
    }
    const values = new Float64Array(products.length * lifts.length);
    products.forEach((product, p) => {
      lifts.forEach(({ code, table }, c) => {
        values[p * lifts.length + c] = Math.log(table[code[product] + 1]);
      });
    });
    this.#choices.push({
      names: lifts.map(({ name }) => name),
      shipped: lifts.map(({ exponent }) => exponent),
      lifts: values,
      base: Float64Array.from(products, (product, p) =>
        p === 0 ? Math.log(prior[product]) : Math.log(prior[product] * stride),
      ),
    });
    if (this.#choices.length > choicesFor(index.size)) this.#choices.shift();
  }

  /** The exponents; none where no step said anything. */
  fit(): Pick<Parameters, 'exponents' | 'priceExponent' | 'crossed'> {
    const names = [...new Set(this.#choices.flatMap((choice) => choice.names))];
    if (names.length === 0) return { exponents: {} };
    const place = new Map(names.map((name, k) => [name, k]));
    const start = new Float64Array(names.length);
    for (const choice of this.#choices) {
      choice.names.forEach((name, c) => {
        start[place.get(name)!] = choice.shipped[c];
      });
    }
    const { at } = climb((x, gradient) => this.#likelihood(x, gradient, place, start), start, ASCENTS);
    const fitted = names.map((name, k) => [name, Math.min(LARGEST, Math.max(0, at[k]))] as const);
    return {
      exponents: Object.fromEntries(fitted.filter(([name]) => typeof name === 'string')),
      priceExponent: fitted.find(([name]) => name === undefined)?.[1],
      crossed: fitted.flatMap(([name, exponent]) =>
        typeof name === 'object' ? [{ columns: name.columns, exponent }] : [],
      )[0],
    };
  }

  #likelihood(
    x: Float64Array,
    gradient: Float64Array,
    place: ReadonlyMap<Lifted, number>,
    start: Float64Array,
  ): number {
    gradient.fill(0);
    let value = 0;
    for (const { names, lifts, base } of this.#choices) {
      const columns = names.length;
      const at = names.map((name) => place.get(name)!);
      const heights = base.slice();
      let highest = Number.NEGATIVE_INFINITY;
      for (let p = 0; p < base.length; p++) {
        for (let c = 0; c < columns; c++) heights[p] = heights[p] + x[at[c]] * lifts[p * columns + c];
        if (heights[p] > highest) highest = heights[p];
      }
      // The chosen product is in the sample's sum through those that stand for it. Powers are dear: each is taken once.
      let sum = 0;
      for (let p = 1; p < base.length; p++) {
        heights[p] = Math.exp(heights[p] - highest);
        sum += heights[p];
      }
      value += heights[0] - highest - Math.log(sum);
      const expected = zeros(columns);
      for (let p = 1; p < base.length; p++) {
        const share = heights[p] / sum;
        for (let c = 0; c < columns; c++) expected[c] = expected[c] + share * lifts[p * columns + c];
      }
      for (let c = 0; c < columns; c++) gradient[at[c]] = gradient[at[c]] + lifts[c] - expected[c];
    }
    for (let k = 0; k < x.length; k++) {
      const away = x[k] - start[k];
      value -= (RIDGE / 2) * away * away;
      gradient[k] = gradient[k] - RIDGE * away;
    }
    return value;
  }
}
