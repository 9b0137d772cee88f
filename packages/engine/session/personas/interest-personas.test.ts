import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, foldAll } from '../profile/fold.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { CatalogueTraits, Persona, Trait } from '../types.ts';
import { personasOf } from './personas.ts';

const BOOTS: Trait = { kind: 'category', name: 'boots', label: 'Boots', share: 0.2 };
const ALL: Trait = { kind: 'attribute', name: 'material=leather', label: 'material=Leather', share: 1 };
const RED: Trait = { kind: 'attribute', name: 'colour=red', label: 'colour=Red', share: 0.1 };
const catalogue: CatalogueTraits = {
  product: (id) => ({ traits: id.startsWith('red') ? [BOOTS, ALL, RED] : [BOOTS, ALL] }),
  find: (kind, name) => [BOOTS, ALL, RED].find((trait) => trait.kind === kind && trait.name === name),
  priceRank: () => undefined,
};
function interests(...signals: readonly (readonly [type: string, value: string])[]): readonly Persona[] {
  const log = signals.map(([type, value], k) => ({ type, value, at: k }));
  return personasOf(readProfile(foldAll(emptyProfile(0), log)), log.length, catalogue).filter(
    ({ kind }) => kind === 'interest',
  );
}
const ids = (personas: readonly Persona[]): string[] => personas.map(({ id }) => id);

test('a value of an explicit signal is listed in the spelling of the catalogue', () => {
  const [persona] = interests(['category_view', 'boots']);
  assert.equal(persona.id, 'category:boots');
  assert.equal(persona.label, 'Interested in Boots');
  assert.equal(persona.evidence[0].signal, 'category_view:boots');
});

test('an explicit signal for a value of every product is no evidence', () => {
  assert.deepEqual(ids(interests(['attribute_filter', 'material=leather'])), []);
});

test('a value of one product may be chance, however often it is viewed; that of two is not', () => {
  const view = (id: string) => ['product_view', id] as const;
  assert.ok(!ids(interests(view('red 1'), view('red 1'), view('red 1'))).includes('attribute:colour=red'));
  assert.ok(ids(interests(view('red 1'), view('red 2'))).includes('attribute:colour=red'));
});

test('explicit signals and views of one value are evidence for one persona', () => {
  const personas = interests(['category_view', 'boots'], ['product_view', 'red 1']);
  const boots = personas.filter(({ id }) => id === 'category:boots');
  assert.equal(boots.length, 1);
  assert.deepEqual(
    boots[0].evidence.map(({ signal }) => signal),
    ['category_view:boots', 'products:1'],
  );
});
