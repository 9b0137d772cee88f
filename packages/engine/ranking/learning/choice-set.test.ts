import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../primitives/random.ts';
import { drawChoiceSet, wholeChoiceSet } from './choice-set.ts';

/** A few heavy products among many light ones, in a pattern that repeats every eight rows. */
const weight = Float64Array.from({ length: 4000 }, (_, product) => (product % 8 === 0 ? 20 : 1));
const excluded = new Set([0, 5, 8]);

test('the chosen product is in every choice set, and no excluded one is', () => {
  const random = new Random(4);
  for (let chosen = 1; chosen < 4000; chosen += 97) {
    if (excluded.has(chosen)) continue;
    const set = drawChoiceSet(random, weight, chosen, excluded, 300);
    assert.equal(set.products[set.chosen], chosen);
    assert.deepEqual(
      set.products,
      [...new Set(set.products)].sort((a, b) => a - b),
    );
    assert.ok(!set.products.some((product) => excluded.has(product)));
  }
});

test('sums over a choice set, each product over its chance to be there, are sums over all on average', () => {
  const random = new Random(5);
  // Every row of one residue counts: a systematic sample would see all of it or nothing.
  const counted = (product: number): number => (product % 8 === 3 ? 1 : 0);
  const draws = 400;
  let mean = 0;
  let size = 0;
  for (let draw = 0; draw < draws; draw++) {
    const { products, inclusion } = drawChoiceSet(random, weight, 1, excluded, 300);
    size += products.length / draws;
    products.forEach((product, p) => {
      if (product !== 1) mean += counted(product) / inclusion[p] / draws;
    });
  }
  assert.ok(Math.abs(mean - 500) < 10, `${mean} of 500`);
  assert.ok(size > 280 && size < 305, `${size} products`);
});

test('a product that is chosen almost always is in every choice set of others', () => {
  const certain = weight.slice();
  certain[77] = 1e6;
  const random = new Random(6);
  for (let draw = 0; draw < 50; draw++) {
    const { products, inclusion } = drawChoiceSet(random, certain, 1, excluded, 300);
    assert.equal(inclusion[products.indexOf(77)], 1);
  }
});

test('the same seed draws the same choice set', () => {
  const draw = () => drawChoiceSet(new Random(7), weight, 1, excluded, 300);
  assert.deepEqual(draw(), draw());
});

test('the whole choice set holds every product that could be chosen', () => {
  assert.deepEqual(wholeChoiceSet(6, 3, new Set([1, 4])), {
    products: [0, 2, 3, 5],
    chosen: 2,
    inclusion: [1, 1, 1, 1],
  });
});
