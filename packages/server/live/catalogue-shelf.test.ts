import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '@decidable/engine/catalogue';
import { buildIndex } from '@decidable/engine/ranking';
import { emptyProfile, foldAll, type Persona, personasOf } from '@decidable/engine/session';
import { shelfOf } from './catalogue-shelf.ts';
import { SIXTY_PRODUCTS } from './testing.ts';

const NOON = Date.UTC(2026, 2, 4, 12);

const shelfOfCsv = (csv: string) => {
  const catalogue = interpret(readTable(csv));
  return shelfOf(buildIndex(catalogue, recogniseRoles(catalogue)));
};
const sixty = shelfOfCsv(SIXTY_PRODUCTS);

const personasAfter = (shelf: ReturnType<typeof shelfOf>, ...signals: readonly string[]) =>
  personasOf(
    foldAll(
      emptyProfile(NOON),
      signals.map((signal) => {
        const [type = '', value = ''] = signal.split(':');
        return { type, value, at: NOON };
      }),
    ),
    NOON,
    shelf,
  );
const named = (personas: readonly Persona[], id: string): Persona | undefined =>
  personas.find((persona) => persona.id === id);

test('a filter that names a brand or a category is an interest in that brand or category', () => {
  const personas = personasAfter(sixty, 'attribute_filter:Brand=acme', 'attribute_filter:category=Boots');
  assert.equal(named(personas, 'brand:acme')?.label, 'Interested in the brand Acme');
  assert.equal(named(personas, 'category:boots')?.label, 'Interested in Boots');
});

test('an attribute is found by its name and by its handle', () => {
  const shelf = shelfOfCsv(
    [
      'sku,Shoe size,colour',
      ...Array.from({ length: 20 }, (_, i) => `p${i},${i % 2 === 0 ? 'Wide' : 'Slim'},${i % 3}c`),
    ].join('\n'),
  );
  for (const name of ['Shoe size=Wide', 'shoe-size=wide']) {
    assert.equal(shelf.find('attribute', name)?.label, 'Shoe size=Wide');
  }
});
