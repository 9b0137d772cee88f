import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../model/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES } from '../testing/shops.ts';
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
  assert.equal(counted('memory_slots'), 'memory slots');
});

test('other numbers count nothing', () => {
  for (const name of ['size', 'class', 'labels per sheet', 'max ports', 'model number id', 'quantity'])
    assert.equal(counted(name), undefined, name);
  assert.equal(counted('core_count', [1.5, 2]), undefined);
  assert.equal(counted('core_count', [2, 1_000]), 'core');
  assert.equal(counted('core_count', [2, 1_001]), undefined);
});

test('a search for so many finds what is recorded with them, or says so in its title', () => {
  const others = Array.from({ length: 30 }, (_, k) => ({
    id: `o${k}`,
    title: `Red thing ${k}`,
    core_count: 2,
  }));
  const rows = [
    { id: 'named', title: 'Core 8 gb processor' },
    { id: 'two', title: 'Core 2 processor', core_count: 2 },
    { id: 'eight', title: 'Fast processor', core_count: 8 },
    { id: 'says', title: '8 core processor' },
    ...others,
  ];
  const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
  const { items } = rank({
    profile: undefined,
    index,
    model: emptyModel(),
    now: NOON,
    query: '8 core processor',
    limit: 2,
  });
  assert.deepEqual(items.map(({ id }) => id).sort(), ['eight', 'says']);
});
