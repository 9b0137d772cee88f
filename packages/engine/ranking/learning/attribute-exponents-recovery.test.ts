import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnLifts } from '../experts/columns/attribute.ts';
import { buildIndex, type CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { SessionState } from '../intent/session-state.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { bind } from '../model/bound-model.ts';
import { type Model, remember } from '../model/model.ts';
import { catalogueOf, NOON, randomOf, session } from '../testing/shops.ts';
import { AttributeExponents, choicesFor, RIDGE } from './attribute-exponents.ts';
import { emptyModel } from './empty-model.ts';
import { maximise } from './lbfgs.ts';

/**
 * Simulated shoppers with known exponents: each views a product, then chooses among all others with the probability
 * that the conditional logit gives: prior times the product of the lifts to these exponents.
 */
const TRUTH = { series: 1, colour: 0.4 } as const;
const COLOURS = ['red', 'blue', 'black', 'green', 'white'];
const SERIES_LENGTH = 4;
/** Two standard errors of the estimate on all products. */
const WITHIN = { series: 0.05, colour: 0.25 } as const;
/** Exponents of both columns before the fit. */
const SHIPPED = 0.6;

/** The product of each row, where products 4 k to 4 k + 3 are a series. */
const ROW_ORDERS: Readonly<Record<string, (size: number) => readonly number[]>> = {
  'sorted by series': (size) => Array.from({ length: size }, (_, row) => row),
  'with the series in turn': (size) => {
    const series = size / SERIES_LENGTH;
    return Array.from(
      { length: size },
      (_, row) => (row % series) * SERIES_LENGTH + Math.floor(row / series),
    );
  },
  shuffled: (size) => {
    const random = randomOf(size);
    const order = Array.from({ length: size }, (_, row) => row);
    for (let k = size - 1; k > 0; k--) {
      const other = Math.floor(random() * (k + 1));
      [order[k], order[other]] = [order[other], order[k]];
    }
    return order;
  },
};

const colourOf = (product: number): number => (product * 7 + Math.floor(product / 11)) % COLOURS.length;

function shop(order: readonly number[]): CatalogueIndex {
  const rows = order.map((product) => ({
    id: `p${product}`,
    series: `s${Math.floor(product / SERIES_LENGTH)}`,
    colour: COLOURS[colourOf(product)],
  }));
  return buildIndex(catalogueOf(rows, { series: 'category', colour: 'category' }), {});
}

/** A history in which half of the steps stay with the series and a third with the colour, so that both have lifts. */
function learned(size: number): Model {
  const model = emptyModel();
  const random = randomOf(3);
  const any = (): number => Math.floor(random() * size);
  for (let s = 0; s < 3000; s++) {
    const first = any();
    const kind = random();
    let next = any();
    if (kind < 0.5) next = first - (first % SERIES_LENGTH) + Math.floor(random() * SERIES_LENGTH);
    else if (kind < 0.83) while (colourOf(next) !== colourOf(first)) next = any();
    remember(model, {
      steps: [first, next].map((product, k) => ({ item: `p${product}`, at: NOON - 1e8 + s * 1000 + k })),
    });
  }
  model.measured = model.log.clicks;
  return model;
}

/** Products that every column lifts alike: the likelihood sees them as one alternative. */
interface Group {
  readonly logLifts: readonly number[];
  readonly products: number[];
  mass: number;
}

/** The products that a session has not seen, in groups. */
function groupsOf(state: SessionState): readonly Group[] {
  const { prior, index } = state.bound;
  const seen = new Set(state.products.subarray(0, state.length));
  const lifts = columnLifts(state);
  const levels = lifts.map(({ table }) => [...new Set(table)]);
  const levelOf = lifts.map(({ table }, c) => {
    const numbers = new Map(levels[c].map((level, k) => [level, k]));
    return Int32Array.from(table, (lift) => numbers.get(lift)!);
  });
  const groups = new Map<number, Group>();
  for (let product = 0; product < index.size; product++) {
    if (seen.has(product)) continue;
    let key = 0;
    for (let c = 0; c < lifts.length; c++) {
      key = key * levels[c].length + levelOf[c][lifts[c].code[product] + 1];
    }
    let group = groups.get(key);
    if (group === undefined) {
      const logLifts = lifts.map(({ code, table }) => Math.log(table[code[product] + 1]));
      group = { logLifts, products: [], mass: 0 };
      groups.set(key, group);
    }
    group.mass += prior[product];
    group.products.push(product);
  }
  return [...groups.values()];
}

const weightOf = ({ mass, logLifts }: Group, exponents: ArrayLike<number>): number =>
  mass * Math.exp(logLifts.reduce((sum, lift, c) => sum + exponents[c] * lift, 0));

/** Draws one by weight. */
function drawn<T>(random: () => number, from: readonly T[], weight: (one: T) => number): T {
  let at = random() * from.reduce((sum, one) => sum + weight(one), 0);
  for (const one of from) {
    at -= weight(one);
    if (at < 0) return one;
  }
  return from.at(-1)!;
}

interface Step {
  readonly groups: readonly Group[];
  readonly chosen: Group;
}

/** The estimate on all products. */
function exactEstimate(steps: readonly Step[]): Float64Array {
  const start = new Float64Array(2).fill(SHIPPED);
  const logLikelihood = (x: Float64Array, gradient: Float64Array): number => {
    let value = 0;
    for (let c = 0; c < x.length; c++) {
      value -= (RIDGE / 2) * (x[c] - start[c]) ** 2;
      gradient[c] = -RIDGE * (x[c] - start[c]);
    }
    for (const { groups, chosen } of steps) {
      const weights = groups.map((group) => weightOf(group, x));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      value += Math.log(weightOf(chosen, x) / sum);
      for (let c = 0; c < x.length; c++) {
        gradient[c] += chosen.logLifts[c];
        for (const [g, { logLifts }] of groups.entries()) gradient[c] -= (weights[g] / sum) * logLifts[c];
      }
    }
    return value;
  };
  return maximise(logLikelihood, start, 100).at;
}

/** Exponents of `series` and `colour`, fitted by the code under test and on all products. */
function estimates(size: number, order: readonly number[]) {
  const bound = bind(shop(order), learned(size));
  const random = randomOf(size + 1);
  const exponents = new AttributeExponents();
  const steps: Step[] = [];
  for (let s = 0; s < choicesFor(size); s++) {
    const viewed = session(`product_view:p${Math.floor(random() * size)}`);
    const state = sessionStateOf(bound, viewed, [], NOON);
    const groups = groupsOf(state);
    const chosen = drawn(random, groups, (group) => weightOf(group, [TRUTH.series, TRUTH.colour]));
    steps.push({ groups, chosen });
    exponents.add(
      state,
      drawn(random, chosen.products, (product) => bound.prior[product]),
    );
  }
  const { series, colour } = exponents.fit().exponents;
  const exact = exactEstimate(steps);
  return { fitted: { series, colour }, exact: { series: exact[0], colour: exact[1] } };
}

for (const size of [400, 2_000, 12_000, 50_000]) {
  describe(`known exponents of ${size} products`, () => {
    for (const [name, orderOf] of Object.entries(ROW_ORDERS)) {
      test(`are found, as on all products, in rows ${name}`, () => {
        const { fitted, exact } = estimates(size, orderOf(size));
        for (const column of ['series', 'colour'] as const) {
          const found = fitted[column];
          assert.ok(Math.abs(found - exact[column]) < 0.02, `${column}: ${found}, ${exact[column]} on all`);
          assert.ok(
            Math.abs(found - TRUTH[column]) < WITHIN[column],
            `${column}: ${found}, not ${TRUTH[column]}`,
          );
        }
      });
    }
  });
}
