import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchSession } from '../session-files.ts';
import { honestVisits } from './honest-visits.ts';

const sessions = (gap: number): BenchSession[] =>
  Array.from({ length: 300 }, (_, s) => ({
    id: `s${s}`,
    steps: Array.from({ length: 4 }, (_, k) => ({ item: `p${k}`, at: 1e12 + s * 1e6 + k * gap })),
  }));

test('real times stay as they are', () => {
  const given = sessions(30_000);
  assert.deepEqual(
    honestVisits(given, 1).map(({ steps }) => steps),
    given.map(({ steps }) => steps),
  );
});

test('ordinal times get the pauses of shoppers, and the visits of a day its hours, in their order', () => {
  const given = sessions(10);
  const visits = honestVisits(given, 1);
  const pauses = visits.flatMap(({ steps }) => steps.slice(1).map(({ at }, k) => at - steps[k].at));
  pauses.sort((a, b) => a - b);
  const median = pauses[pauses.length >> 1];
  assert.ok(median > 40_000 && median < 70_000, `${median} ms`);
  assert.ok(pauses.at(-1)! < 30 * 60_000, 'no pause ends a visit');
  const begins = visits.map(({ steps }) => steps[0].at);
  assert.deepEqual(
    begins,
    begins.toSorted((a, b) => a - b),
  );
  const dayOf = (at: number) => Math.floor(at / 86_400_000);
  assert.deepEqual(
    begins.map(dayOf),
    given.map(({ steps }) => dayOf(steps[0].at)),
  );
  assert.equal(new Set(begins.map((at) => Math.floor(at / 3_600_000) % 24)).size, 24);
});

test('a fifth of the shoppers share the blocks of carriers', () => {
  const blocks = honestVisits(sessions(10), 1).map(({ address }) => address.split('.').slice(0, 3).join('.'));
  const shared = blocks.filter((block) => block.startsWith('100.'));
  assert.ok(shared.length > 30 && shared.length < 90, `${shared.length} of 300`);
  assert.ok(new Set(shared).size < shared.length / 1.5);
});
