import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, probe, visitTo } from '../../testing/expert-probe.ts';
import { session, shopOf } from '../../testing/shops.ts';
import { coVisited } from './co-visited.ts';

const index = shopOf(60);
const after = (model: ReturnType<typeof modelOf>, ...ids: readonly string[]) =>
  probe(coVisited, index, model, session(...ids.map((id) => `product_view:${id}`)));

describe('co-visitation', () => {
  test('scores by cosine, so that products of every visit score less than companions', () => {
    const others = Array.from({ length: 8 }, (_, k) => visitTo(`p${20 + k}`, 'p9'));
    const model = modelOf(...others, visitTo('p1', 'p2', 'p9'), visitTo('p1', 'p2', 'p9'));
    const { p2, p9 } = after(model, 'p1').values('covisited-item');
    assert.ok(p2 > 2 * p9, `${p2} and ${p9}`);
  });

  test('scores by distance from the shared product, and by whole sessions', () => {
    const model = modelOf(visitTo('p1', 'p2', 'p3', 'p4', 'p5', 'p6'));
    const { values } = after(model, 'p1');
    const near = values('covisited-sessions');
    assert.ok(near.p2 > near.p4 && near.p4 > near.p6);
    const wide = Object.values(values('covisited-wide'));
    assert.equal(wide.length, 5);
    assert.equal(new Set(wide).size, 1);
  });

  test('reaches in two steps products that were never viewed together with the current one', () => {
    const model = modelOf(visitTo('p1', 'p2'), visitTo('p2', 'p3'));
    const { values } = after(model, 'p1');
    assert.equal(values('covisited-item').p3, undefined);
    assert.ok(values('covisited-walk').p3 > 0);
  });

  test('scores only new products in the wide and walk experts', () => {
    const model = modelOf(visitTo('p1', 'p2', 'p3'), visitTo('p2', 'p1', 'p3'));
    const { values } = after(model, 'p1', 'p2');
    for (const name of ['covisited-wide', 'covisited-walk'] as const)
      assert.deepEqual(Object.keys(values(name)), ['p3'], name);
    assert.ok(values('covisited-item').p1 > 0);
  });

  test('gives no scores for products that nobody viewed', () => {
    const { values } = after(modelOf(visitTo('p1', 'p2')), 'p50');
    for (const name of ['covisited-item', 'covisited-sessions', 'covisited-walk'] as const)
      assert.deepEqual(values(name), {}, name);
  });
});
