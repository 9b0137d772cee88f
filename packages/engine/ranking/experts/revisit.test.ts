import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, probe } from '../testing/expert-probe.ts';
import { session, shopOf } from '../testing/shops.ts';
import { revisit } from './revisit.ts';

const index = shopOf(40);
const model = modelOf();
const said = (...signals: readonly string[]) => probe(revisit, index, model, session(...signals));
const viewed = (...ids: readonly string[]) => said(...ids.map((id) => `product_view:${id}`));

describe('a revisit', () => {
  test('of the current product is separate from revisits of earlier ones', () => {
    const { values } = viewed('p1', 'p2', 'p3');
    assert.deepEqual(Object.keys(values('revisit-current')), ['p3']);
    for (const name of ['revisit-earlier', 'revisit-any'] as const)
      assert.deepEqual(Object.keys(values(name)).sort(), ['p1', 'p2'], name);
  });

  test('is likelier for recent and frequent products', () => {
    const once = viewed('p1', 'p2', 'p3').values('revisit-earlier');
    assert.ok(once.p2 > once.p1, 'a moment ago');
    const twice = viewed('p1', 'p8', 'p1', 'p9', 'p3').values('revisit-earlier');
    const other = viewed('p1', 'p8', 'p7', 'p9', 'p3').values('revisit-earlier');
    assert.ok(twice.p1 > other.p7, 'twice, as far back');
  });

  test('is equally likely for all products in revisit-any', () => {
    const { p1, p2 } = viewed('p1', 'p2', 'p1', 'p2', 'p1', 'p3').values('revisit-any');
    assert.equal(p1, p2);
  });

  test('is not expected of bought, dismissed or removed products', () => {
    for (const [deed, id] of [
      ['purchase', 'p1'],
      ['dismiss', 'p1'],
      ['cart_remove', 'p1'],
    ]) {
      const { values } = said('product_view:p1', 'product_view:p2', `${deed}:${id}`);
      assert.deepEqual(values('revisit-any'), {}, deed);
    }
    assert.deepEqual(said('product_view:p1', 'purchase:p1').values('revisit-current'), {});
  });

  test('does not become likelier by further signals on the current product', () => {
    const plain = viewed('p1', 'p2');
    const carted = said('product_view:p1', 'product_view:p2', 'cart_add:p2', 'wishlist_add:p2');
    for (const name of ['revisit-current', 'revisit-earlier', 'revisit-any'] as const)
      assert.deepEqual(carted.values(name), plain.values(name), name);
  });
});
