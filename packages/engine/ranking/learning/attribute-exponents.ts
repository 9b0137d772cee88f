import { zeros } from '../../primitives/pooled-arrays.ts';
import { Random } from '../../primitives/random.ts';
import { type ColumnLift, columnLifts, type Lifted, powers } from '../experts/columns/attribute.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { Parameters } from '../model/model.ts';
import { type ChoiceSet, drawChoiceSet, wholeChoiceSet } from './choice-set.ts';
import { maximise } from './lbfgs.ts';

/** Catalogues of up to so many products are fitted on all of them. Set by hand. */
const WHOLE_CATALOGUE = 1500;
/**
 * Expected products in each choice set of a larger catalogue: with 300 to 1,500, estimates are within .02
 * (docs/design/ranking.md, "Attributes").
 */
const SAMPLE_SIZE = 300;
/**
 * Columns whose lifts weight the draw, those of the largest lifts; each costs a pass over the products. Set by hand.
 */
const SAMPLING_COLUMNS = 2;
/** Seed of the draws; the same history gives the same exponents. */
const SEED = 1;
/** Products in all choices together, which bounds the cost for small catalogues. Set by hand. */
const MAX_ALTERNATIVES = 600_000;
/** Choices, at most; more did not improve eshop2008. */
const MAX_CHOICES = 2500;
/** Optimiser steps, at most; it usually ends after 10 to 20. */
const MAX_ITERATIONS = 40;
/** Precision of the normal prior of an exponent, centred on the default. Set by hand. */
export const RIDGE = 6;
/** Upper bound of an exponent. Set by hand. */
const MAX_EXPONENT = 2;

/** Number of choices that are kept, the latest: small catalogues get more for the same work. */
export const choicesFor = (products: number): number =>
  Math.min(MAX_CHOICES, Math.floor(MAX_ALTERNATIVES / Math.min(WHOLE_CATALOGUE, Math.max(1, products))));

/** One move to a product that is new to the session, among all that are. */
interface Choice {
  /** The columns and the price that have a lift. */
  readonly columns: readonly Lifted[];
  /** Exponent of each column before the fit. */
  readonly shipped: readonly number[];
  /** Index of the chosen product in the choice set. */
  readonly chosen: number;
  /** `[product of the set][column]`: logarithm of the lift. */
  readonly logLifts: Float64Array;
  /** `[product of the set]`: log prior minus log inclusion probability. */
  readonly offset: Float64Array;
}

/**
 * Fits how much each attribute counts in the product of lifts. The exponents maximise the likelihood of the moves
 * among all products that the session has not seen, by a conditional logit (McFadden 1974) with a ridge towards the
 * defaults. Products already seen are left out: they are the most similar of all and seldom returned to, for reasons
 * that attributes do not explain.
 */
export class AttributeExponents {
  readonly #choices: Choice[] = [];
  readonly #random = new Random(SEED);

