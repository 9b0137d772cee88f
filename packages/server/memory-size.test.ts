import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf } from './memory-size.ts';

test('a buffer counts once, however many look at it', () => {
  const whole = new Float64Array(1_000);
  const bytes = bytesOf({ whole, part: whole.subarray(10), again: [whole], of: new Map([[whole, whole]]) });
  assert.ok(bytes >= 8_000 && bytes < 8_500, `${bytes}`);
});

test('long lists and maps count by what some of them hold', () => {
  const name = (n: number): string => `name ${n + 10_000}`;
  const list = Array.from({ length: 10_000 }, (_, n) => name(n));
  const map = new Map(list.map((text, n) => [text, [n]]));
  // Node.js retains 40 and 112 bytes for each.
  assert.ok(bytesOf(list) > 300_000 && bytesOf(list) < 500_000, `${bytesOf(list)}`);
  assert.ok(bytesOf(map) > 700_000 && bytesOf(map) < 1_500_000, `${bytesOf(map)}`);
});

test('what is no data counts nothing', () => {
  assert.equal(bytesOf(undefined) + bytesOf(null) + bytesOf(3) + bytesOf(() => 'x'), 0);
});
