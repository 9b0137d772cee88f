import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyModel } from '../../learning/empty-model.ts';
import type { ItemVectors } from '../../model/item-vectors.ts';
import type { Model } from '../../model/model.ts';
import { modelOf, probe, visitTo } from '../../testing/expert-probe.ts';
import { session, shopOf } from '../../testing/shops.ts';
import { coVisited } from './co-visited.ts';

const shop = shopOf(12);

/** A model with one visit to p1 to p5, and vectors of two components for all but p5. */
const learned: ItemVectors = {
  dimensions: 2,
  vectors: Float32Array.of(2, 0, 1, 1, 0, 2, 2, 1),
  bias: new Float32Array(4),
  decay: Float32Array.of(1, 0.5),
};
const model: Model = { ...modelOf(visitTo('p1', 'p2', 'p3', 'p4', 'p5')), vectors: learned };
const values = (...views: readonly string[]) =>
  probe(coVisited, shop, model, session(...views.map((id) => `product_view:${id}`))).values(
    'covisited-vectors',
  );

describe('the vector of a session', () => {
  test('scores products by e to its inner product with theirs', () => {
    const { p2, p3, p4 } = values('p1');
    // The session is [2, 0]: inner products 2, 0 and 4, and 4 of p1 itself, which counts 1.
    assert.deepEqual([p4, p2, p3].map(Math.log), [0, -2, -4]);
  });

  test('adds up earlier moves by their weight', () => {
    const { p2, p4 } = values('p3', 'p1');
    // The session is [2, 0] + ½ [0, 2]: inner products 3 and 5.
    assert.deepEqual([p4, p2].map(Math.log), [0, -2]);
  });

  test('gives products of the session no score', () => {
    assert.deepEqual(Object.keys(values('p1')).sort(), ['p2', 'p3', 'p4']);
    assert.deepEqual(Object.keys(values('p2', 'p1')).sort(), ['p3', 'p4']);
  });

  test('is silent where no item of the session has a vector', () => {
    assert.deepEqual(values('p5'), {});
    assert.deepEqual(values('p9'), {});
    assert.deepEqual(values(), {});
    assert.deepEqual(
      probe(coVisited, shop, emptyModel(), session('product_view:p1')).values('covisited-vectors'),
      {},
    );
  });
});
