import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from './exchange.ts';
import { type Check, pass } from './request-check.ts';

/** Takes an exchange through checks and returns the result. */
function outcomeOf(...checks: readonly Check[]) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const exchange = { refuse: (error: Error) => resolve(`refused: ${error.message}`) } as unknown as Exchange;
  let done: string | undefined;
  pass(exchange, checks, () => {
    done = 'passed';
    resolve(done);
  });
  return { promise, atOnce: done };
}
const order: number[] = [];
const check =
  (n: number): Check =>
  () => {
    order.push(n);
  };
const later =
  (n: number): Check =>
  async () => {
    await Promise.resolve();
    order.push(n);
  };
const fails: Check = () => {
  throw new Error('no');
};

describe('checks', () => {
  it('are passed in order, and at once if none of them waits', () => {
    order.length = 0;
    assert.equal(outcomeOf(check(1), check(2), check(3)).atOnce, 'passed');
    assert.deepEqual(order, [1, 2, 3]);
  });

  it('continue after one that waits', async () => {
    order.length = 0;
    const { atOnce, promise } = outcomeOf(check(1), later(2), check(3), later(4), check(5));
    assert.equal(atOnce, undefined);
    assert.equal(await promise, 'passed');
    assert.deepEqual(order, [1, 2, 3, 4, 5]);
  });

  it('stop at the first that throws or rejects', async () => {
    order.length = 0;
    assert.equal(await outcomeOf(check(1), fails, check(2)).promise, 'refused: no');
    assert.equal(await outcomeOf(later(3), fails, check(4)).promise, 'refused: no');
    assert.equal(await outcomeOf(async (exchange) => fails(exchange), check(5)).promise, 'refused: no');
    assert.deepEqual(order, [1, 3]);
  });
});
