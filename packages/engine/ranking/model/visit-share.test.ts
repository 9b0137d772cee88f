import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InteractionKind } from '../../session/types.ts';
import { train } from '../learning/train.ts';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { NOON, shopOf } from '../testing/shops.ts';
import { bind } from './bound-model.ts';
import {
  boundedVisit,
  MOST_STEPS_PER_VISIT,
  MOST_STEPS_WITH_PRODUCT,
  MOST_WAYS_TO_PRODUCT,
} from './visit-share.ts';

const KINDS: readonly InteractionKind[] = ['viewed', 'compared', 'wished', 'carted', 'bought'];
const views = (count: number): string[] => new Array<string>(count).fill('p1');

describe('the share of one visit', () => {
  test('is whole up to the limits', () => {
    const often = visitTo(...views(MOST_STEPS_WITH_PRODUCT), 'p2');
    assert.equal(boundedVisit(often), often);
    const long = visitTo(...Array.from({ length: MOST_STEPS_PER_VISIT }, (_, k) => `p${k}`));
    assert.equal(boundedVisit(long), long);
  });

  test('has only the first interactions with a product', () => {
    const { steps } = boundedVisit(visitTo(...views(MOST_STEPS_WITH_PRODUCT + 1), 'p2', 'p1'));
    assert.deepEqual(
      steps.map(({ item }) => item),
      [...views(MOST_STEPS_WITH_PRODUCT), 'p2'],
    );
  });

  test('comes to a product from no more than some others', () => {
    const among = (others: number) => Array.from({ length: others }, (_, k) => [`q${k}`, 'p1']).flat();
    const whole = visitTo('p1', ...among(MOST_WAYS_TO_PRODUCT));
    assert.equal(boundedVisit(whole), whole);
    const { steps } = boundedVisit(visitTo('p1', ...among(MOST_WAYS_TO_PRODUCT + 1), 'q0', 'p1'));
    assert.deepEqual(
      steps.map(({ item }) => item),
      ['p1', ...among(MOST_WAYS_TO_PRODUCT), `q${MOST_WAYS_TO_PRODUCT}`, 'q0', 'p1'],
    );
  });

  test('has any interaction with a product but a view once', () => {
    const steps = KINDS.flatMap((touch) =>
      Array.from({ length: touch === 'viewed' ? 1 : 2 }, (_, k) => ({ item: 'p1', touch, at: NOON + k })),
    );
    const kept = boundedVisit({ steps }).steps.map(({ touch }) => touch);
    assert.deepEqual(kept, KINDS);
  });

  test('has a purchase that counts, though the shopper came to it before in a way that does not', () => {
    const { steps } = visitTo('p', 'a', 'p', 'b', 'p', 'c', 'p', 'd', 'p', 'a', 'p');
    const visit = steps.map((step, k) =>
      k === 8 || k === 10 ? { ...step, touch: 'bought' as const } : step,
    );
    assert.deepEqual(boundedVisit({ steps: visit }).steps, visit.toSpliced(8, 1));
  });

  test('ends after the last interaction that counts', () => {
    const long = visitTo(...Array.from({ length: MOST_STEPS_PER_VISIT + 1 }, (_, k) => `p${k}`));
    assert.deepEqual(boundedVisit(long).steps, long.steps.slice(0, MOST_STEPS_PER_VISIT));
  });

  test('moves a product no further with a hundred times the interactions', () => {
    const shopper = (times: number) => ({
      steps: KINDS.flatMap((touch) =>
        new Array<InteractionKind>(touch === 'viewed' ? 1 : times).fill(touch),
      ).map((touch) => ({ item: 'p1', touch, at: NOON })),
    });
    assert.deepEqual(modelOf(shopper(100)), modelOf(shopper(1)));
    const index = shopOf(8);
    const prior = (times: number) => bind(index, train([shopper(times)], { index })).prior;
    assert.deepEqual(prior(100), prior(1));
  });
});
