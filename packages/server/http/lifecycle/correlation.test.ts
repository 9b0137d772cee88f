import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCorrelationId } from './correlation.ts';

test('a correlation id is unique, and safe to print and to send as a header', () => {
  const ids = Array.from({ length: 1_000 }, newCorrelationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/);
});
