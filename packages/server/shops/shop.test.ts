import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex, packIndex } from '@decidable/engine/ranking';
import { untrainedModel } from '../learning/learned-model.ts';
import { NO_CATALOGUE } from './build/build-pool.ts';
import { openShop } from './shop.ts';

const index = packIndex(buildIndex({ ids: ['a', 'b'], attributes: [], warnings: [] }, {}));
const withProducts = { ...NO_CATALOGUE, index };

test('personas compare interests with a catalogue only if it has products', () => {
  assert.equal(openShop(null, NO_CATALOGUE, untrainedModel(), undefined).traits, undefined);
  assert.notEqual(openShop('1', withProducts, untrainedModel(), undefined).traits, undefined);
});

test('a shop finds the products of the catalogue that was built', () => {
  const shop = openShop('1', withProducts, untrainedModel(), undefined);
  assert.equal(shop.index.size, 2);
  assert.equal(shop.index.ids.find('b'), 1);
  assert.equal(shop.catalogueVersion, '1');
});
