import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FoundProducts } from './found-products.ts';

test('a product keeps its place until the next search begins, which knows nothing of the last', () => {
  const found = new FoundProducts();
  found.begin(10);
  assert.equal(found.placeOf(7), -1);
  assert.deepEqual([found.add(7), found.add(3)], [0, 1]);
  found.scores[0] = 2;
  found.marks[0] = 1;
  assert.deepEqual([found.placeOf(7), found.placeOf(3), found.count], [0, 1, 2]);
  found.begin(4);
  assert.deepEqual([found.placeOf(7), found.placeOf(3), found.count], [-1, -1, 0]);
  const at = found.add(3);
  assert.deepEqual(
    [at, found.scores[at], found.covered[at], found.kinds[at], found.marks[at]],
    [0, 0, 0, 0, 0],
  );
});

test('it holds every product of a larger catalogue than before', () => {
  const found = new FoundProducts();
  for (const size of [2, 1_000]) {
    found.begin(size);
    for (let product = size - 1; product >= 0; product--) found.add(product);
    assert.equal(found.count, size);
    assert.equal(found.placeOf(0), size - 1);
    assert.equal(found.products[size - 1], 0);
  }
});
