import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../errors/refusal.ts';
import { GradingLimit, Place } from './grading-limit.ts';
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

const takes = (gradings: GradingLimit) => assert.ok(gradings.enter('a') instanceof Place);

describe('the limit of gradings', () => {
  it('is two of a key at once, or its rate a second where that is higher', () => {
    assert.deepEqual([0.5, 2, 2.1, 50].map(GradingLimit.atOnce), [2, 2, 3, 50]);
  });

  it('refuses one more than may run at once, until one has ended', () => {
    const gradings = limit();
    const first = gradings.enter('a') as Place;
    takes(gradings);
    assert.throws(() => gradings.enter('a'), isRefusal(/^This key has 2 gradings running/));
    first.release();
    takes(gradings);
  });

  it('tells how many may run, how many more may now, and what is left of the rate', () => {
    const gradings = limit(5);
    const told = () =>
      gradings.stated.item(
        { key: { id: 'a', organizationId: 'o' }, address: '', sessionId: '', place: undefined },
        performance.now(),
      );
    assert.equal(
      gradings.stated.policy,
      '"grading";q=5;w=5000, "grading-at-once";q=2;qu="concurrent-requests"',
    );
    assert.equal(told(), '"grading";r=5;t=5000, "grading-at-once";r=2');
    const place = gradings.enter('a') as Place;
    takes(gradings);
    assert.equal(told(), '"grading";r=3;t=5000, "grading-at-once";r=0');
    place.release();
    assert.equal(told(), '"grading";r=3;t=5000, "grading-at-once";r=1');
  });

  it('says in a refusal which limit is reached, how much it allows and when to come back', () => {
    const gradings = limit(1);
    const detailsOf = (ask: () => unknown) => {
      try {
        ask();
      } catch (error) {
        return (error as Refusal).details;
      }
      return undefined;
    };
    const place = gradings.enter('a') as Place;
    assert.deepEqual(
      detailsOf(() => gradings.admit('a')),
      { limit: 'grading', most: 1, unit: 'requests', windowSeconds: 1000, retryAfterSeconds: 1000 },
    );
    const full = limit(100, new LocalPlaces(0));
    assert.deepEqual(
      detailsOf(() => full.enter('a')),
      { limit: 'grading-at-once', most: 2, unit: 'concurrent-requests', retryAfterSeconds: 1 },
    );
    place.release();
  });

  it('holds the place of a client that has hung up until its work has ended', async () => {
    const gradings = limit();
    takes(gradings);
    const place = gradings.enter('a') as Place;
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = place.during(() => promise);
    place.release();
    assert.throws(() => gradings.enter('a'), Refusal);
    resolve();
    await work;
    takes(gradings);
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
    const shared: Places = {
      enter: async (caller) => local.enter(caller),
      taken: (caller) => local.taken(caller),
    };
    const verdicts = [undefined, { retryAfter: 1_000 }];
    const limiter = {
      take: async () => verdicts.shift(),
      giveBack: () => {},
      charge: () => {},
      check: () => undefined,
      use: () => undefined,
    };
    const gradings = limit(1, shared, limiter);
    (await gradings.enter('a')).release();
    await assert.rejects(async () => gradings.enter('a'), isRefusal(/^Used up/));
    assert.ok(local.enter('a'));
    await assert.rejects(async () => gradings.enter('a'), isRefusal(/gradings running/));
  });
});
