import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '@decidable/engine/catalogue';
import { buildCompletions, buildIndex, measuredIn, packIndex } from '@decidable/engine/ranking';
import { vocabularyOf } from '@decidable/engine/session';
import { SIXTY_PRODUCTS } from '../../testing/service-under-test.ts';
import { phrasesOf, traitCounts } from '../catalogue-traits.ts';
import { shownColumn } from '../displayed-attributes.ts';
import type { BuiltCatalogue } from '../shop.ts';
import { INDEX_FORMAT, openCatalogue, writeCatalogue } from './catalogue-file.ts';

function built(csv: string): BuiltCatalogue {
  const catalogue = interpret(readTable(csv));
  const index = buildIndex(catalogue, recogniseRoles(catalogue));
  const shown = catalogue.attributes.map(({ name, cell, cells, values }) =>
    shownColumn(
      name,
      cell,
      cells.map((of) => of.map((value) => values[value].label)),
    ),
  );
  const { phrases, longest } = vocabularyOf(phrasesOf(index), index.terms);
  const completions = buildCompletions(catalogue, index);
  const values = { phrases, longest };
  return { index: packIndex(index), completions, counts: traitCounts(index), shown, values };
}

test('a catalogue is opened as it was built', async () => {
  const made = built(SIXTY_PRODUCTS);
  assert.deepEqual(await openCatalogue(writeCatalogue(made)), made);
});

test('what columns measure is opened as it was built', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => `p${i},thing ${i},${i % 60} cm`);
  const made = built(['id,title,width', ...rows].join('\n'));
  const { index } = await openCatalogue(writeCatalogue(made));
  const [width] = measuredIn(index.columns);
  assert.equal('sizes' in width && width.sizes.length, 60);
  assert.deepEqual(index, made.index);
});

test('paths of a category are opened as they were built', async () => {
  const rows = Array.from(
    { length: 24 },
    (_, i) => `p${i},thing ${i} of all,Clothing > ${['Hats', 'Boots'][i % 2]}`,
  );
  const made = built(['id,title,category', ...rows].join('\n'));
  assert.deepEqual(
    [...made.index.columns.find(({ name }) => name === 'category')!.paths!.names.keys()].sort(),
    ['boots', 'clothing', 'clothing-boots', 'clothing-hats', 'hats'],
  );
  assert.deepEqual(await openCatalogue(writeCatalogue(made)), made);
});

test('lists longer than a section are opened whole, whatever their texts', async () => {
  const rows = Array.from({ length: 4_321 }, (_, i) => `id-${i},"名 ${i} ""é""",${['Hats', 'Boots'][i % 2]}`);
  const made = built(['id,title,category', ...rows].join('\n'));
  assert.deepEqual(await openCatalogue(writeCatalogue(made)), made);
});

test('the number of the format is raised where what is built changes: a stored index is opened by it', () => {
  const file = writeCatalogue(built(SIXTY_PRODUCTS));
  const checksum = new DataView(file.buffer).getUint32(12, true).toString(16);
  assert.deepEqual([INDEX_FORMAT.split(' ')[0], checksum], ['14', 'b078fa1f'], 'note both here');
});
