import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, foldAll } from '@decidable/engine/session';
import { arrivedLate, OLDEST_THAT_TEACHES, withLateMarks } from './late-signals.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const view = (age: number, type = 'product_view') => ({ type, value: 'a', at: NOON - age });

test('signals that an offline queue explains stay as they are', () => {
  const signals = [view(0), view(OLDEST_THAT_TEACHES)];
  assert.equal(withLateMarks(signals, NOON), signals);
});

test('an older one about a product is marked, the others of its call are not', () => {
  const signals = [view(OLDEST_THAT_TEACHES + 1), view(0), view(OLDEST_THAT_TEACHES + 1, 'sort')];
  const marked = withLateMarks(signals, NOON);
  assert.deepEqual(marked.map(arrivedLate), [true, false, false]);
  assert.deepEqual(marked.slice(1), signals.slice(1));
});

test('a mark changes nothing of the session itself', () => {
  const signals = [view(OLDEST_THAT_TEACHES + 1)];
  const folded = foldAll(emptyProfile(NOON), withLateMarks(signals, NOON));
  assert.deepEqual(folded, foldAll(emptyProfile(NOON), signals));
});
