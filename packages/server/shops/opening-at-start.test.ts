import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { OrganizationId } from '../storage/ports.ts';
import { OpeningAtStart, type OpeningOptions } from './opening-at-start.ts';
import type { Shop } from './shop.ts';

/** Shops of a hundred bytes, each open once its turn is let go. */
function opening(ids: readonly string[], options: Partial<OpeningOptions> = {}, broken?: string) {
  const opened: string[] = [];
  const waiting: (() => void)[] = [];
  const shops = {
    get bytes() {
      return 100 * opened.length;
    },
    get: async (id: OrganizationId): Promise<Shop> => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (id === broken) throw new Error('It cannot be read.');
      opened.push(id);
      return {} as Shop;
    },
  };
  const asked: number[] = [];
  const organizations = {
    rankedSince: async (since: number) => {
      asked.push(since);
      return ids as OrganizationId[];
    },
  };
  const start = new OpeningAtStart(organizations, shops, {
    since: 7,
    wait: 60_000,
    memory: 1_000,
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
