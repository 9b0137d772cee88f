import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { inTurns, Pace, SERVICE } from './time-slices.ts';
import { charging, observeWork } from './timing/work.ts';

/** No task of an earlier test is left in the turn. */
beforeEach(async () => {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
});

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

/** Counts the turns of the event loop until it is told to stop. */
function countedTurns() {
  const state = { turn: 0, over: false };
  const count = () => {
    state.turn++;
    if (!state.over) setImmediate(count);
  };
  setImmediate(count);
  return state;
}

test('of long tasks one goes on a turn, each in its turn, also where all were asked for in the same', async () => {
  const counted = countedTurns();
  const turns: number[] = [];
  const order: string[] = [];
  const work = (name: string) =>
    inTurns(
      heavy(4, () => {
        turns.push(counted.turn);
        order.push(name);
      }),
    );
  assert.deepEqual(await Promise.all([work('a'), work('b'), work('c')]), [4, 4, 4]);
  counted.over = true;
  // The first begins at once.
  assert.equal(order.join(''), 'aabcabcabcbc');
  assert.equal(new Set(turns).size, turns.length);
});

test('the work of a task is charged to its owner and its request, slice by slice, also where it fails', async () => {
  const told: [owner: string, milliseconds: number][] = [];
  const leave = observeWork((owner, milliseconds) => told.push([owner, milliseconds]));
  const charged = { a: 0, b: 0 };
  const charge = (name: 'a' | 'b') => (milliseconds: number) => {
    charged[name] += milliseconds;
  };
  try {
    let beforeEnd = 0;
    const whole = (name: 'a' | 'b', steps: number) =>
      charging(charge(name), () =>
        inTurns(
          heavy(steps, () => {
            beforeEnd = told.length;
          }),
          `org-${name}`,
        ),
      );
    await Promise.all([whole('a', 6), whole('b', 2)]);
    assert.ok(beforeEnd > 0, 'nothing was charged while it ran');
    const paced = charging(charge('b'), async () => {
      const pace = new Pace('org-b');
      for (let step = 0; step < 3; step++) {
        heavy(1, () => {}).next();
        await pace.rest();
      }
    });
    await paced;
    const failing = function* (): Generator<void, never> {
      heavy(1, () => {}).next();
      yield;
      throw new Error('at fault');
    };
    const before = charged.a;
    await assert.rejects(charging(charge('a'), () => inTurns(failing(), 'org-a')));
    assert.ok(charged.a > before);
    const of = (name: string) =>
      told.filter(([owner]) => owner === name).reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
    for (const name of ['a', 'b'] as const) assert.ok(Math.abs(charged[name] - of(`org-${name}`)) < 1e-6);
    assert.ok(charged.a > 0 && charged.b > 0);
  } finally {
    leave();
  }
});

test('between two slices some turns are free for short requests', async () => {
  const counted = countedTurns();
  const turns: number[] = [];
  await inTurns(heavy(5, () => turns.push(counted.turn)));
  counted.over = true;
  const gaps = turns.slice(2).map((turn, n) => turn - turns[n + 1]);
  assert.ok(
    gaps.every((gap) => gap > 3),
    String(gaps),
  );
});

test('short tasks share a turn', async () => {
  let over = 0;
  const turns: number[] = [];
  await inTurns(heavy(1, () => {}));
  const counted = countedTurns();
  const short = function* () {
    over++;
    turns.push(counted.turn);
    yield;
  };
  // Holds the turn, so that the others wait.
  const long = inTurns(heavy(2, () => {}));
  await Promise.all(Array.from({ length: 50 }, () => inTurns(short())));
  await long;
  counted.over = true;
  assert.equal(over, 50);
  assert.ok(new Set(turns).size <= 25, String(turns));
});

test('a task of another organization waits for one slice, however many tasks of the first one wait', async () => {
  const order: string[] = [];
  const work = (owner: string, name: string) =>
    inTurns(
      heavy(2, () => order.push(name)),
      owner,
    );
  const all = Array.from({ length: 10 }, (_, n) => work('busy', `b${n}`));
  all.push(work('other', 'o'));
  await Promise.all(all);
  assert.deepEqual(order.slice(0, 6), ['b0', 'b0', 'o', 'b1', 'o', 'b2']);
});

test('a paced loop takes part in the same turns', async () => {
  const order: string[] = [];
  const loop = async (owner: string, name: string) => {
    const pace = new Pace(owner);
    for (let n = 0; n < 2; n++) {
      const rest = pace.rest();
      if (rest !== undefined) await rest;
      const until = performance.now() + 5;
      while (performance.now() < until);
      order.push(name);
    }
  };
  const all = Array.from({ length: 4 }, (_, n) => loop('busy', `b${n}`));
  all.push(loop('other', 'o'));
  await Promise.all(all);
  assert.deepEqual(order.slice(0, 5), ['b0', 'b0', 'o', 'b1', 'o']);
});

test('rests when its turn has lasted long enough, or sooner where what follows takes long', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const pace = new Pace(SERVICE);
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