  /**
   * Adds a move from a session state to a product; a return to a seen product is ignored.
   *
   * @param chosen row of the index
   */
  add(state: SessionState, chosen: number): void {
    const seen = new Set(state.products.subarray(0, state.length));
    if (seen.has(chosen)) return;
    const lifts = columnLifts(state);
    if (lifts.length === 0) return;
    const { prior, index } = state.bound;
    const set = this.#choiceSet(prior, lifts, chosen, seen);
    const { products, inclusion } = set;
    const logLifts = new Float64Array(products.length * lifts.length);
    products.forEach((product, p) => {
      lifts.forEach(({ code, table }, c) => {
        logLifts[p * lifts.length + c] = Math.log(table[code[product] + 1]);
      });
    });
    this.#choices.push({
      columns: lifts.map(({ name }) => name),
      shipped: lifts.map(({ exponent }) => exponent),
      chosen: set.chosen,
      logLifts,
      offset: Float64Array.from(products, (product, p) => Math.log(prior[product]) - Math.log(inclusion[p])),
    });
    if (this.#choices.length > choicesFor(index.size)) this.#choices.shift();
  }

  /** For a large catalogue, draws products in proportion to what the largest lifts predict before the fit. */
  #choiceSet(
    prior: Float64Array,
    lifts: readonly ColumnLift[],
    chosen: number,
    seen: ReadonlySet<number>,
  ): ChoiceSet {
    if (prior.length <= WHOLE_CATALOGUE) return wholeChoiceSet(prior.length, chosen, seen);
    const factors = lifts
      .map(({ code, table, exponent }) => {
        const factor = powers(table, exponent);
        return { code, factor, highest: factor.reduce((most, value) => Math.max(most, value), 0) };
      })
      .sort((a, b) => b.highest - a.highest);
    const predicted = prior.slice();
    for (const { code, factor } of factors.slice(0, SAMPLING_COLUMNS)) {
      for (let product = 0, n = predicted.length; product < n; product++) {
        predicted[product] = predicted[product] * factor[code[product] + 1];
      }
    }
    return drawChoiceSet(this.#random, predicted, chosen, seen, SAMPLE_SIZE);
  }

  /** The exponents, 0 to 2; empty if no move was added. */
  fit(): Pick<Parameters, 'exponents' | 'priceExponent' | 'interaction'> {
    const columns = [...new Set(this.#choices.flatMap((choice) => choice.columns))];
    if (columns.length === 0) return { exponents: {} };
    const parameterOf = new Map(columns.map((column, k) => [column, k]));
    const start = new Float64Array(columns.length);
    for (const choice of this.#choices) {
      choice.columns.forEach((column, c) => {
        start[parameterOf.get(column)!] = choice.shipped[c];
      });
    }
    const { at } = maximise(
      (x, gradient) => this.#logLikelihood(x, gradient, parameterOf, start),
      start,
      MAX_ITERATIONS,
    );
    const fitted = columns.map((column, k) => [column, Math.min(MAX_EXPONENT, Math.max(0, at[k]))] as const);
    return {
      exponents: Object.fromEntries(fitted.filter(([column]) => typeof column === 'string')),
      priceExponent: fitted.find(([column]) => column === undefined)?.[1],
      interaction: fitted.flatMap(([column, exponent]) =>
        typeof column === 'object' ? [{ columns: column.columns, exponent }] : [],
      )[0],
    };
  }

  /** Penalised log-likelihood of all choices at exponents `x`; writes its gradient. */
  #logLikelihood(
    x: Float64Array,
    gradient: Float64Array,
    parameterOf: ReadonlyMap<Lifted, number>,
    start: Float64Array,
  ): number {
    gradient.fill(0);
    let value = 0;
    for (const { columns, logLifts, offset, chosen } of this.#choices) {
      const count = columns.length;
      const parameters = columns.map((column) => parameterOf.get(column)!);
      const utility = offset.slice();
      let highest = Number.NEGATIVE_INFINITY;
      for (let p = 0; p < offset.length; p++) {
        for (let c = 0; c < count; c++) utility[p] = utility[p] + x[parameters[c]] * logLifts[p * count + c];
        if (utility[p] > highest) highest = utility[p];
      }
      const own = utility[chosen] - highest;
      // Exponentials dominate the cost, so each is computed once.
      let sum = 0;
      for (let p = 0; p < offset.length; p++) {
        utility[p] = Math.exp(utility[p] - highest);
        sum += utility[p];
      }
      value += own - Math.log(sum);
      const expected = zeros(count);
      for (let p = 0; p < offset.length; p++) {
        const probability = utility[p] / sum;
        for (let c = 0; c < count; c++) expected[c] = expected[c] + probability * logLifts[p * count + c];
      }
      for (let c = 0; c < count; c++) {
        const k = parameters[c];
        gradient[k] = gradient[k] + logLifts[chosen * count + c] - expected[c];
      }
    }
    for (let k = 0; k < x.length; k++) {
      const away = x[k] - start[k];
      value -= (RIDGE / 2) * away * away;
      gradient[k] = gradient[k] - RIDGE * away;
    }
    return value;
  }
}
