import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOON, randomOf, session, shopOf } from '../testing.ts';
import type { TrainingSession } from '../visits.ts';
import { voice } from '../voices.ts';
import { train } from './train.ts';

const index = shopOf(120);

/** Shoppers who say a category, and then go to a product of it, or to any. */
function visits(heeding: boolean): TrainingSession[] {
  const random = randomOf(6);
  return Array.from({ length: 200 }, (_, s) => {
    const kind = Math.floor(random() * 4);
    const product = heeding ? 4 * Math.floor(random() * 30) + kind : Math.floor(random() * 120);
    const before = session(`category_view:${['boots', 'sandals', 'hats', 'scarves'][kind]}`);
    return { steps: [{ item: `p${product}`, at: NOON + s * 60_000, before }] };
  });
}

test('what shoppers say counts for as much as they hold to it', () => {
  const category = (sessions: TrainingSession[]): number =>
    train(sessions, { index }).weights.said[voice('category')]!;
  const heeded = category(visits(true));
  const ignored = category(visits(false));
  assert.ok(heeded > ignored + 0.05, `${heeded} and ${ignored}`);
});

test('training is the same whatever the order in which sessions are given', () => {
  const sessions = visits(true);
  const one = train(sessions, { index });
  const other = train([...sessions].reverse(), { index });
  assert.deepEqual(other.weights, one.weights);
  assert.deepEqual(other.log.items.slice(0, 200), one.log.items.slice(0, 200));
});

test('training on nothing gives the shipped weights', () => {
  const { weights, log } = train([], { index });
  assert.equal(log.clicks, 0);
  assert.ok(weights.said[voice('category')]! > 0.1);
});
