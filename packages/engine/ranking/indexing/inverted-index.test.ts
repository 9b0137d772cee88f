import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { AttributeKind } from '../../catalogue/types.ts';
import { catalogueOf, ROLES, type Row } from '../testing/shops.ts';
import { buildInvertedIndex, idfOf, invertedIndexOf, placeOf, termWeight } from './inverted-index.ts';

const termsIn = (rows: readonly Row[], kinds: Readonly<Record<string, AttributeKind>> = {}) =>
  invertedIndexOf(buildInvertedIndex(catalogueOf(rows, { title: 'text', ...kinds }), ROLES));

describe('the inverted index of a catalogue', () => {
  test('finds products by stem, ascending, and keeps a word as written', () => {
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

  test('weighs words in the title higher', () => {
    const { find } = termsIn([
      { id: 'a', title: 'red', material: 'wool' },
      { id: 'b', title: 'blue', material: 'felt' },
      { id: 'c', title: 'wool', material: 'red' },
    ]);
    const { items, weights } = find('red')!;
    assert.deepEqual(Array.from(items), [0, 2]);
    assert.ok(weights[0] > weights[1]);
  });

  test('skips ids, numbers, prices and links', () => {
    const { find } = termsIn(
      [
        { id: 'a', title: 'boot', price: 77, width: 88, sku: 'Kd99' },
        { id: 'b', title: 'hat', price: 77, width: 88, sku: 'Kd98' },
      ],
      { sku: 'identifier' },
    );
    for (const word of ['77', '88', 'kd99']) assert.equal(find(word), undefined, word);
  });

  test('indexes the column name of an affirmed boolean, and nothing of a denied one', () => {
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

test('the weight of a word grows with its count and saturates, and is higher in short texts', () => {
  const weight = (count: number, length: number): number => termWeight(2, count, length, 10);
  assert.ok(weight(2, 10) > weight(1, 10) && weight(1, 5) > weight(1, 20));
  assert.ok(weight(3, 10) - weight(2, 10) < weight(2, 10) - weight(1, 10));
  assert.ok(Math.abs(termWeight(2, 1, 10, 10) - 2) < 1e-12, 'the idf itself, once in a text of mean length');
});

test('a rare word has a higher idf than a common one, and no idf is negative', () => {
  assert.ok(idfOf(1, 100) > idfOf(50, 100) && idfOf(100, 100) > 0);
});

test('placeOf finds a product at its position in an ascending list', () => {
  const ascending = fc.uniqueArray(fc.nat(50)).map((items) => items.sort((a, b) => a - b));
  fc.assert(
    fc.property(ascending, fc.nat(50), (items, product) => {
      assert.equal(placeOf(product, items), items.indexOf(product));
    }),
  );
});
