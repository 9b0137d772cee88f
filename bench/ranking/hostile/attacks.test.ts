import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Aim, SHOPPERS, STRATEGIES, visitsBy } from './attacks.ts';
import { honestVisits } from './honest-visits.ts';
import type { SimulatedVisit } from './simulated-visit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 2, 4, 12);
/** Three days of visits to `a`, `b` and `c`, ten minutes apart. */
const honest = honestVisits(
  Array.from({ length: 432 }, (_, s) => ({
    id: `s${s}`,
    steps: ['a', 'b', 'c'].map((item, k) => ({ item, at: NOON + s * 600_000 + k * 60_000 })),
  })),
  1,
);
const now = honest.at(-1)!.steps.at(-1)!.at;
const aim: Aim = { target: 'x', hubs: ['a', 'b'], honest, count: 40, seed: 7 };
const all = { ...STRATEGIES, ...SHOPPERS };

const addressesOf = (visits: readonly SimulatedVisit[]) => new Set(visits.map(({ address }) => address));
const blocksOf = (visits: readonly SimulatedVisit[]) =>
  new Set(visits.map(({ address }) => address.split('.').slice(0, 3).join('.')));
const pausesOf = (visits: readonly SimulatedVisit[]) =>
  visits.flatMap(({ steps }) => steps.slice(1).map(({ at }, k) => at - steps[k].at));

describe('every strategy', () => {
  test('makes as many visits as asked for, each with the target, in time order, the same for the same seed', () => {
    for (const [name, strategy] of Object.entries(all)) {
      const visits = visitsBy(strategy, aim);
      assert.equal(visits.length, aim.count, name);
      for (const { steps, received } of visits) {
        assert.ok(
          steps.some(({ item }) => item === 'x'),
          name,
        );
        assert.equal(received.length, steps.length);
        assert.ok(steps.every(({ at }, k) => k === 0 || at >= steps[k - 1].at));
      }
      assert.ok(
        pausesOf(visits).every((pause) => pause < HOUR / 2),
        `${name}: a visit ends by a pause`,
      );
      assert.deepEqual(visitsBy(strategy, aim), visits);
      assert.notDeepEqual(visitsBy(strategy, { ...aim, seed: 8 }), visits);
    }
  });

  test('calls its visits hostile, unless they are those of shoppers', () => {
    for (const [name, strategy] of Object.entries(all)) {
      const expected = name in STRATEGIES;
      assert.ok(visitsBy(strategy, aim).every(({ hostile }) => hostile === expected));
    }
  });
});

test('a flood comes from one address within an hour, faster than a person', () => {
  const visits = visitsBy(STRATEGIES.flood, aim);
  assert.equal(addressesOf(visits).size, 1);
  assert.ok(visits.every(({ steps }) => steps.length === 100 && steps[0].at >= now - HOUR));
  assert.ok(pausesOf(visits).every((pause) => pause === 10));
});

test('a slow drip comes from one address over the whole time, at the tempo of a person', () => {
  const visits = visitsBy(STRATEGIES.drip, aim);
  assert.equal(addressesOf(visits).size, 1);
  assert.ok(visits.at(-1)!.steps[0].at - visits[0].steps[0].at > 2.5 * DAY);
  assert.ok(Math.min(...pausesOf(visits)) > 100);
});

test('each of many addresses is in a block of its own, on the last day', () => {
  const visits = visitsBy(STRATEGIES['many addresses'], aim);
  assert.equal(blocksOf(visits).size, aim.count);
  assert.ok(visits.every(({ steps }) => steps[0].at >= now - DAY && steps[0].at <= now));
});

test('backdated visits of one session arrive at once, after what they claim', () => {
  const visits = visitsBy(STRATEGIES.backdated, aim);
  assert.equal(new Set(visits.map(({ sessionId }) => sessionId)).size, aim.count / 4);
  for (const { steps, received } of visits) {
    assert.equal(new Set(received).size, 1);
    assert.ok(steps[0].at < received[0] && steps[0].at > received[0] - 23 * HOUR);
  }
});

test('a copied visit is an honest one with one view of the target put in', () => {
  const visits = visitsBy(STRATEGIES.copied, aim);
  assert.equal(blocksOf(visits).size, aim.count);
  for (const { steps } of visits) {
    const others = steps.filter(({ item }) => item !== 'x').map(({ item }) => item);
    assert.deepEqual(others, ['a', 'b', 'c']);
    assert.equal(steps.length, 4);
    assert.notEqual(steps[0].item, 'x');
  }
});

test('shoppers who like the target come from the addresses of shoppers, and some of them buy it', () => {
  const [once, buyers] = [visitsBy(SHOPPERS['who view it once'], aim), visitsBy(SHOPPERS['who buy it'], aim)];
  assert.ok(once.every(({ steps }) => steps.filter(({ item }) => item === 'x').length === 1));
  assert.ok(buyers.every(({ steps }) => steps.some(({ item, touch }) => item === 'x' && touch === 'bought')));
  const firstBytes = new Set([...once, ...buyers].map(({ address }) => address.split('.')[0]));
  assert.deepEqual([...firstBytes].sort(), ['100', '81']);
});
