import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rankProducts } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';

const rows = [
  { id: 'cheap', type: 'boots', price: 50 },
  { id: 'dear', type: 'boots', price: 400 },
];
const index = buildIndex(catalogueOf(rows, { price: 'number' }), ROLES);

/** The price signals of the cheap boots, and of boots without a price. */
function saidOf(...signals: readonly string[]): Record<string, readonly string[]> {
  const profile = session(...signals);
  const products = [
    { id: 'cheap', attributes: {} },
    { id: 'free', attributes: { price: 0 } },
  ];
  const { items } = rankProducts({ index, model: emptyModel(), profile, now: NOON, products });
  return Object.fromEntries(
    items.map(({ id, scoreBreakdown }) => [
      id,
      scoreBreakdown.filter(({ factor }) => factor === 'price').map(({ signal }) => signal),
    ]),
  );
}

test('a product without a price has no price signal, neither near viewed prices nor outside a filter', () => {
  assert.deepEqual(saidOf('product_view:cheap'), { cheap: ['price_of_viewed'], free: ['no_price'] });
  assert.deepEqual(saidOf('product_view:cheap', 'price_filter:40-60'), {
    cheap: ['price_filter:40-60'],
    free: ['no_price'],
  });
});
