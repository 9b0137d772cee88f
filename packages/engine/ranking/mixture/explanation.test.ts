import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionStateOf } from '../intent/session-state.ts';
import { bind } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { session, shopOf } from '../testing/shops.ts';
import { FACTORS, type Factor } from '../types.ts';
import { breakdownOf, scoreOf } from './explanation.ts';
import { Mixture } from './mixture.ts';

const index = shopOf(60);
const model = modelOf(visitTo('p1', 'p2', 'p3'), visitTo('p1', 'p2', 'p4'), visitTo('p4', 'p9'));

function brokenDown(
  id: string,
  share: number | undefined,
  learned: Model,
  ...signals: readonly string[]
): {
  readonly factors: readonly Factor[];
  readonly probability: number;
} {
  const profile = session(...signals);
  const mixture = new Mixture(sessionStateOf(bind(index, learned), profile, [], profile.lastSeenAt));
  const product = index.ids.find(id)!;
  const factors = breakdownOf(mixture, product, share);
  const probability = mixture.probability(product);
  mixture.close();
  return { factors, probability };
}
const signalsOf = (id: string, ...signals: readonly string[]): string[] =>
  brokenDown(id, undefined, model, ...signals).factors.map(({ signal }) => signal);

describe('the breakdown of a score', () => {
  test('adds up to it, each contribution weight times value, in the order of the factors', () => {
    for (const id of ['p2', 'p3', 'p30']) {
      const { factors, probability } = brokenDown(
        id,
        undefined,
        model,
        'product_view:p1',
        'category_view:hats',
      );
      assert.ok(Math.abs(scoreOf(factors) - probability) < 1e-12, id);
      for (const { weight, value, contribution } of factors) assert.equal(contribution, weight * value);
      const places = factors.map(({ factor }) => FACTORS.indexOf(factor));
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    }
  });

  test('adds up to the share of the score that it is given', () => {
    const { factors, probability } = brokenDown('p2', 0.25, model, 'product_view:p1');
    assert.ok(Math.abs(scoreOf(factors) - probability / 4) < 1e-12);
  });

  test('names the products whose followers contributed', () => {
    const signals = signalsOf('p3', 'product_view:p1', 'product_view:p2');
    for (const signal of ['next_after:p2', 'next_after:p1>p2', 'later_after:p2', 'viewed_with:p2'])
      assert.ok(signals.includes(signal), `${signal} of ${signals}`);
    assert.ok(signalsOf('p1', 'product_view:p1', 'product_view:p2').includes('viewed_before'));
  });

  test('shows the searched words that the product has', () => {
    const signals = signalsOf('p0', 'search:leather hats');
    assert.ok(signals.includes('search:leather'), signals.join());
    assert.ok(signalsOf('p2', 'search:leather hats').includes('search:hats'));
  });

  test('ends with the prior, from all visits or from the catalogue', () => {
    assert.equal(signalsOf('p30', 'product_view:p1').at(-1), 'all_visits');
    assert.equal(
      brokenDown('p30', undefined, modelOf(), 'product_view:p1').factors.at(-1)?.signal,
      'catalogue',
    );
  });
});
