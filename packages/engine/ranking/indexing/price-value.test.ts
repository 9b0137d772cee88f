import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '../../catalogue/index.ts';
import { buildIndex } from './catalogue-index.ts';
import { priceOf } from './price-value.ts';

test('zero and negative amounts are no prices', () => {
  for (const label of ['0', '0.00', '-5', 'free']) assert.equal(priceOf({ label }), Number.NaN);
});

test('what is paid is the sale price where a product has a lower one, row by row', () => {
  const rows = [
    'a,20,15',
    'b,20,',
    'c,20,0',
    'd,20,25',
    'e,,9',
    ...Array.from({ length: 9 }, (_, i) => `p${i},${30 + i},`),
  ];
  const catalogue = interpret(readTable(`sku,Regular price,Sale price\n${rows.join('\n')}\n`));
  const { logPrice } = buildIndex(catalogue, recogniseRoles(catalogue));
  assert.deepEqual(
    [...logPrice.slice(0, 5)].map((log) => Math.round(Math.exp(log))),
    [15, 20, 20, 20, 9],
  );
});
