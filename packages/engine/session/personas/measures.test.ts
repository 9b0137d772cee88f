import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyProfile, foldAll } from '../profile/fold.ts';
import { looksOf } from '../profile/interactions.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { CatalogueTraits, ProductTraits, Trait } from '../types.ts';
import { MEASURES, type MeasureName } from './measures.ts';

const trait = (kind: Trait['kind'], name: string): Trait => ({ kind, name, label: name, share: 0.1 });
const TRAITS = new Map(
  ['x', 'y', 'z'].flatMap((name) => [
    [`category ${name}`, trait('category', name)] as const,
    [`brand ${name}`, trait('brand', name)] as const,
  ]),
);
/** Products are named by category, brand and price rank: "x y 0.9". */
const catalogue: CatalogueTraits = {
  product(id): ProductTraits {
    const [category, brand, rank] = id.split(' ');
    return {
      traits: [TRAITS.get(`category ${category}`)!, TRAITS.get(`brand ${brand}`)!],
      priceRank: Number(rank),
    };
  },
  find: () => undefined,
  priceRank: (price) => price / 100,
};
function measured(
  name: MeasureName,
  ...signals: readonly (readonly [type: string, value: string])[]
): number {
  const folded = foldAll(
    emptyProfile(0),
    signals.map(([type, value], k) => ({ type, value, at: k })),
  );
  const profile = readProfile(folded);
  const now = signals.length;
  return MEASURES[name]({ profile, now, catalogue, looks: looksOf(profile, now, catalogue) })?.amount ?? 0;
}
const viewed = (...ids: readonly string[]) => ids.map((id) => ['product_view', id] as const);

describe('what is measured on a session', () => {
  test('is a filter at one end of the prices, and at no other', () => {
    assert.ok(measured('low_price_filter', ['price_filter', '0-20']) > 0);
    assert.equal(measured('low_price_filter', ['price_filter', '0-60']), 0);
    assert.ok(measured('high_price_filter', ['price_filter', '80-200']) > 0);
    assert.equal(measured('high_price_filter', ['price_filter', '0-20']), 0);
  });

  test('is products at one end of their prices; those of both ends cancel each other out', () => {
    assert.ok(measured('cheap_products', ...viewed('x x 0.1', 'x y 0', 'y y 0.2')) > 0);
    assert.ok(measured('dear_products', ...viewed('x x 0.9', 'x y 1', 'y y 0.8')) > 0);
    assert.equal(measured('cheap_products', ...viewed('x x 0', 'x y 0.4', 'x y 1', 'x z 0.6')), 0);
  });

  test('is a spread over three categories at least', () => {
    assert.equal(measured('spread_over_categories', ...viewed('x x 0', 'y y 0', 'x z 0')), 0);
    assert.ok(measured('spread_over_categories', ...viewed('x x 0', 'y y 0', 'z z 0')) > 0);
  });

  test('is one brand of which several products are viewed', () => {
    assert.ok(measured('one_brand', ...viewed('x x 0', 'y x 0', 'z x 0')) > 0);
    assert.equal(measured('one_brand', ...viewed('x x 0', 'y y 0', 'z z 0')), 0);
  });

  test('is nothing without a catalogue', () => {
    const profile = readProfile(foldAll(emptyProfile(0), [{ type: 'price_filter', value: '0-20', at: 0 }]));
    for (const name of ['low_price_filter', 'cheap_products', 'one_brand'] as const)
      assert.equal(MEASURES[name]({ profile, now: 1, catalogue: undefined, looks: [] }), undefined);
  });
});
