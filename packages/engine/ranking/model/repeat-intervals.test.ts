import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deserialise, serialise } from '../learning/model-format.ts';
import { train } from '../learning/train.ts';
import { shopOf } from '../testing/shops.ts';
import { type Purchases, repeatIntervals } from './repeat-intervals.ts';

/** Products are boots, sandals, hats and scarves in turn. */
const index = shopOf(120);
const DAY = 86_400_000;
/** A shopper that buys a product again after so many days. */
const again = (item: string, days: number, first = 0): Purchases => [
  { item, at: first },
  { item, at: first + days * DAY },
];
const times = (count: number, of: (k: number) => Purchases): Purchases[] =>
  Array.from({ length: count }, (_, k) => of(k));

test('the time after which a product is bought again is the median of its category', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 10, maxLength: 40 }), (days) => {
      const shoppers = days.map((each, k) => again(`p${4 * (k % 20)}`, each));
      const median = days.toSorted((a, b) => a - b)[Math.floor(days.length / 2)];
      assert.deepEqual(repeatIntervals(index, shoppers), { boots: median * DAY });
    }),
  );
});

test('few repeats, or a small share of them, tell nothing; nor do two orders of a day', () => {
  assert.deepEqual(
    repeatIntervals(
      index,
      times(9, (k) => again(`p${4 * k}`, 30)),
    ),
    {},
  );
  const once = times(41, (k): Purchases => [{ item: 'p8', at: k }]);
  assert.deepEqual(repeatIntervals(index, [...times(10, () => again('p4', 30)), ...once]), {});
  assert.deepEqual(repeatIntervals(index, [...times(10, () => again('p4', 30)), ...once.slice(1)]), {
    boots: 30 * DAY,
  });
  assert.deepEqual(
    repeatIntervals(
      index,
      times(20, () => again('p4', 0.9)),
    ),
    {},
  );
  // Other products of the category are no repeats.
  assert.deepEqual(
    repeatIntervals(
      index,
      times(20, () => [...again('p4', 0), ...again('p8', 0, 30 * DAY)]),
    ),
    {},
  );
});

test('a model keeps it', () => {
  const sessions = times(3, (k) => again('p4', 0, k)).map((steps) => ({ steps }));
  const purchases = times(12, () => again('p4', 30));
  const model = train(sessions, { index, purchases });
  assert.deepEqual(deserialise(serialise(model)).parameters.repeats, { boots: 30 * DAY });
  assert.equal(deserialise(serialise(train(sessions, { index }))).parameters.repeats, undefined);
});
