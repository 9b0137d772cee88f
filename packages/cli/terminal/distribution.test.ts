import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditedAttribute, Distribution } from '@decidable/engine/audit';
import stringWidth from 'string-width';
import { distributionLine } from './distribution.ts';

const line = (distribution: Distribution | undefined, columns = 60, kind = 'category') =>
  distributionLine({ kind, distribution } as unknown as AuditedAttribute, columns);
const values = [
  { value: 'black', products: 41 },
  { value: 'white', products: 22 },
  { value: 'red', products: 9 },
];

test('as many values as fit are named, the others counted', () => {
  const distribution = { values, others: { values: 14, products: 30 } };
  assert.equal(line(distribution), 'black 41 · white 22 · red 9 · 14 others');
  assert.equal(line(distribution, 38), 'black 41 · white 22 · 15 others');
  assert.equal(line({ values }), 'black 41 · white 22 · red 9');
  assert.equal(line(undefined), undefined);
});

test('numbers are a histogram with range, unit and median', () => {
  const distribution = {
    bins: [
      { from: 10, to: 20, products: 8 },
      { from: 20, to: 30, products: 0 },
      { from: 30, to: 1500, products: 1 },
    ],
    range: { min: 12, median: 14.5, max: 1500 },
    unit: 'g',
    others: { values: 2, products: 3 },
  };
  assert.equal(line(distribution), '█·▁ 12 to 1,500 g, half at most 14.5 · 3 are no number');
  assert.equal(
    line({
      bins: distribution.bins.slice(0, 1),
      range: { min: 1999, median: 2010, max: 2020 },
      unit: 'year',
    }),
    '1999 to 2020, half by 2010',
  );
});

test('of a boolean the share is shown', () => {
  const flags = [
    { value: '1', products: 30 },
    { value: '0', products: 10 },
  ];
  assert.equal(line({ values: flags }, 60, 'boolean'), 'yes (1) 30 · no (0) 10 (75 % yes)');
});

test('a long or wide value never makes the line wider than its room', () => {
  const wide = [{ value: '幅'.repeat(80), products: 3 }];
  for (const columns of [20, 40]) assert.ok(stringWidth(line({ values: wide }, columns) ?? '') <= columns);
});
