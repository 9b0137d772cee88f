import { zeros } from '../../primitives/pooled-arrays.ts';
import { Random } from '../../primitives/random.ts';
import { type ColumnLift, columnLifts, type Lifted, powers } from '../experts/attribute.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { Parameters } from '../model/model.ts';
import { type ChoiceSet, drawChoiceSet, wholeChoiceSet } from './choice-set.ts';
import { maximise } from './lbfgs.ts';

/** Catalogues of up to so many products are fitted on all of them; set by hand. */
const WHOLE_CATALOGUE = 1500;
/** Products that stand for a larger catalogue in each choice: with 300 to 1,500, estimates are within .02. */
const SAMPLE_SIZE = 300;
/** Columns by which a choice set is drawn, those of the largest lifts: more cost a look at every product each. */
const SAMPLING_COLUMNS = 2;
const SEED = 1;
/** Products in all choices together, which is what the fit of a small catalogue costs; set by hand. */
const MAX_ALTERNATIVES = 600_000;
/** Choices at most; more did not tell more of eshop2008 (docs/design/ranking.md, "What each part is worth"). */
const MAX_CHOICES = 2500;
/** Steps of the optimiser at most; it usually ends after 10 to 20. */
const MAX_ITERATIONS = 40;
/** Pull towards the shipped exponents, as the precision of a normal prior; set by hand. */
export const RIDGE = 6;
/** Bound of an exponent; set by hand. */
const MAX_EXPONENT = 2;

/** How many choices are kept, the latest: the smaller the catalogue, the more for the same work. */
export const choicesFor = (products: number): number =>
  Math.min(MAX_CHOICES, Math.floor(MAX_ALTERNATIVES / Math.min(WHOLE_CATALOGUE, Math.max(1, products))));

/** One step to a product that is new to the session, among those that could have been chosen. */
interface Choice {
  readonly columns: readonly Lifted[];
  /** Exponent of each column before the fit. */
  readonly shipped: readonly number[];
  /** Row of the product that was chosen. */
  readonly chosen: number;
  /** `[product][column]`: logarithm of the lift. */
  readonly logLifts: Float64Array;
  /** By product: logarithm of the prior, less that of the chance to be in the choice set. */
  readonly offset: Float64Array;
}

/**
 * Fits how much each attribute counts in the product of lifts: exponents that make the steps of the history most likely
 * among all products that the session has not seen, by a conditional logit (McFadden 1974) with a ridge towards the
 * shipped exponents. Products already seen are left out: they are the most similar of all and seldom returned to, for
 * reasons that attributes do not explain.
 */
export class AttributeExponents {
  readonly #choices: Choice[] = [];
  readonly #random = new Random(SEED);

  /** Adds a step from the state of a session to a product. A step back to a product already seen is ignored. */
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

  /** Draws a large catalogue's choice set, by what the largest lifts predict with the exponents before the fit. */
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

  /** The exponents, between 0 and 2; empty where no step was added. */
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

  /** The penalised log-likelihood of all choices at exponents `x`; writes its gradient. */
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
      // An exponential costs most of a pass, so each is taken once.
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
