import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, type Row } from '../testing/shops.ts';
import { buildIndex } from './catalogue-index.ts';
import { measuredIn } from './number-columns.ts';

/** What a column of these numbers counts, by its name. */
function counted(name: string, numbers: readonly number[] = [1, 2, 4]): string | undefined {
  const rows = numbers.map((number, k) => ({ id: `p${k}`, title: `Thing ${k}`, [name]: number }));
  const [column] = measuredIn(buildIndex(catalogueOf(rows, { title: 'text' }), ROLES).columns);
  return column !== undefined && 'noun' in column ? [...column.modifiers, column.noun].join(' ') : undefined;
}

test('a column counts what its name says', () => {
  assert.equal(counted('core_count'), 'core');
  assert.equal(counted('Number of processor cores'), 'processor cores');
  assert.equal(counted('HDMI ports quantity'), 'hdmi ports');
});

test('other numbers count nothing', () => {
  for (const name of [
    'size',
    'memory_slots',
    'labels per sheet',
    'max ports count',
    'model_number',
    'quantity',
    'case_qty',
    'stock_quantity',
    'pack_count',
    'review_count',
  ])
    assert.equal(counted(name), undefined, name);
  assert.equal(counted('core_count', [1.5, 2]), undefined);
  assert.equal(counted('core_count', [2, 1_000]), 'core');
  assert.equal(counted('core_count', [2, 1_001]), undefined);
});

/** The first ids of a search in a shop of these rows, among thirty things with two cores. */
function firstOf(query: string, limit: number, ...rows: readonly Row[]): string[] {
  const others = Array.from({ length: 30 }, (_, k) => ({
    id: `o${k}`,
    title: `Red thing ${k}`,
    core_count: 2,
  }));
  const index = buildIndex(catalogueOf([...rows, ...others], { title: 'text' }), ROLES);
  const request = { profile: undefined, index, model: emptyModel(), now: NOON, query, limit };
  return rank(request).items.map(({ id }) => id);
}

test('a search for so many finds what is recorded with them, or says so in its title', () => {
  const rows = [
    { id: 'named', title: 'Core 8 gb processor' },
    { id: 'two', title: 'Core 2 processor', core_count: 2 },
    { id: 'eight', title: 'Fast processor', core_count: 8 },
    { id: 'says', title: '8 core processor' },
  ];
  assert.deepEqual(firstOf('8 core processor', 2, ...rows).sort(), ['eight', 'says']);
});

test('a count leaves other numbers and units of the search what they are, in either order', () => {
  const rows = [
    { id: 'right', title: 'Laptop 16 GB blue', core_count: 8 },
    { id: 'wrong', title: 'Laptop 8 GB red', core_count: 8 },
  ];
  assert.equal(firstOf('laptop 16 gb 8 core', 1, ...rows)[0], 'right');
  assert.equal(firstOf('laptop 8 core 16 gb', 1, ...rows)[0], 'right');
});
