import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VerifyResult } from '@decidable/engine/audit';
import { verifyAsShown } from './shown-names.ts';

function shown(...names: string[]): string[] {
  const attributes = names.map((attribute) => ({ attribute }));
  return verifyAsShown({ attributes } as unknown as VerifyResult).attributes.map(
    ({ attribute }) => attribute,
  );
}

test('a column is shown without the key that the shop system writes behind its name', () => {
  assert.deepEqual(shown('Fabric (product.metafields.shopify.fabric)', 'Width (in)', 'Size (EU)'), [
    'Fabric',
    'Width (in)',
    'Size (EU)',
  ]);
});

test('columns that would have one name keep a part of the key, in any order of the columns', () => {
  const key = 'Colour (product.metafields.shopify.color-pattern)';
  assert.deepEqual(shown('Colour', key), ['Colour', 'Colour (color-pattern)']);
  assert.deepEqual(shown(key, 'colour'), ['Colour (color-pattern)', 'colour']);
  assert.deepEqual(shown('Fit (a.b.c)', 'Fit (x.y.z)'), ['Fit (c)', 'Fit (z)']);
  assert.deepEqual(shown('Fit (a.b.c)', 'Fit (x.y.c)'), ['Fit (a.b.c)', 'Fit (x.y.c)']);
});

test('a name of 60 characters is shown whole, a longer one is cut', () => {
  assert.deepEqual(shown('n'.repeat(60)), ['n'.repeat(60)]);
  assert.deepEqual(shown('n'.repeat(61)), [`${'n'.repeat(59)}…`]);
  const long = ['n'.repeat(61), 'n'.repeat(62)];
  assert.deepEqual(shown(...long), long);
});
