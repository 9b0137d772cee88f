import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryCounts } from './query-counts.ts';

/** What is suggested after so many sessions sent each query. */
function suggested(sent: Readonly<Record<string, number>>) {
  const asked = new QueryCounts();
  for (const [value, sessions] of Object.entries(sent)) {
    for (let k = 0; k < sessions; k++) {
      asked.add([value]);
    }
  }
  return asked.frequent();
}

test('a query keeps the accents with which most sessions sent it', () => {
  assert.deepEqual(suggested({ 'Crème  brûlée': 6, 'creme brulee': 5 }), [
    { query: 'crème brûlée', sessions: 11 },
  ]);
  assert.deepEqual(suggested({ 'crème brulée': 5, 'creme brulee': 7 }), [
    { query: 'creme brulee', sessions: 12 },
  ]);
});

test('a spelling of fewer than five sessions is nobody else’s to see', () => {
  assert.deepEqual(suggested({ 'crème brûlée': 4, 'crême brulée': 3 }), [
    { query: 'creme brulee', sessions: 7 },
  ]);
});

test('queries of fewer than five sessions are not suggested, however they are spelled', () => {
  assert.deepEqual(suggested({ 'crème brûlée': 2, 'creme brulee': 2 }), []);
});
