import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysUpTo, perOperation } from './series.ts';

const operation = (name: string, requests: number) => ({ operation: name, requests, endpoints: {} });

test('days end with the current UTC day, across the end of a month', () => {
  assert.deepEqual(daysUpTo(new Date('2026-03-01T23:59:00Z'), 3), ['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('each operation has one value a day, 0 on days without a request, and the largest comes first', () => {
  const usage = [
    { day: '2026-02-27', operations: [operation('track', 2)] },
    { day: '2026-03-01', operations: [operation('track', 1), operation('catalog', 9)] },
    { day: '2025-01-01', operations: [operation('catalog', 100)] },
  ];
  assert.deepEqual(perOperation(usage, ['2026-02-27', '2026-02-28', '2026-03-01']), [
    { name: 'catalog', values: [0, 0, 9] },
    { name: 'track', values: [2, 0, 1] },
  ]);
});
