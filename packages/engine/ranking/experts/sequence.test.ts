import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, probe, visitTo } from '../testing/expert-probe.ts';
import { session, shopOf } from '../testing/shops.ts';
import { sequence } from './sequence.ts';

const index = shopOf(40);
const after = (model: ReturnType<typeof modelOf>, ...ids: readonly string[]) =>
  probe(sequence, index, model, session(...ids.map((id) => `product_view:${id}`)));

describe('the followers of', () => {
  test('the last product are counted, the newest most', () => {
    const result = after(modelOf(visitTo('p1', 'p2'), visitTo('p1', 'p3'), visitTo('p1', 'p3')), 'p1');
    const { p2, p3, ...others } = result.values('sequence-next');
    assert.ok(p3 > 1.9 * p2, `${p2} and ${p3}`);
    assert.deepEqual(others, {});
    const even = after(modelOf(visitTo('p1', 'p2'), visitTo('p1', 'p3')), 'p1').values('sequence-next');
    assert.ok(even.p3 > even.p2, 'the newer first');
  });

  test('the last two and three products are counted in this order and within a visit', () => {
    const model = modelOf(
      visitTo('p1', 'p2', 'p3', 'p4'),
      visitTo('p9', 'p2', 'p3', 'p5'),
      visitTo('p3', 'p2', 'p6'),
      visitTo('p2'),
      visitTo('p3', 'p7'),
      visitTo('p8', 'p1'),
      visitTo('p2', 'p3', 'p5'),
    );
    const result = after(model, 'p1', 'p2', 'p3');
    assert.deepEqual(Object.keys(result.values('sequence-triple')), ['p4']);
    assert.deepEqual(Object.keys(result.values('sequence-pair')).sort(), ['p4', 'p5']);
    assert.deepEqual(Object.keys(result.values('sequence-next')).sort(), ['p2', 'p4', 'p5', 'p7']);
  });

  test('the last product at a distance count by its inverse, up to ten products', () => {
    const ids = Array.from({ length: 13 }, (_, k) => `p${k}`);
    const later = after(modelOf(visitTo(...ids)), 'p0').values('sequence-later');
    assert.ok(Math.abs(later.p1 / later.p4 - 4) < 1e-9);
    assert.deepEqual(Object.keys(later), ids.slice(1, 11));
  });

  test('earlier products count less the further back they are', () => {
    const model = modelOf(
      visitTo('p1', 'p11'),
      visitTo('p2', 'p12'),
      visitTo('p3', 'p13'),
      visitTo('p4', 'p14'),
    );
    const { p12, p13, ...others } = after(model, 'p1', 'p2', 'p3', 'p4').values('sequence-earlier');
    assert.ok(p13 > p12, `${p12} and ${p13}`);
    assert.deepEqual(others, {}, 'two products are read');
  });

  test('a product at the end of a visit, or never viewed, are none', () => {
    const model = modelOf(visitTo('p1', 'p2'), visitTo('p3'));
    for (const id of ['p2', 'p30']) assert.deepEqual(after(model, id).values('sequence-later'), {}, id);
  });
});
