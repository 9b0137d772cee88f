import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrainingSession } from '../model/training-session.ts';
import { modelOf, probe } from '../testing/expert-probe.ts';
import { NOON, session, shopOf } from '../testing/shops.ts';
import { popularity } from './popularity.ts';

const index = shopOf(40);
const DAY = 86_400_000;
const done = (item: string, touch: 'viewed' | 'carted' | 'bought', daysAgo = 0): TrainingSession => ({
  steps: [{ item, touch, at: NOON - daysAgo * DAY }],
});
const said = (...visits: readonly TrainingSession[]) => {
  const { dense } = probe(popularity, index, modelOf(...visits), session());
  const [opinion] = dense;
  return { dense, of: (id: string): number => opinion.values![index.ids.find(id)!] };
};

test('recent clicks count, with a half-life of three days', () => {
  const { of } = said(done('p1', 'viewed', 3), done('p2', 'viewed'));
  assert.ok(Math.abs(of('p2') / of('p1') - 2) < 1e-9, `${of('p2') / of('p1')}`);
  assert.equal(of('p3'), 0);
});

test('a cart counts more than a view, and a purchase more than a cart', () => {
  const { of } = said(done('p1', 'viewed'), done('p2', 'carted'), done('p3', 'bought'));
  assert.ok(of('p3') > of('p2') && of('p2') > of('p1'));
});

test('popularity adds up to 1, and confidence grows with clicks', () => {
  const few = said(done('p1', 'viewed'));
  const many = said(...Array.from({ length: 60 }, (_, k) => done(`p${k % 5}`, 'viewed')));
  for (const { dense } of [few, many]) {
    assert.ok(Math.abs(dense[0].values!.reduce((sum, p) => sum + p, 0) - 1) < 1e-12);
  }
  assert.ok(few.dense[0].confidence < 0.1 && many.dense[0].confidence > 0.7);
});

test('without clicks the expert is silent', () => {
  assert.deepEqual(said().dense, []);
});
