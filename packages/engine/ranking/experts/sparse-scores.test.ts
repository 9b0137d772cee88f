import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EXPERTS } from './registry.ts';
import { SparseScores } from './sparse-scores.ts';

const PRODUCTS = 3_000;

test('scores of a product add up by expert, for any number of products', () => {
  const additions = fc.array(fc.tuple(fc.nat(PRODUCTS - 1), fc.nat(EXPERTS.count - 1), fc.nat(9)), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(additions, fc.nat(2_000), (added, others) => {
      const sparse = new SparseScores(EXPERTS.count);
      sparse.open(new Int32Array(PRODUCTS).fill(-1));
      const sums = new Map<string, number>();
      for (const [product, expert, value] of added) {
        sparse.add(product, expert, value);
        const key = `${product} ${expert}`;
        sums.set(key, (sums.get(key) ?? 0) + value);
      }
      // More products than the initial capacity.
      for (let product = 0; product < others; product++) sparse.row(product);
      for (const [key, sum] of sums) {
        const [product, expert] = key.split(' ').map(Number);
        assert.equal(sparse.values[sparse.find(product!) + expert!], sum);
      }
      const named = new Set([...Array(others).keys(), ...added.map(([product]) => product)]);
      assert.equal(sparse.count, named.size);
    }),
  );
});

test('no score of one ranking remains for the next', () => {
  const slots = new Int32Array(PRODUCTS).fill(-1);
  const sparse = new SparseScores(EXPERTS.count);
  sparse.open(slots);
  sparse.add(7, 1, 5);
  sparse.clear();
  assert.equal(sparse.find(7), -1);
  assert.equal(sparse.values[sparse.row(7) + 1], 0);
  sparse.clear();
  assert.ok(slots.every((slot) => slot === -1));
});
