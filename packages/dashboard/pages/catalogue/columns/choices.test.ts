import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogueColumn } from '@decidable/contract/management';
import { chooseKind, choosePrivate, chooseRole, NO_CHOICES, withChoices } from './choices.ts';

const column = (name: string, more: Partial<CatalogueColumn> = {}): CatalogueColumn => ({
  name,
  kind: 'category',
  role: 'attribute',
  recorded: 10,
  distinct: 5,
  examples: [],
  ...more,
});
const { role: _, ...hidden } = column('Cost', { kind: 'number', private: 'cost' });
const columns = [column('Name', { role: 'title' }), column('RRP', { role: 'price' }), column('Net'), hidden];
const shown = (choices: Parameters<typeof withChoices>[1]) =>
  Object.fromEntries(
    withChoices(columns, choices).map(({ name, role, private: why }) => [name, why ?? role]),
  );

describe('choices about columns', () => {
  it('a role goes from one column to another', () => {
    const choices = chooseRole(columns, NO_CHOICES, 'Net', 'price');
    assert.deepEqual(choices, { roles: { price: 'Net' } });
    assert.deepEqual(shown(choices), { Name: 'title', RRP: 'attribute', Net: 'price', Cost: 'cost' });
  });

  it('a column can be taken out of its role', () => {
    const choices = chooseRole(columns, NO_CHOICES, 'RRP', 'attribute');
    assert.deepEqual(choices, { roles: { price: null } });
    assert.equal(shown(choices).RRP, 'attribute');
  });

  it('two columns can change places', () => {
    const first = chooseRole(columns, NO_CHOICES, 'Net', 'title');
    const choices = chooseRole(columns, first, 'Name', 'price');
    assert.deepEqual(choices, { roles: { title: 'Net', price: 'Name' } });
    assert.deepEqual(shown(choices), { Name: 'price', RRP: 'attribute', Net: 'title', Cost: 'cost' });
  });

  it('a choice that is taken back is none', () => {
    const price = chooseRole(columns, NO_CHOICES, 'RRP', 'attribute');
    assert.deepEqual(chooseRole(columns, price, 'RRP', 'price'), NO_CHOICES);
    const kind = chooseKind(columns, NO_CHOICES, 'Net', 'number');
    assert.deepEqual(kind, { kinds: { Net: 'number' } });
    assert.deepEqual(chooseKind(columns, kind, 'Net', 'category'), NO_CHOICES);
    const open = choosePrivate(columns, NO_CHOICES, 'Cost', false);
    assert.deepEqual(open, { public: ['Cost'] });
    assert.deepEqual(choosePrivate(columns, open, 'Cost', true), NO_CHOICES);
  });

  it('a private column plays no role, a public one does', () => {
    assert.equal(shown(choosePrivate(columns, NO_CHOICES, 'RRP', true)).RRP, 'owner');
    assert.equal(shown(choosePrivate(columns, NO_CHOICES, 'Cost', false)).Cost, 'attribute');
  });
});
