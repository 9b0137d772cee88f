import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RateLimiter } from './rate-limiter.ts';
import { Refusal } from './refusal.ts';

/** A limiter of 2 a second with a burst of 10, so windows of 5 s, and its clock. */
function limiter() {
  const clock = { now: 1_000 };
  const taken = new RateLimiter('key', { rate: 2, burst: 10 }, 'Too often.', () => clock.now);
  const passes = (key = 'a') => {
    try {
      taken.take(key);
      return true;
    } catch (error) {
      assert.ok(error instanceof Refusal);
      return false;
    }
  };
  return { clock, taken, passes };
}

describe('a rate limit', () => {
  it('lets a burst pass, refuses the next one, and lets it pass when its window is over', () => {
    const { clock, passes } = limiter();
    assert.equal(Array.from({ length: 12 }, () => passes()).filter(Boolean).length, 10);
    clock.now += 4_999;
    assert.equal(passes(), false);
    clock.now += 1;
    assert.equal(passes(), true);
  });

  it('counts each key for itself', () => {
    const { passes } = limiter();
    for (let n = 0; n < 10; n++) passes('a');
    assert.equal(passes('a'), false);
    assert.equal(passes('b'), true);
  });

  it('counts each part of a caller for itself, and the whole beside them', () => {
    const { taken } = limiter();
    for (const part of [undefined, 'home', 'office']) {
      for (let n = 0; n < 10; n++) taken.take('a', part);
      assert.throws(() => taken.take('a', part), Refusal);
    }
    taken.take('b', 'office');
  });

  it('says when to come back and what the limit is', () => {
    const { clock, taken, passes } = limiter();
    for (let n = 0; n < 10; n++) passes();
    clock.now += 1_500;
    assert.throws(
      () => taken.take('a'),
      (error) => {
        assert.ok(error instanceof Refusal);
        assert.equal(error.status, 429);
        assert.deepEqual(error.headers, {
          'retry-after': '4',
          ratelimit: '"key";r=0;t=4',
          'ratelimit-policy': '"key";q=10;w=5',
        });
        return true;
      },
    );
  });

  it('can be looked at without counting', () => {
    const { taken, passes } = limiter();
    for (let n = 0; n < 20; n++) taken.check('a');
    for (let n = 0; n < 10; n++) assert.equal(passes(), true);
    assert.throws(() => taken.check('a'), Refusal);
  });

  it('never lets more than a burst pass within one window, whenever requests come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 4_000 }), { maxLength: 200 }), (pauses) => {
        const { clock, passes } = limiter();
        const windows: { began: number; passed: number }[] = [];
        for (const pause of pauses) {
          clock.now += pause;
          const last = windows.at(-1);
          const open = last !== undefined && clock.now < last.began + 5_000;
          const expected = !open || last.passed < 10;
          assert.equal(passes(), expected);
          if (!open) windows.push({ began: clock.now, passed: 1 });
          else if (expected) last.passed++;
        }
      }),
    );
  });
});
