import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns, Pace } from './time-slices.ts';

/** Work that takes longer than a slice at each step. */
function* heavy(steps: number, note: () => void): Generator<void, number> {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + 5;
    while (performance.now() < until);
    note();
    yield;
  }
  return steps;
}

test('of works that go on in steps, one goes on a turn, and each in its turn', async () => {
  let turn = 0;
  let over = false;
  const count = () => {
    turn++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const order: string[] = [];
  const work = (name: string) =>
    inTurns(
      heavy(4, () => {
        turns.push(turn);
        order.push(name);
      }),
    );
  assert.deepEqual(await Promise.all([work('a'), work('b'), work('c')]), [4, 4, 4]);
  over = true;
  assert.equal(order.join(''), 'abcabcabcabc');
  // All begin in the turn in which they are asked for.
  const later = turns.slice(3);
  assert.equal(new Set(later).size, later.length);
});

test('rests when its turn has lasted long enough, or sooner where what follows takes long', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const pace = new Pace();
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  now = 3.9;
  await pace.rest();
  assert.equal(turned, false);
  await pace.rest(3.9);
  assert.equal(turned, true);
  turned = false;
  setImmediate(() => {
    turned = true;
  });
  now += 4;
  await pace.rest();
  assert.equal(turned, true);
});
