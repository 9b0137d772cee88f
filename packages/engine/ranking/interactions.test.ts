import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Profile } from '../session/types.ts';
import { sessionStateOf } from './intent/session-state.ts';
import { profileOf, train } from './learning/train.ts';
import { Mixture } from './mixture/mixture.ts';
import { bind } from './model/bound-model.ts';
import type { Model } from './model/model.ts';
import type { TrainingSession } from './model/training-session.ts';
import { boundedVisit } from './model/visit-share.ts';
import { BEHAVIOUR, simulateVisits } from './testing/shopper-simulator.ts';
import { NOON, session, shopOf } from './testing/shops.ts';

const index = shopOf(BEHAVIOUR.products);
/** Visits that count whole: a cart may be the interaction with a product that is one too many (`model/visit-share.ts`). */
const countsWhole = simulateVisits().map((visit) => boundedVisit(visit) === visit);
const withCarts = simulateVisits().filter((_, k) => countsWhole[k]);
const viewsAlone = simulateVisits({ cart: 0 }).filter((_, k) => countsWhole[k]);
const taught = train(withCarts, { index });
const untaught = train(viewsAlone, { index });

/** The probability of each product after these signals. */
const scoresAfter = (model: Model, ...signals: readonly string[]): Float64Array =>
  scoresOf(model, session(...signals));

function scoresOf(model: Model, profile: Profile): Float64Array {
  const mixture = new Mixture(sessionStateOf(bind(index, model), profile, [], profile.lastSeenAt));
  const scores = mixture.scores().slice();
  mixture.close();
  return scores;
}

const rankOf = (scores: Float64Array, product: number): number =>
  1 + scores.filter((score) => score > scores[product]).length;

const PROBES = Array.from({ length: 40 }, (_, k) => 9 * k + 3);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test('the simulator views the same products with and without carts, and carts and returns at the given rates', () => {
  const views = (visits: readonly TrainingSession[]): string[][] =>
    visits.map(({ steps }) => steps.flatMap(({ item, touch }) => (touch === 'viewed' ? [item] : [])));
  assert.deepEqual(views(withCarts), views(viewsAlone));
  const first = withCarts.map(({ steps }) => (steps[1]?.touch === 'carted' ? 1 : 0));
  assert.ok(Math.abs(mean(first) - BEHAVIOUR.cart) < 0.04, `${mean(first)} carted`);
  const returns = views(viewsAlone).flatMap((items) =>
    items.flatMap((item, k) => (k < 2 ? [] : [items.slice(0, k).includes(item) ? 1 : 0])),
  );
  assert.ok(Math.abs(mean(returns) - BEHAVIOUR.back) < 0.02, `${mean(returns)} back`);
});

describe('interactions with the current product', () => {
  test('do not change the log of moves', () => {
    const { items, start, clicks, sessions } = taught.log;
    const { log } = untaught;
    assert.deepEqual(items.slice(0, clicks), log.items.slice(0, log.clicks));
    assert.deepEqual(start.slice(0, sessions + 1), log.start.slice(0, log.sessions + 1));
    assert.deepEqual(taught.parameters.revisit, untaught.parameters.revisit);
  });

  test('do not teach that shoppers go on to the current product', () => {
    const ranks = (model: Model): number =>
      mean(PROBES.map((p) => rankOf(scoresAfter(model, `product_view:p${p}`), p)));
    const [learned, plain] = [ranks(taught), ranks(untaught)];
    assert.ok(learned > 0.9 * plain, `rank ${learned} instead of ${plain}`);
  });

  test('do not change the ranking after a view', () => {
    const distances = PROBES.map((p) => {
      const [learned, plain] = [taught, untaught].map((model) => scoresAfter(model, `product_view:p${p}`));
      return learned.reduce((sum, score, k) => sum + Math.abs(score - plain[k]), 0) / 2;
    });
    assert.ok(mean(distances) < 0.03, `${mean(distances)} of the probability lies elsewhere`);
  });

  test('keep the probability of a return at the rate of the shoppers', () => {
    const later = simulateVisits({ seed: 7, visits: 150 });
    const chances: number[] = [];
    const plain: number[] = [];
    const atHand: number[] = [];
    for (const { steps } of later) {
      const touches = steps.map(({ item, touch, at }, k) => ({ id: item, touch: touch!, at, step: k + 1 }));
      for (let k = 2; k < touches.length; k++) {
        if (touches[k].touch !== 'viewed') continue;
        const profile = profileOf(touches.slice(0, k));
        const seen = new Set(profile.products.map(({ id }) => index.ids.find(id)!));
        if (seen.size < 2) continue;
        const current = index.ids.find(profile.products.at(-1)!.id)!;
        const earlier = (scores: Float64Array): number =>
          [...seen].reduce((sum, product) => sum + scores[product], 0) - scores[current];
        const scores = scoresOf(taught, profile);
        atHand.push(scores[current]);
        chances.push(earlier(scores));
        plain.push(earlier(scoresOf(untaught, profile)));
      }
    }
    assert.ok(chances.length > 300);
    assert.ok(Math.abs(mean(chances) - BEHAVIOUR.back) < 0.05, `${mean(chances)} expected back`);
    assert.ok(Math.abs(mean(chances) - mean(plain)) < 0.01, `${mean(plain)} without carts`);
    assert.ok(mean(atHand) < 0.01, `${mean(atHand)} expected to stay`);
  });

  test('count as popularity', () => {
    const popularityOf = ({ popularity, numbers }: Model, id: string): number => popularity[numbers.get(id)!];
    const visits = (touch: 'carted' | 'bought'): TrainingSession[] => [
      {
        steps: [
          { item: 'p1', at: NOON },
          { item: 'p1', touch, at: NOON },
          { item: 'p2', at: NOON },
        ],
      },
    ];
    for (const touch of ['carted', 'bought'] as const) {
      const model = train(visits(touch), { index });
      assert.ok(popularityOf(model, 'p1') > 2 * popularityOf(model, 'p2'), touch);
    }
  });
});

