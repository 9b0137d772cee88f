import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { AttributeKind } from '../../catalogue/types.ts';
import { catalogueOf, ROLES, type Row } from '../testing/shops.ts';
import { buildInvertedIndex, invertedIndexOf, placeOf } from './inverted-index.ts';
import { CALLED } from './term-table.ts';
import {
  ATTRIBUTE,
  DESCRIPTION,
  FIELDS,
  IS_HEAD,
  idfOf,
  MOST_COUNTED,
  oneMore,
  PURPOSE,
  TITLE,
  termWeight,
} from './text-relevance.ts';

const termsIn = (rows: readonly Row[], kinds: Readonly<Record<string, AttributeKind>> = {}) =>
  invertedIndexOf(buildInvertedIndex(catalogueOf(rows, { title: 'text', ...kinds }), ROLES));

describe('the inverted index of a catalogue', () => {
  test('reads what a product is from the short text beside a title that is a bare name', () => {
    const rows = (title: (id: string) => string): Row[] => [
      { id: 'a', title: title('VIMLE'), text: 'Corner sofa' },
      { id: 'b', title: title('STOCKSUND'), text: 'Legs for sofa' },
      { id: 'c', title: title('EKTORP'), text: 'Sofa cover' },
    ];
    const called = (title: (id: string) => string): number[] => {
      const { items, marks } = termsIn(rows(title), { text: 'text' }).find('sofa')!;
      return Array.from(items).filter((_, k) => (marks[k] & CALLED) !== 0);
    };
    assert.deepEqual(
      called((name) => name),
      [0],
    );
    // A title of several words says itself what the product is.
    assert.deepEqual(
      called((name) => `${name} by the famous designer`),
      [],
    );
  });

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

/** A number of occurrences in one field. */
function times(count: number, field: number): number {
  let occurrences = 0;
  for (let k = 0; k < count; k++) occurrences = oneMore(occurrences, field);
  return occurrences;
}

test('the weight of a word grows with its count and saturates, and is higher in short texts', () => {
  for (let field = 0; field < FIELDS; field++) {
    const weight = (count: number, length: number): number =>
      termWeight(2, times(count, field), new Array(FIELDS).fill(length), 0, [10, 10, 10]);
    assert.ok(weight(2, 10) > weight(1, 10) && weight(1, 5) > weight(1, 20));
    assert.ok(weight(3, 10) - weight(2, 10) < weight(2, 10) - weight(1, 10));
  }
  const once = termWeight(2, times(1, DESCRIPTION), [0, 0, 10], 0, [10, 10, 10]);
  assert.ok(once > 1.6 && once < 2, 'a little less than the idf, once in a description of mean length');
});

test('a word counts by its field: most in the title, less in a description, least where it says what the thing is for or is an attribute', () => {
  const weight = (field: number): number => termWeight(1, times(1, field), [10, 10, 10], 0, [10, 10, 10]);
  for (const least of [PURPOSE, ATTRIBUTE]) {
    const [title, description, last] = [TITLE, DESCRIPTION, least].map(weight);
    assert.ok(title > description && description > last && last > 0, `${least}`);
  }
});

test('occurrences of more than one field add up, and a full count spills into no other field', () => {
  const lengths = [0, 0, 0, 10, 10, 10];
  const weightOf = (occurrences: number): number => termWeight(1, occurrences, lengths, 1, [10, 10, 10]);
  const both = oneMore(times(1, TITLE), DESCRIPTION);
  assert.ok(weightOf(both) > weightOf(times(1, TITLE)));
  for (let field = 0; field < FIELDS; field++) {
    assert.notEqual(times(MOST_COUNTED, field), times(MOST_COUNTED - 1, field));
    assert.equal(times(MOST_COUNTED + 1, field), times(MOST_COUNTED, field));
  }
  assert.equal(weightOf(times(2, DESCRIPTION) | IS_HEAD), weightOf(times(2, DESCRIPTION)));
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
