import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyModel } from '../../model/empty-model.ts';
import type { ItemVectors } from '../../model/item-vectors.ts';
import type { Model } from '../../model/model.ts';
import { modelOf, probe, visitTo } from '../../testing/expert-probe.ts';
import { session, shopOf } from '../../testing/shops.ts';
import { alikeInVisits } from './alike-in-visits.ts';

const shop = shopOf(12);
const NAME = 'covisited-vectors';

/** A model that knows p1 to p4 with these vectors of two components, and p5 without one. */
function modelWith(vectors: readonly (readonly [number, number])[]): Model {
  const learned: ItemVectors = {
    dimensions: 2,
    vectors: Float32Array.from(vectors.flat()),
    bias: new Float32Array(vectors.length),
    decay: Float32Array.of(1, 0.5),
  };
  return { ...modelOf(visitTo('p1', 'p2', 'p3', 'p4', 'p5')), vectors: learned };
}
const model = modelWith([
  [2, 0],
  [1, 1],
  [0, 2],
  [2, 1],
]);
const values = (...views: readonly string[]) =>
  probe(alikeInVisits, shop, model, session(...views.map((id) => `product_view:${id}`))).values(NAME);

describe('products alike in visits', () => {
  test('are scored by e to the inner product with the vector of the session', () => {
    const { p2, p3, p4 } = values('p1');
    // Inner products with [2, 0]: 2, 0 and 4; the highest counts 1.
    assert.deepEqual(
      [p4, p2, p3].map((value) => Math.log(value!)),
      [0, -2, -4],
    );
  });

  test('earlier moves count by their weight', () => {
    const { p2, p4 } = values('p3', 'p1');
    // The session is [2, 0] + ½ [0, 2]: inner products 3 and 5.
    assert.deepEqual(
      [p4, p2].map((value) => Math.log(value!)),
      [0, -2],
    );
  });

  test('products of the session get no score', () => {
    assert.deepEqual(Object.keys(values('p1')).sort(), ['p2', 'p3', 'p4']);
    assert.deepEqual(Object.keys(values('p2', 'p1')).sort(), ['p3', 'p4']);
  });

  test('an item without a vector gives no evidence', () => {
    assert.deepEqual(values('p5'), {});
    assert.deepEqual(values('p9'), {});
    assert.deepEqual(values('p1', 'p5'), values('p1', 'p9'));
  });

  test('nothing is scored without vectors or without views', () => {
    assert.deepEqual(probe(alikeInVisits, shop, emptyModel(), session('product_view:p1')).values(NAME), {});
    assert.deepEqual(values(), {});
  });
});