describe('in a session, an interaction with the current product', () => {
  const stateAfter = (...signals: readonly string[]) => {
    const profile = session(...signals);
    const state = sessionStateOf(bind(index, untaught), profile, [], profile.lastSeenAt);
    return { ...state, path: [...state.products.subarray(0, state.length)] };
  };

  test('is no step of the path, nor is a later purchase', () => {
    const views = ['product_view:p3', 'product_view:p7'];
    const plain = stateAfter(...views);
    for (const deeds of [
      ['cart_add:p7'],
      ['cart_add:p7', 'purchase:p7'],
      ['wishlist_add:p7', 'compare:p7'],
    ]) {
      const state = stateAfter(...views, ...deeds);
      assert.deepEqual(state.path, plain.path, deeds.join());
      assert.equal(state.repeat, plain.repeat);
    }
    assert.deepEqual(stateAfter(...views, 'cart_add:p7', 'cart_add:p3').path, [3, 7, 3]);
    assert.deepEqual(
      stateAfter('product_view:p3', 'cart_add:p3', 'product_view:p7', 'purchase:p3').path,
      [3, 7],
    );
  });

  test('raises the interest in the product, as does one with a product seen before', () => {
    const [viewed] = stateAfter('product_view:p3').interest;
    const [carted] = stateAfter('product_view:p3', 'cart_add:p3').interest;
    assert.ok(carted > 2 * viewed, `${viewed} and ${carted}`);
    const [before] = stateAfter('product_view:p3', 'cart_add:p3', 'product_view:p7').interest;
    const [bought] = stateAfter('product_view:p3', 'cart_add:p3', 'product_view:p7', 'purchase:p3').interest;
    assert.ok(bought > before, `${before} and ${bought}`);
  });

  test('renews the freshness of the session', () => {
    const searching = ['product_view:p3', 'category_view:hats', 'search:wool'];
    const [left, back] = [stateAfter(...searching), stateAfter(...searching, 'cart_add:p3')];
    assert.ok(back.freshness > left.freshness, `${left.freshness} and ${back.freshness}`);
    assert.equal(back.relevance[0], 1);
    const elsewhere = stateAfter('product_view:p3', 'product_view:p7', 'purchase:p3');
    assert.ok(elsewhere.freshness < 1, 'a checkout does not');
  });

  test('does not raise the product, and hardly changes the others', () => {
    for (const p of PROBES.slice(0, 10)) {
      const [viewed, carted] = [
        scoresAfter(taught, `product_view:p${p}`),
        scoresAfter(taught, `product_view:p${p}`, `cart_add:p${p}`),
      ];
      assert.ok(rankOf(carted, p) > 3, `rank ${rankOf(carted, p)}`);
      assert.ok(carted[p] < viewed[p] + 0.01, `${viewed[p]} and ${carted[p]}`);
    }
  });
});
