import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LocalLimiter } from './local-limiter.ts';

/** A limiter of 2 a second with a burst of 10, so windows of 5 s, and its clock. */
function limiter() {
  const clock = { now: 1_000 };
  const taken = new LocalLimiter({ rate: 2, burst: 10 }, () => clock.now);
  const passes = (key = 'a', part?: string) => taken.take(key, part) === undefined;
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

  it('counts each key separately', () => {
    const { passes } = limiter();
    for (let n = 0; n < 10; n++) passes('a');
    assert.equal(passes('a'), false);
    assert.equal(passes('b'), true);
  });

  it('counts each part of a caller separately, and the whole as well', () => {
    const { taken } = limiter();
    for (const part of [undefined, 'home', 'office']) {
      for (let n = 0; n < 10; n++) taken.take('a', part);
      assert.notEqual(taken.take('a', part), undefined);
    }
    taken.take('b', 'office');
  });

  it('counts what is charged also beyond the burst, and passes again in the next window', () => {
    const { clock, taken } = limiter();
    taken.charge('a', 'home', 9);
    assert.equal(taken.check('a', 'home'), undefined);
    taken.charge('a', 'home', 7);
    assert.equal(taken.use('a', 'home')?.used, 16);
    assert.deepEqual(taken.check('a', 'home'), { retryAfter: 5_000 });
    assert.equal(taken.check('a', 'office'), undefined);
    clock.now += 5_000;
    assert.equal(taken.check('a', 'home'), undefined);
    taken.charge('a', 'home', 1);
    assert.equal(taken.use('a', 'home')?.used, 1);
  });

  it('says when to come back', () => {
    const { clock, taken, passes } = limiter();
    for (let n = 0; n < 10; n++) passes();
    clock.now += 1_500;
    assert.deepEqual(taken.take('a'), { retryAfter: 3_500 });
  });

  it('takes as much as a request costs, all of it or nothing', () => {
    const { taken, passes } = limiter();
    assert.equal(taken.take('a', undefined, 8), undefined);
    assert.notEqual(taken.take('a', undefined, 3), undefined);
    assert.equal(taken.take('a', undefined, 2), undefined);
    assert.equal(passes(), false);
  });

  it('can be read without counting', () => {
    const { taken, passes } = limiter();
    for (let n = 0; n < 20; n++) assert.equal(taken.check('a'), undefined);
    for (let n = 0; n < 10; n++) assert.equal(passes(), true);
    assert.notEqual(taken.check('a'), undefined);
  });

  it('never lets more than a burst pass within one window, whenever requests come, and those given back are none', () => {
    const request = fc.record({
      pause: fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 4_000 }), fc.constant(12_000)),
      key: fc.constantFrom('a', 'a', 'a', 'b', 'c'),
      part: fc.constantFrom(undefined, 'home', 'office'),
      /** Refused for our own fault, so long after it was counted. */
      refusedAfter: fc.option(fc.constantFrom(0, 10, 6_000)),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 300, size: 'max' }), (requests) => {
        const { clock, taken, passes } = limiter();
        const windows = new Map<string, { began: number; passed: number }>();
        for (const { pause, key, part, refusedAfter } of requests) {
          clock.now += pause;
          const last = windows.get(`${key} ${part}`);
          const open = last !== undefined && clock.now < last.began + 5_000;
          const expected = !open || last.passed < 10;
          assert.equal(passes(key, part), expected);
          if (!open) windows.set(`${key} ${part}`, { began: clock.now, passed: 1 });
          else if (expected) last.passed++;
          if (!expected || refusedAfter === null) continue;
          clock.now += refusedAfter;
          taken.giveBack(key, part);
          const counted = windows.get(`${key} ${part}`)!;
          if (clock.now < counted.began + 5_000) counted.passed--;
        }
      }),
    );
  });

  it('remembers no more windows than begin in the time of a few, and none of long ago', () => {
    const { clock, taken } = limiter();
    for (let n = 0; n < 10_000; n++) {
      clock.now += 50;
      taken.take('a', `${n}`);
      // A hundred begin while one lasts.
      assert.ok(taken.size <= 500, `${taken.size} windows`);
    }
    clock.now += 10_000;
    taken.take('a');
    assert.equal(taken.size, 1);
  });

  it('remembers the same callers while they keep coming', () => {
    const { clock, taken } = limiter();
    for (let n = 0; n < 10_000; n++) {
      clock.now += 50;
      taken.take('a', `${n % 50}`);
    }
    assert.equal(taken.size, 50);
  });
});
