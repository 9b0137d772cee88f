import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, probe, visitTo } from '../../testing/expert-probe.ts';
import { session, shopOf } from '../../testing/shops.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';

/** Types alternate: boots, sandals, hats, scarves; brands alternate every four products. */
const index = shopOf(48);

describe('a column expert', () => {
  test('lifts products with the stated value, and shows the signal', () => {
    for (const [expert, signal, has, other] of [
      [category, 'category_view:hats', 'p2', 'p1'],
      [brand, 'brand_view:Bero', 'p4', 'p0'],
    ] as const) {
      const said = probe(expert, index, modelOf(), session(signal));
      assert.ok(said.lift(has) > 1 && said.lift(other) < 1, signal);
      assert.equal(said.dense[0].signal(index.ids.find(has)!), signal);
    }
  });

  test('lifts viewed values less than stated ones', () => {
    const viewed = probe(category, index, modelOf(), session('product_view:p2'));
    const named = probe(category, index, modelOf(), session('category_view:hats'));
    assert.ok(viewed.lift('p2') > 1 && viewed.lift('p2') < named.lift('p2'));
    assert.equal(viewed.dense[0].signal(2), 'type=hats');
  });

  test('lifts the values that shoppers go on to from there', () => {
    const hatsThenScarves = Array.from({ length: 30 }, () => visitTo('p2', 'p3'));
    const said = probe(category, index, modelOf(...hatsThenScarves), session('product_view:p6'));
    assert.ok(said.lift('p7') > said.lift('p4'), 'scarves before boots');
    assert.equal(said.dense[0].signal(7), 'gone_to:type=scarves');
  });

  test('gains confidence with evidence, and is silent without', () => {
    const sure = (...signals: readonly string[]): number =>
      probe(category, index, modelOf(), session(...signals)).dense[0].confidence;
    assert.ok(sure('category_view:hats') < sure('category_view:hats', 'category_view:hats'));
    for (const signals of [[], ['category_view:unheard-of'], ['sort:newest']])
      assert.deepEqual(probe(category, index, modelOf(), session(...signals)).dense, [], signals.join());
  });
});
