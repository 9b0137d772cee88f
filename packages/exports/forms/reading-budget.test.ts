import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPORT_LIMITS } from '../limits.ts';
import { FREE_BYTES, MAX_RATIO, ReadingBudget } from './reading-budget.ts';

const given = 1_000_000;
const budget = (bytes = given) => new ReadingBudget(EXPORT_LIMITS, bytes);
const TOO_LARGE = { code: 'too_large' };

test('a file unpacks to 200 times its bytes, to 8 MB whatever it has, and never to more than its limit', () => {
  for (const [bytes, most] of [
    [1_000, FREE_BYTES],
    [given, MAX_RATIO * given],
    [10 * given, EXPORT_LIMITS.unpackedBytes],
  ]) {
    budget(bytes).unpacked(most);
    assert.throws(() => budget(bytes).unpacked(most + 1), TOO_LARGE);
    const inPieces = budget(bytes);
    inPieces.unpacked(most);
    assert.equal(inPieces.unpackable, 0);
    assert.throws(() => inPieces.unpacked(1), TOO_LARGE);
  }
  assert.throws(
    () => budget().unpacked(MAX_RATIO * given + 1),
    /more than 200 MB, over 200 times what it has packed/,
  );
  assert.throws(() => budget(10 * given).unpacked(5e8 + 1), /more than 500 MB\. Split it by shelf/);
});

test('cells that are repeated, elements and rows are bounded by the bytes that arrived', () => {
  budget().values(500_000 + 10 * given);
  assert.throws(() => budget().values(500_001 + 10 * given), /more than 10,500,000 cells/);
  budget().nodes(500_000 + 2 * given);
  assert.throws(() => budget().nodes(500_001 + 2 * given), /more than 2,500,000 elements or objects/);
  budget(1_000).rows(1_010_000);
  assert.throws(() => budget(1_000).rows(1_010_001), /more than 1,010,000 rows/);
  assert.deepEqual([budget(1_000).table.cells, budget(1e9).table.cells], [5_020_000, EXPORT_LIMITS.cells]);
});

test('a text that is referred to often counts each time', () => {
  const cells = budget();
  for (let at = 0; at < 200; at++) cells.row(['x'.repeat(1_000_000)]);
  assert.throws(() => cells.row(['x']), TOO_LARGE);
  assert.throws(() => budget().row(['', 'x'.repeat(1_000_001)], { line: 7 }), {
    ...TOO_LARGE,
    line: 7,
    column: 2,
  });
});
