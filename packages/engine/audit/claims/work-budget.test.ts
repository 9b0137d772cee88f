import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALTERNATIVES, COUNTED_IN_ALL, LOOKED_UP_IN_ALL } from '../constants.ts';
import { comparedCells, workBudget } from './work-budget.ts';

test('however many claims there are and however long lists and texts, the work of a call has a bound', () => {
  // Files of 2 MB hold at most about two million pairs beside each other: long lists leave no room for many columns,
  // nor for long texts.
  const most = 2_000_000;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: most }), (claims, any) => {
      const pairs = Math.max(1, Math.floor(any / claims));
      const { learned, judged } = workBudget(claims, pairs);
      assert.ok(learned * claims * pairs <= COUNTED_IN_ALL);
      assert.ok(2 * (ALTERNATIVES + 1) * judged * claims * pairs <= 9 * LOOKED_UP_IN_ALL);
    }),
  );
});

test('a few claims on an ordinary export are judged by as many cells as one claim', () => {
  for (const claims of [1, 10, 40]) assert.deepEqual(workBudget(claims, 80), { learned: 4_000, judged: 300 });
  assert.ok(comparedCells(40, 50) > 40_000, 'all cells of any file with as many columns');
  assert.ok(workBudget(500, 12).judged >= 100);
});
