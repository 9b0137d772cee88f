import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../errors/refusal.ts';
import type { Limiter, Verdict } from './limiter.ts';
import { RateRule } from './rate-rule.ts';

const rule = (limiter: Partial<Limiter>) =>
  new RateRule('key', { rate: 2, burst: 10 }, 'Too often.', limiter as Limiter);

const isRefusal = (error: unknown) => {
  assert.ok(error instanceof Refusal);
  assert.equal(error.status, 429);
  assert.equal(error.message, 'Too often. Try again in 4 s.');
  assert.deepEqual(error.headers, {
    'retry-after': '4',
    ratelimit: '"key";r=0;t=4',
    'ratelimit-policy': '"key";q=10;w=5',
  });
  assert.deepEqual(error.details, {
    limit: 'key',
    most: 10,
    unit: 'requests',
    windowSeconds: 5,
    retryAfterSeconds: 4,
  });
  return true;
};

describe('a rate rule', () => {
  it('tells what is left and for how long, and all of it where nothing was used or the window is over', () => {
    const { left, item } = {
      left: (used: number, ends: number) => rule({}).left({ used, ends }, 1_000),
      item: (used: number, ends: number) => rule({}).item({ used, ends }, 1_000),
    };
    assert.deepEqual([left(3, 2_500), item(3, 2_500)], [7, '"key";r=7;t=2']);
    // Several services count together, and may count more than a burst.
    assert.deepEqual([left(12, 1_001), item(12, 1_001)], [0, '"key";r=0;t=1']);
    assert.deepEqual([left(3, 1_000), item(3, 1_000)], [10, '"key";r=10;t=5']);
    assert.equal(rule({}).item(undefined, 1_000), '"key";r=10;t=5');
  });

  it('lets pass what its limiter does, without a promise where the limiter answers at once', () => {
    assert.equal(rule({ take: () => undefined }).take('a'), undefined);
    assert.equal(rule({ check: () => undefined }).check('a'), undefined);
  });

  it('refuses with the time to wait in whole seconds, and with the limit', () => {
    const full = { take: () => ({ retryAfter: 3_200 }), check: () => ({ retryAfter: 3_200 }) };
    assert.throws(() => rule(full).take('a'), isRefusal);
    assert.throws(() => rule(full).check('a'), isRefusal);
  });

  it('waits for a limiter that several services share', async () => {
    const later = (verdict: Verdict) => rule({ take: async () => verdict });
    await later(undefined).take('a');
    await assert.rejects(async () => later({ retryAfter: 3_200 }).take('a'), isRefusal);
  });
});
