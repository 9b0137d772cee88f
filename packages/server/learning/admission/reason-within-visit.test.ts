import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedSignal } from '../../storage/ports.ts';
import { readVisits } from '../visits.ts';
import { MOST_IN_WINDOW, MOST_OF_ONE_PRODUCT, reasonWithinVisit, WINDOW } from './reason-within-visit.ts';
import type { Reason } from './reasons.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const MINUTE = 60_000;

async function reasonOf(
  views: readonly (readonly [item: string, at: number])[],
  { source = 'block.send', data = undefined as string | undefined } = {},
): Promise<Reason | undefined> {
  const log: LoggedSignal[] = [
    { sequence: 1, type: 'context', at: NOON, value: source, data: '{"device":"desktop"}' },
    ...views.map(([value, at], n) => ({
      sequence: n + 2,
      type: 'product_view',
      value,
      at,
      ...(data !== undefined && { data }),
    })),
  ];
  const [visit] = await readVisits(log);
  return reasonWithinVisit(visit!);
}
const views = (count: number, item: (n: number) => string, apart: number) =>
  Array.from({ length: count }, (_, n) => [item(n), NOON + n * apart] as const);

test('a robot by its own User-Agent teaches nothing, whatever it does', async () => {
  assert.equal(await reasonOf([['a', NOON]], { source: 'robot' }), 'robot');
  assert.equal(await reasonOf([['a', NOON]]), undefined);
});

test('one product may be looked at thirty times in a visit, and no more often', async () => {
  assert.equal(await reasonOf(views(MOST_OF_ONE_PRODUCT, () => 'a', MINUTE)), undefined);
  assert.equal(await reasonOf(views(MOST_OF_ONE_PRODUCT + 1, () => 'a', MINUTE)), 'repetition');
});

test('thirty products at once may be what a page sent in one call; more in ten seconds is no person', async () => {
  const other = (n: number) => `p${n}`;
  assert.equal(await reasonOf(views(MOST_IN_WINDOW, other, 0)), undefined);
  assert.equal(await reasonOf(views(MOST_IN_WINDOW + 1, other, 0)), 'tempo');
  const apart = WINDOW / MOST_IN_WINDOW;
  assert.equal(await reasonOf(views(MOST_IN_WINDOW + 1, other, apart)), 'tempo');
  assert.equal(await reasonOf(views(MOST_IN_WINDOW + 1, other, apart + 1)), undefined);
});

test('haste is seen in all interactions, not in the ones that count', async () => {
  const two = (n: number) => (n % 2 === 0 ? 'a' : 'b');
  assert.equal(await reasonOf(views(MOST_IN_WINDOW, two, 0)), undefined);
  assert.equal(await reasonOf(views(MOST_IN_WINDOW + 1, two, 0)), 'tempo');
});

test('a visit of which everything arrived too late teaches nothing', async () => {
  assert.equal(await reasonOf([['a', NOON]], { data: '{"late":true}' }), 'late');
});
