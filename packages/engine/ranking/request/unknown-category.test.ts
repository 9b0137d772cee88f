import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '../../catalogue/index.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { unknownCategory } from './unknown-category.ts';

const categoriesOf = (...names: readonly string[]) => {
  const rows = Array.from({ length: 40 }, (_, i) => `p${i},${names[i % names.length]}`);
  const catalogue = interpret(readTable(['sku,category', ...rows].join('\n')));
  return buildIndex(catalogue, recogniseRoles(catalogue)).category;
};
const clothes = categoriesOf('Hiking boots', 'Hats', 'Scarves', 'Gloves');

test('a misspelled category is answered with the category that it resembles', () => {
  assert.match(unknownCategory(clothes, 'hikingboot').message, /Near it: "Hiking boots"\.$/);
  assert.match(unknownCategory(clothes, 'scarfs').message, /Near it: "Scarves"\.$/);
});

test('a category that resembles none is answered with three that there are', () => {
  const { code, field, message } = unknownCategory(clothes, 'xylophone');
  assert.deepEqual([code, field], ['unknown_category', 'category']);
  assert.match(message, /no category "xylophone"\. It has, for example: "[^"]+", "[^"]+", "[^"]+"\.$/);
});

test('a catalogue without categories says that no column names any', () => {
  assert.match(unknownCategory(undefined, 'boots').message, /no column that names categories/);
});
