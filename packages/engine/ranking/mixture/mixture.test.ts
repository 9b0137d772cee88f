import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { personasOf } from '../../session/personas/personas.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { train } from '../learning/train.ts';
import { bind } from '../model/bound-model.ts';
import { NOON, randomOf, session, shopOf } from '../testing/shops.ts';
import { Mixture } from './mixture.ts';

/** Passes handle two products at a time: an odd number leaves one over. */
const index = shopOf(301);
const random = randomOf(3);
const visits = Array.from({ length: 120 }, (_, s) => {
  const start = Math.floor(random() ** 2 * 280);
  return {
    steps: Array.from({ length: 2 + (s % 4) }, (_, k) => ({
      item: `p${start + k * 3}`,
      at: NOON - 1e8 + s * 1000 + k,
    })),
  };
});
const models = [emptyModel(), train(visits, { index })];

const signal = fc.oneof(
  fc.nat(300).map((product) => `product_view:p${product}`),
  fc.constantFrom('category_view:hats', 'category_view:boots', 'brand_view:Bero', 'sort:price_asc'),
  fc.constantFrom('price_filter:20-60', 'attribute_filter:colour=red', 'search:leather'),
);
const sessions = fc.array(signal, { minLength: 1, maxLength: 12 }).map((signals) => session(...signals));

test('the score of a product in a full pass equals its probability computed alone', () => {
  fc.assert(
    fc.property(sessions, fc.constantFrom(...models), (profile, model) => {
      const now = NOON + 60_000;
      const mixture = new Mixture(
        sessionStateOf(bind(index, model), profile, personasOf(profile, now, undefined), now),
      );
      try {
        const scores = mixture.scores();
        let sum = 0;
        for (let product = 0; product < index.size; product++) {
          assert.ok(Math.abs(scores[product] - mixture.probability(product)) < 1e-14);
          sum += scores[product];
        }
        assert.ok(Math.abs(sum - 1) < 1e-9);
      } finally {
        mixture.close();
      }
    }),
    { numRuns: 60 },
  );
});
