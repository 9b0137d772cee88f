import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../../../primitives/random.ts';
import { indexOf, pairOf } from '../../pairs.fixture.ts';
import { unseenDecimals } from './unseen-decimals.ts';

const PRODUCTS = 160;

/** Whole numbers of which every second was missing, and is filled with numbers that have so many decimals. */
function filled(seed: number, decimals: (product: number, random: Random) => number, recorded = PRODUCTS) {
  const random = new Random(seed);
  const whole = Array.from({ length: PRODUCTS }, () => 20 + random.below(60));
  const isGap = (product: number) => product % 2 === 0 || product >= recorded;
  const text = (own: number, product: number) => {
    const after = decimals(product, random);
    return after === 0 ? `${own}` : `${own}.${'5'.repeat(after)}`;
  };
  const pair = pairOf(
    { depth: whole.map((own, product) => (isGap(product) ? '' : `${own}`)) },
    { depth: whole.map((own, product) => (isGap(product) ? text(own, product) : `${own}`)) },
  );
  const { before, after } = pair.attributes[indexOf(pair, 'depth')];
  const products = [...before.cell.keys()];
  return unseenDecimals(
    after,
    products.filter((product) => before.cell[product] < 0),
    products.filter((product) => before.cell[product] >= 0),
  );
}

const seeds = fc.integer({ min: 1, max: 1e6 });

test('whole numbers among whole ones are none, and neither is one with decimals', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      assert.equal(
        filled(seed, () => 0),
        undefined,
      );
      assert.equal(
        filled(seed, (product) => Number(product === 0)),
        undefined,
      );
    }),
    { numRuns: 20 },
  );
});

test('half of the new numbers with decimals among whole ones are found, unless hardly any was recorded', () => {
  fc.assert(
    fc.property(seeds, fc.constantFrom(1, 2), (seed, many) => {
      const half = (_: number, random: Random) => (random.uniform() < 0.5 ? many : 0);
      const found = filled(seed, half);
      assert.ok(found !== undefined && found.share > 0.3 && found.share < 0.7, JSON.stringify(found));
      assert.equal(filled(seed, half, 22), undefined);
    }),
    { numRuns: 20 },
  );
});
