import assert from 'node:assert/strict';
import { it } from 'node:test';
import { timeOrderedId } from './time-ordered-id.ts';

it('a time-ordered id is a UUID of version 7', () => {
  assert.match(
    timeOrderedId(Date.UTC(2025, 2, 14)),
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

it('ids of later times are greater, and ids of one time differ', () => {
  const times = [1, 255, 256, Date.UTC(1999, 0), Date.UTC(2025, 0), Date.UTC(2525, 0)];
  const ids = times.map(timeOrderedId);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(Array.from({ length: 1_000 }, () => timeOrderedId(7))).size, 1_000);
});
