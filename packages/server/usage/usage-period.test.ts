import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf, usageCsv, usageDay, usagePeriod } from './index.ts';

const NOW = Date.UTC(2026, 2, 4, 23, 59);

test('usage is that of the month up to today, unless days are given', () => {
  assert.deepEqual(usagePeriod({}, NOW), { from: '2026-03-01', to: '2026-03-04' });
  assert.deepEqual(usagePeriod({ to: '2026-02-10' }, NOW), { from: '2026-02-01', to: '2026-02-10' });
  assert.equal(daysOf(usagePeriod({ from: '2026-02-27' }, NOW)), 6);
  assert.throws(() => usagePeriod({ from: '2026-03-05' }, NOW), { name: 'InvalidInput' });
});

test('a day is one of the calendar', () => {
  assert.equal(usageDay('2028-02-29'), '2028-02-29');
  for (const wrong of ['', '2026-02-29', '2026-3-1', '2026-03-01T00:00:00Z', 'today']) {
    assert.throws(() => usageDay(wrong), { name: 'InvalidInput' }, wrong);
  }
});

test('the CSV has a line for each day and endpoint', () => {
  const endpoints = { '/track': 2, '/track/behavior': 1 };
  assert.equal(
    usageCsv([{ day: '2026-03-01', lines: [{ operation: 'track', requests: 3, endpoints }] }]),
    'day,operation,endpoint,requests\r\n2026-03-01,track,/track,2\r\n2026-03-01,track,/track/behavior,1\r\n',
  );
});
