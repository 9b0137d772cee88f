import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, count, number } from './format.ts';

const NOW = Date.UTC(2026, 0, 10, 12);

test('a number has separators, and a count its noun in the right number', () => {
  assert.equal(number(12345.6), '12,345.6');
  assert.equal(count(1, 'key'), '1 key');
  assert.equal(count(0, 'key'), '0 keys');
  assert.equal(count(1200, 'entry', 'entries'), '1,200 entries');
});

test('a time is told by its distance, in the largest unit that fits', () => {
  assert.equal(ago(NOW - 59_000, NOW), 'just now');
  assert.equal(ago(NOW - 60_000, NOW), '1 minute ago');
  assert.equal(ago(NOW - 26 * 3_600_000, NOW), 'yesterday');
  assert.equal(ago(NOW + 3 * 86_400_000, NOW), 'in 3 days');
  assert.equal(ago(new Date(NOW - 400 * 86_400_000).toISOString(), NOW), 'last year');
});
