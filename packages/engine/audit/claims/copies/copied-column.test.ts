import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../../../primitives/random.ts';
import { indexOf, pairOf } from '../../pairs.fixture.ts';
import { ProductContext } from '../product-features.ts';
import { copiedColumn } from './copied-column.ts';

/** Fills the gaps of one column, and looks where they were copied from. */
function copied(seed: number, fill: (own: string, other: string) => string): string | undefined {
  const random = new Random(seed);
  const draw = (words: readonly string[]) =>
    Array.from({ length: 120 }, () => words[random.below(words.length)]);
  const seller = draw([
    'Ash & Co',
    'Birch Ltd',
    'Cedar',
    'Dogwood',
    'Elm',
    'Fir',
    'Gum',
    'Hazel',
    'Ivy',
    'Juniper',
  ]);
  const colour = draw(['red', 'blue', 'green', 'white']);
  const before = { seller, colour: colour.map((text, p) => (p % 3 === 0 ? '' : text)) };
  const after = { seller, colour: colour.map((text, p) => (p % 3 === 0 ? fill(text, seller[p]) : text)) };
  const pair = pairOf(before, after);
  const index = indexOf(pair, 'colour');
  const { before: earlier } = pair.attributes[index];
  const filled = [...earlier.cell.keys()].filter((product) => earlier.cell[product] < 0);
  return copiedColumn(pair, index, filled, filled.length, 1, new ProductContext(pair))?.message;
}

test('cells that repeat another column are found, in other letter case and with other signs between words too', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      assert.match(copied(seed, (_, other) => other) ?? '', /repeat "seller" in 100 % of the products/);
      assert.match(copied(seed, (_, other) => other.toUpperCase().replace(' & ', ' / ')) ?? '', /"seller"/);
    }),
    { numRuns: 20 },
  );
});

test('a copy of three quarters of the cells is found, and the truth is no copy', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      let at = 0;
      assert.match(
        copied(seed, (own, other) => (at++ % 4 > 0 ? other : own)) ?? '',
        /repeat "seller" in 75 %/,
      );
      assert.equal(
        copied(seed, (own) => own),
        undefined,
      );
    }),
    { numRuns: 20 },
  );
});
