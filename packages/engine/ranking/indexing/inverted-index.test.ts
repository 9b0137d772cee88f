import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { AttributeKind } from '../../catalogue/types.ts';
import { catalogueOf, ROLES, type Row } from '../testing/shops.ts';
import { buildInvertedIndex, idfOf, invertedIndexOf, placeOf, termWeight } from './inverted-index.ts';

const termsIn = (rows: readonly Row[], kinds: Readonly<Record<string, AttributeKind>> = {}) =>
  invertedIndexOf(buildInvertedIndex(catalogueOf(rows, { title: 'text', ...kinds }), ROLES));

describe('the words of a catalogue', () => {
  test('are found by their stem, in ascending products, and told as they are written', () => {
    const { find, wordOf } = termsIn([
      { id: 'a', title: 'Leather boots' },
      { id: 'b', title: 'Felt hat' },
      { id: 'c', title: 'Winter boot', material: 'Felt' },
    ]);
    assert.deepEqual(Array.from(find('boot')!.items), [0, 2]);
    assert.deepEqual(Array.from(find('felt')!.items), [1, 2]);
    assert.equal(find('silk'), undefined);
    assert.equal(wordOf('boot'), 'boots');
    assert.equal(wordOf('silk'), 'silk');
  });

  test('say more in the title than elsewhere', () => {
    const { find } = termsIn([
      { id: 'a', title: 'red', material: 'wool' },
      { id: 'b', title: 'blue', material: 'felt' },
      { id: 'c', title: 'wool', material: 'red' },
    ]);
    const { items, weights } = find('red')!;
    assert.deepEqual(Array.from(items), [0, 2]);
    assert.ok(weights[0] > weights[1]);
  });

  test('are not read from ids, numbers, prices or links', () => {
    const { find } = termsIn(
      [
        { id: 'a', title: 'boot', price: 77, width: 88, sku: 'Kd99' },
        { id: 'b', title: 'hat', price: 77, width: 88, sku: 'Kd98' },
      ],
      { sku: 'identifier' },
    );
    for (const word of ['77', '88', 'kd99']) assert.equal(find(word), undefined, word);
  });

  test('of what is affirmed are the name of its column, and of what is denied none', () => {
    const { find } = termsIn(
      [
        { id: 'a', title: 'coat', waterproof: 'yes' },
        { id: 'b', title: 'coat', waterproof: 'no' },
      ],
      { waterproof: 'boolean' },
    );
    assert.deepEqual(Array.from(find('waterproof')!.items), [0]);
  });
});

test('a word weighs more the more often it stands in a short text, with less gained each time', () => {
  const weight = (count: number, length: number): number => termWeight(2, count, length, 10);
  assert.ok(weight(2, 10) > weight(1, 10) && weight(1, 5) > weight(1, 20));
  assert.ok(weight(3, 10) - weight(2, 10) < weight(2, 10) - weight(1, 10));
  assert.ok(Math.abs(termWeight(2, 1, 10, 10) - 2) < 1e-12, 'the idf itself, once in a text of mean length');
});

test('a rare word weighs more than a common one, and no word less than nothing', () => {
  assert.ok(idfOf(1, 100) > idfOf(50, 100) && idfOf(100, 100) > 0);
});

test('a product is found among ascending ones exactly where it is', () => {
  const ascending = fc.uniqueArray(fc.nat(50)).map((items) => items.sort((a, b) => a - b));
  fc.assert(
    fc.property(ascending, fc.nat(50), (items, product) => {
      assert.equal(placeOf(product, items), items.indexOf(product));
    }),
  );
});
