import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { catalogueOf, ROLES } from '../testing/shops.ts';
import { buildIndex, positionsIn } from './catalogue-index.ts';
import { PRICE_RANKS, PRICE_STEPS, placeOfRank } from './price-scale.ts';

const prices = fc.array(fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }), {
  minLength: 1,
  maxLength: 60,
});
const shopOf = (priced: readonly (number | undefined)[], type = (_: number): string => 'hats') =>
  buildIndex(
    catalogueOf(
      priced.map((price, i) => ({ id: `p${i}`, type: type(i), ...(price !== undefined && { price }) })),
      { price: 'number' },
    ),
    ROLES,
  );

describe('the index of a catalogue', () => {
  test('leaves title, price and stock out of its columns, and finds the others by name', () => {
    const row = { title: 'Boot', type: 'boots', brand: 'Ala', price: 9, stock: 'yes', colour: 'red' };
    const rows = [
      { id: 'a', ...row },
      { id: 'b', ...row, title: 'Hat', type: 'hats', colour: 'blue', price: 8 },
    ];
    const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
    assert.deepEqual(
      index.columns.map(({ name }) => name),
      ['type', 'brand', 'colour'],
    );
    assert.equal(index.columns[index.columnNumbers.get('colour')!].name, 'colour');
    assert.equal(index.category?.name, 'type');
    assert.equal(index.brand?.name, 'brand');
  });

  test('marks unavailable products; a product without a value is available', () => {
    const rows = ['out of stock', 'in stock', undefined].map((stock, i) => ({
      id: `p${i}`,
      ...(stock !== undefined && { stock }),
    }));
    assert.deepEqual([...buildIndex(catalogueOf(rows), ROLES).available], [0, 1, 1]);
  });

  test('has a price step for each product with a price, ascending with the price', () => {
    fc.assert(
      fc.property(prices, (priced) => {
        const { priceStep, scale } = shopOf(priced);
        priced.forEach((price, a) => {
          assert.equal(priceStep[a] === -1, price === undefined);
          priced.forEach((other, b) => {
            if (price! < other!) assert.ok(priceStep[a] <= priceStep[b]);
            if (price === other) assert.equal(priceStep[a], priceStep[b]);
          });
        });
        assert.equal(
          scale === undefined,
          priced.every((price) => price === undefined),
        );
        assert.ok(priceStep.every((step) => step < PRICE_STEPS));
      }),
    );
  });

  test('ranks prices within a category, independent of other categories', () => {
    const index = shopOf([10, 20, 30, 1000, 2000, 3000], (i) => (i < 3 ? 'hats' : 'boots'));
    assert.deepEqual([...index.priceRank.subarray(0, 3)], [...index.priceRank.subarray(3)]);
    assert.ok(index.priceRank[0] < index.priceRank[1] && index.priceRank[1] < index.priceRank[2]);
  });

  test('gives products of equal price the middle of their ranks, in any row order', () => {
    const same = shopOf([5, 5, 5, 5]);
    assert.equal(placeOfRank(same.priceRank[0]), 0.5);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 30 }), (priced) => {
        const [plain, reversed] = [shopOf(priced), shopOf(priced.toReversed())];
        assert.deepEqual([...reversed.priceRank].reverse(), [...plain.priceRank]);
        assert.ok(plain.priceRank.every((rank) => rank >= 0 && rank < PRICE_RANKS));
      }),
    );
  });
});

test('positionsIn maps catalogue rows to positions of a list', () => {
  const position = positionsIn(Int32Array.of(7, -1, 3));
  assert.deepEqual([7, 3, 4, -1].map(position), [0, 2, -1, -1]);
});
