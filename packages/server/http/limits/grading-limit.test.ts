import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../errors/refusal.ts';
import { GradingLimit, type Place } from './grading-limit.ts';
import type { Limiter, Places } from './limiter.ts';
import { LocalLimiter } from './local-limiter.ts';
import { LocalPlaces } from './local-places.ts';
import { RateRule } from './rate-rule.ts';

/** Two at once, and so many in all. */
function limit(burst = 100, places: Places = new LocalPlaces(2), limiter?: Limiter) {
  const rate = { rate: 0.001, burst };
  return new GradingLimit(
    new RateRule('grading', rate, 'Used up.', limiter ?? new LocalLimiter(rate)),
    places,
    2,
  );
}
const isRefusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.status === 429 && pattern.test(error.message);

describe('the limit of gradings', () => {
  it('is two of a key at once, or its rate a second where that is higher', () => {
    assert.deepEqual([0.5, 2, 2.1, 50].map(GradingLimit.atOnce), [2, 2, 3, 50]);
  });

  it('refuses one more than may run at once, until one has ended', () => {
    const gradings = limit();
    const first = gradings.enter('a') as Place;
    gradings.enter('a');
    assert.throws(() => gradings.enter('a'), isRefusal(/^This key has 2 gradings running/));
    first.release();
    gradings.enter('a');
  });

  it('holds the place of a client that has hung up until its work has ended', async () => {
    const gradings = limit();
    gradings.enter('a');
    const place = gradings.enter('a') as Place;
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = place.during(() => promise);
    place.release();
    assert.throws(() => gradings.enter('a'), Refusal);
    resolve();
    await work;
    gradings.enter('a');
  });

  it('gives the place back of a grading that its rate does not allow', () => {
    const places = new LocalPlaces(2);
    const gradings = limit(1, places);
    (gradings.enter('a') as Place).release();
    for (let n = 0; n < 5; n++)
      assert.throws(() => gradings.enter('a'), isRefusal(/^Used up\. Try again in/));
    assert.ok(places.enter('a') && places.enter('a'));
  });

  it('waits for places and rates that several services share, and gives back what it took', async () => {
    const local = new LocalPlaces(1);
    const shared: Places = { enter: async (caller) => local.enter(caller) };
    const verdicts = [undefined, { retryAfter: 1_000 }];
    const limiter = { take: async () => verdicts.shift(), check: () => undefined };
    const gradings = limit(1, shared, limiter);
    (await gradings.enter('a')).release();
    await assert.rejects(async () => gradings.enter('a'), isRefusal(/^Used up/));
    assert.ok(local.enter('a'));
    await assert.rejects(async () => gradings.enter('a'), isRefusal(/gradings running/));
  });
});
