import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildIndex, type CatalogueIndex } from '../indexing/catalogue-index.ts';
import { bind } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import type { TrainingSession } from '../model/training-session.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, type Row, shopOf, sumOf } from '../testing/shops.ts';
import { deserialise, serialise } from './model-format.ts';
import { profileOf, train } from './train.ts';

/** Histories of every form: few, long, of one product only, of products that no catalogue holds. */

const SIZE = 24;
const rows = (row: (i: number) => Row): CatalogueIndex =>
  buildIndex(
    catalogueOf(
      Array.from({ length: SIZE }, (_, i) => ({ id: `p${i}`, ...row(i) })),
      {},
    ),
    ROLES,
  );

const shops: Readonly<Record<string, CatalogueIndex>> = {
  'of everything': shopOf(SIZE),
  'without prices': rows((i) => ({ type: i % 2 === 0 ? 'boots' : 'hats', brand: `b${i % 3}` })),
  'without categories': rows((i) => ({ price: i === 0 ? 0 : 10 * i, colour: `c${i % 5}` })),
  'where all are alike': rows(() => ({ type: 'boots', price: 10, colour: 'red' })),
  'of names only': rows(() => ({})),
  'of one product': shopOf(1),
};

const session = (items: readonly string[], begin: number): TrainingSession => ({
  steps: items.map((item, k) => ({ item, at: begin + k * 1000 })),
});

function assertSound(index: CatalogueIndex, model: Model, items: readonly string[]): void {
  for (const [name, weights] of Object.entries(model.weights)) {
    assert.ok(weights.every(Number.isFinite), `a weight of ${name} is no number`);
  }
  assert.ok(Object.values(model.parameters.exponents).every(Number.isFinite));
  assert.ok(model.parameters.revisit.every((chance) => chance >= 0 && chance <= 1));
  assert.ok(bind(index, model).prior.every((p) => p > 0));
  const touches = items.map((id, k) => ({ id, touch: 'viewed' as const, at: NOON + k * 1000, step: k + 1 }));
  for (const length of new Set([1, 2, 3, touches.length])) {
    const profile = profileOf(touches.slice(0, length));
    const request = { profile, index, now: profile.lastSeenAt, limit: index.size };
    const ranking = rank({ ...request, model });
    let sum = 0;
    for (const { score, scoreBreakdown } of ranking.items) {
      assert.ok(score >= 0 && score <= 1 + 1e-12, `${score}`);
      assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-9);
      sum += score;
    }
    assert.equal(ranking.items.length, index.size);
    assert.ok(Math.abs(sum - 1) < 1e-9, `the scores add up to ${sum}`);
    assert.deepEqual(rank({ ...request, model: deserialise(serialise(model)) }), ranking);
  }
}

describe('whatever the history', () => {
  /** Products of the shop, some that it does not hold, and often the same again. */
  const item = fc.oneof(
    fc.constant('p0'),
    fc.integer({ min: 0, max: SIZE - 1 }).map((i) => `p${i}`),
    fc.constantFrom('gone', '', 'constructor', 'p 1'),
  );
  const history = fc.array(fc.array(item, { minLength: 1, maxLength: 12 }), { maxLength: 12 });

  for (const [name, index] of Object.entries(shops)) {
    test(`a shop ${name} is ranked by probabilities that add up to 1`, () => {
      fc.assert(
        fc.property(history, fc.array(item, { minLength: 1, maxLength: 6 }), (visits, items) => {
          // Every other visit ends at the same time as the one before.
          const sessions = visits.map((visit, s) => session(visit, NOON - 1e7 + (s >> 1) * 20_000));
          assertSound(index, train(sessions, { index }), items);
        }),
        { numRuns: 12 },
      );
    });
  }

  test('a visit of a thousand steps, and thousands of visits to one product, are learned from', () => {
    const index = shops['of everything'];
    const long = Array.from({ length: 1000 }, (_, k) => `p${(k * k) % 7}`);
    const same = Array.from({ length: 2100 }, (_, s) => session(['p3', 'p3'], NOON - 1e8 + s * 10_000));
    assertSound(index, train([session(long, NOON - 1e7)], { index }), long.slice(0, 60));
    const model = train(same, { index });
    assertSound(index, model, ['p3', 'p3', 'p3', 'p3']);
    const seen = profileOf([{ id: 'p3', touch: 'viewed', at: NOON, step: 1 }]);
    const [first] = rank({ profile: seen, index, model, now: NOON, limit: 1 }).items;
    assert.equal(first?.id, 'p3');
    assert.ok(first.score > 0.9, `${first.score}`);
  });

  test('visits of rejections alone keep the default weights', () => {
    const index = shops['of everything'];
    const refused: TrainingSession[] = Array.from({ length: 20 }, (_, s) => ({
      steps: [0, 1, 2].map((k) => ({ item: `p${k}`, touch: 'dismissed' as const, at: NOON + s * 9000 + k })),
    }));
    const model = train(refused, { index });
    assert.deepEqual(model.weights, train([], { index }).weights);
    assertSound(index, model, ['p1', 'p2']);
  });
});
