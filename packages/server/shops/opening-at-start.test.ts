import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import { type OrganizationId, StoreUnavailable } from '../storage/ports.ts';
import { OpeningAtStart, type OpeningOptions } from './opening-at-start.ts';
import type { Shop } from './shop.ts';

/** Shops of a hundred bytes, each open once its turn is let go. */
function opening(
  ids: readonly string[],
  options: Partial<OpeningOptions> = {},
  broken?: string,
  outages = { list: 0, shop: 0 },
) {
  const away = { ...outages };
  const opened: string[] = [];
  const waiting: (() => void)[] = [];
  const shops = {
    get bytes() {
      return 100 * opened.length;
    },
    get: async (id: OrganizationId): Promise<Shop> => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (id === broken) throw new Error('It cannot be read.');
      if (away.shop-- > 0) throw new StoreUnavailable(new Error('It does not answer.'));
      opened.push(id);
      return {} as Shop;
    },
  };
  const asked: number[] = [];
  const organizations = {
    rankedSince: async (since: number) => {
      asked.push(since);
      if (away.list-- > 0) throw new StoreUnavailable(new Error('It does not answer.'));
      return ids as OrganizationId[];
    },
  };
  const start = new OpeningAtStart(organizations, shops, {
    since: 7,
    wait: 60_000,
    memory: 1_000,
    pause: () => nextTurn(),
    ...options,
  });
  const step = async () => {
    await after(1);
    waiting.shift()?.();
    await after(1);
  };
  return { start, opened, waiting, asked, step };
}

it('the shops used lately are opened one after the other, and readiness waits for all', async () => {
  const { start, opened, waiting, asked, step } = opening(['last', 'before']);
  await after(1);
  assert.deepEqual(asked, [7]);
  assert.equal(waiting.length, 1);
  assert.ok(start.isAwaited);
  await step();
  assert.deepEqual(opened, ['last']);
  assert.ok(start.isAwaited);
  await step();
  assert.deepEqual(opened, ['last', 'before']);
  assert.ok(!start.isAwaited);
});

it('where none was used, readiness does not wait', async () => {
  const { start } = opening([]);
  await after(1);
  assert.ok(!start.isAwaited);
});

it('a shop that cannot be read does not keep the others closed', async () => {
  const { start, opened, step } = opening(['broken', 'sound'], {}, 'broken');
  await step();
  await step();
  assert.deepEqual(opened, ['sound']);
  assert.ok(!start.isAwaited);
});

it('while the store is away nothing is opened, readiness waits, and its time does not begin', async () => {
  const { start, opened, asked, step } = opening(['last'], {}, undefined, { list: 2, shop: 1 });
  while (asked.length < 3) await nextTurn();
  assert.ok(start.isAwaited);
  while (opened.length === 0) await step();
  assert.ok(!start.isAwaited);
  assert.equal(asked.length, 3);

  let tries = 0;
  const never = opening(
    ['last'],
    {
      wait: 1,
      pause: async () => {
        tries++;
        await after(1);
      },
    },
    undefined,
    { list: Number.POSITIVE_INFINITY, shop: 0 },
  );
  while (tries < 5) await nextTurn();
  assert.ok(never.start.isAwaited);
  await never.start.stop();
  assert.ok(!never.start.isAwaited);
});

it('none is opened once they have their memory: with room for 200 bytes two are, with 201 three', async () => {
  for (const [memory, expected] of [
    [200, 2],
    [201, 3],
  ] as const) {
    const { start, opened, step } = opening(['a', 'b', 'c', 'd'], { memory });
    for (let k = 0; k < 4; k++) await step();
    assert.equal(opened.length, expected);
    assert.ok(!start.isAwaited);
  }
});

it('readiness waits so long and no longer, and the rest is opened all the same', async () => {
  const { start, opened, step } = opening(['slow', 'next'], { wait: 20 });
  assert.ok(start.isAwaited);
  await after(25);
  assert.ok(!start.isAwaited);
  await step();
  await step();
  assert.deepEqual(opened, ['slow', 'next']);
});

it('a stop waits for the shop under way and opens no other', async () => {
  const { start, opened, waiting, step } = opening(['a', 'b']);
  await after(1);
  const stopped = start.stop();
  await step();
  await stopped;
  assert.deepEqual(opened, ['a']);
  assert.equal(waiting.length, 0);
});
