import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '../catalogue/index.ts';
import { buildIndex } from './indexing/catalogue-index.ts';
import { productsWith } from './indexing/column.ts';
import { valueNamed } from './indexing/value-lookup.ts';
import { emptyModel } from './learning/empty-model.ts';
import { rank } from './rank.ts';
import { NOON, session } from './testing/shops.ts';
import type { RankedItem } from './types.ts';

const file = new URL('../../../examples/catalogues/computer-parts.csv', import.meta.url);
const catalogue = interpret(readTable(readFileSync(file)));
const index = buildIndex(catalogue, recogniseRoles(catalogue));
const category = index.category!;

const firstTen = (...signals: string[]): readonly RankedItem[] =>
  rank({ index, model: emptyModel(), profile: session(...signals), now: NOON + 10_000, limit: 10 }).items;

/** Share of a score that comes from attributes that the session did not name. */
function shareOfSeen({ score, scoreBreakdown }: RankedItem): number {
  let sum = 0;
  for (const { factor, signal, contribution } of scoreBreakdown) {
    if (factor === 'attribute' && !signal.startsWith('attribute_filter:')) sum += contribution;
  }
  return sum / score;
}

/** The first eight products of every category. */
const views = category.labels.flatMap((label, value) =>
  productsWith(category, [value])
    .slice(0, 8)
    .map((product) => ({ label, id: index.ids.at(product) })),
);

describe('without history, after a category view, a price filter and a product view', () => {
  test('the first ten stay in the category', () => {
    assert.equal(views.length, 64);
    for (const { label, id } of views) {
      const products = productsWith(category, [valueNamed(category, label)!]);
      for (const item of firstTen(`category_view:${label}`, 'price_filter:50-150', `product_view:${id}`)) {
        assert.ok(products.includes(index.ids.find(item.id)!), `${item.id} after ${id}`);
      }
    }
  });

  test('no attribute that was only viewed makes up more than half of a score', () => {
    for (const { label, id } of views) {
      for (const item of firstTen(`category_view:${label}`, 'price_filter:50-150', `product_view:${id}`)) {
        assert.ok(shareOfSeen(item) <= 0.5, `${shareOfSeen(item)} of ${item.id} after ${id}`);
      }
    }
  });

  test('the price signal states whether a price lies within the filter or near it', () => {
    let inside = 0;
    for (const { label, id } of views) {
      for (const item of firstTen(`category_view:${label}`, 'price_filter:50-150', `product_view:${id}`)) {
        const price = Math.exp(index.logPrice[index.ids.find(item.id)!]);
        const told = item.scoreBreakdown.find(({ factor }) => factor === 'price')?.signal;
        if (told === undefined) continue;
        const within = price > 49.999 && price < 150.001;
        assert.equal(told === 'price_filter:50-150', within, `${told} of ${price}`);
        if (within) inside++;
      }
    }
    assert.ok(inside > 320);
  });
});

test('a shopper who opens another category sees that category, whatever was viewed before', () => {
  for (const { label, id } of views) {
    for (const other of category.labels) {
      if (other === label) continue;
      const products = productsWith(category, [valueNamed(category, other)!]);
      const signals = [
        `category_view:${label}`,
        `product_view:${id}`,
        `cart_add:${id}`,
        `category_view:${other}`,
      ];
      for (const item of firstTen(...signals)) {
        assert.ok(products.includes(index.ids.find(item.id)!), `${item.id} after ${id}, in ${other}`);
      }
    }
  }
});

test('the attribute factor names a column without a factor of its own, and marks filtered values as filters', () => {
  const [, like] = firstTen('product_view:keyboard-00003');
  const told = like!.scoreBreakdown.find(({ factor }) => factor === 'attribute')!.signal;
  assert.doesNotMatch(told, /^(category|brand|price)/);
  const [asked] = firstTen('attribute_filter:switches=RK Red');
  assert.ok(asked!.scoreBreakdown.some(({ signal }) => signal === 'attribute_filter:switches=RK Red'));
});
