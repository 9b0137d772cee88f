import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../primitives/run-to-end.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Neighbours } from '../indexing/vectors/quantised-vectors.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind } from '../model/bound-model.ts';
import { type RankRequest, rank } from '../rank.ts';
import { DEGREES, judge } from '../request/judgement.ts';
import { NOON, session, shopOf, sumOf, titledShop } from '../testing/shops.ts';
import type { RankedItem, Ranking } from '../types.ts';
import { EXPERTS, ExpertRegistry } from './registry.ts';

const SIZE = 40;
const shop: CatalogueIndex = shopOf(SIZE);
const whole = { model: emptyModel(), now: NOON + 60_000, limit: SIZE, profile: undefined, index: shop };
const listOf = (request: Partial<RankRequest>): Ranking => rank({ ...whole, ...request });

const neighbours = fc
  .uniqueArray(fc.tuple(fc.nat(SIZE - 1), fc.double({ min: 0.3, max: 1, noNaN: true })), {
    selector: ([product]) => product,
    maxLength: 12,
  })
  .map((pairs): Neighbours => {
    const sorted = pairs.toSorted(([, a], [, b]) => b - a);
    return {
      products: Int32Array.from(sorted, ([product]) => product),
      similarities: Float64Array.from(sorted, ([, similarity]) => similarity),
    };
  });
const visit = fc.constantFrom(
  undefined,
  session('product_view:p3', 'product_view:p7'),
  session('attribute_filter:colour=red'),
  session('search:wool', 'cart_add:p5', 'dismiss:p9'),
);
const query = fc.constantFrom(
  ...['boots', 'wool', 'footwear', 'leather footwear', 'red xqzzk', 'footwear under 60', 'footwear not wool'],
);

const says = ({ scoreBreakdown }: RankedItem, factor: string) =>
  scoreBreakdown.find((each) => each.factor === factor);
const tierOf = ({ scoreBreakdown }: RankedItem) =>
  scoreBreakdown.reduce((sum, { tier = 0 }) => sum + tier, 0);

test('where words meet a query, and without one, meaning changes no byte', () => {
  fc.assert(
    fc.property(visit, fc.option(query, { nil: undefined }), neighbours, (profile, query, meaning) => {
      const isUnmet = query !== undefined && runToEnd(judge(shop, query))!.isUnmet;
      fc.pre(!isUnmet);
      assert.deepEqual(listOf({ profile, query, meaning }), listOf({ profile, query }));
    }),
  );
});

test('where they do not, it proposes what is near, in tiers and contributions that add up', () => {
  fc.assert(
    fc.property(visit, query, neighbours, (profile, query, meaning) => {
      const { isUnmet, allows, degrees } = runToEnd(judge(shop, query))!;
      const { items, matched, near = 0 } = listOf({ profile, query, meaning, filters: {} });
      const sum = items.reduce((total, { score }) => total + score, 0);
      assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
      const proposed = new Set([...meaning.products].filter((product) => isUnmet && allows(product)));
      for (const [at, item] of items.entries()) {
        const product = Number(item.id.slice(1));
        assert.ok(Math.abs(sumOf(item.scoreBreakdown) - item.score) < 1e-9);
        assert.equal(says(item, 'meaning') !== undefined, proposed.has(product), item.id);
        const degree = proposed.has(product) ? Math.min(2, degrees[product]) : degrees[product];
        assert.equal(says(item, 'match')?.matched, DEGREES[degree]);
        if (at === 0) continue;
        const before = items[at - 1];
        const [tier, earlier] = [tierOf(item), tierOf(before)];
        assert.ok(earlier < tier || (earlier === tier && before.score >= item.score - 1e-12));
      }
      const alone = listOf({ profile, query, meaning, unmatched: 'exclude' });
      assert.equal(alone.total, matched === 0 ? near : matched);
    }),
    { numRuns: 200 },
  );
});

test('of equal products the nearer one comes first, and the breakdown says what was typed', () => {
  const index = titledShop(['Sofa bed', 'Convertible couch', 'Desk lamp', 'Wall clock']);
  const meaning = { products: Int32Array.of(1, 0), similarities: Float64Array.of(0.7, 0.6) };
  const { items, matched, near } = rank({ ...whole, index, query: ' Chesterfield ', meaning });
  assert.deepEqual([items[0].id, items[1].id, matched, near], ['p1', 'p0', 0, 2]);
  assert.equal(says(items[0], 'meaning')?.signal, 'search:Chesterfield');
  assert.ok(says(items[0], 'meaning')!.contribution > 0.5 * items[0].score);
});

test('the other experts have the weights, to the last bit, that they would have without this one', () => {
  const { groups } = EXPERTS;
  const without = new ExpertRegistry(groups.filter(({ experts }) => experts[0].name !== 'meaning'));
  const kept = [...EXPERTS.experts.keys()].filter((expert) => EXPERTS.experts[expert].name !== 'meaning');
  const bound = bind(shop, emptyModel());
  const boundWithout = { ...bound, model: emptyModel(without) };
  fc.assert(
    fc.property(visit, fc.option(query, { nil: undefined }), (profile, query) => {
      const [weights, fewer] = [bound, boundWithout].map((each, k) => {
        const state = sessionStateOf(each, profile ?? EMPTY_PROFILE, [], NOON, query);
        const mixture = new Mixture(state, k === 0 ? EXPERTS : without);
        const result = { weight: mixture.weight.slice(), scores: mixture.scores().slice() };
        mixture.close();
        return result;
      });
      assert.deepEqual(
        kept.map((expert) => weights.weight[expert]),
        [...fewer.weight],
      );
      assert.deepEqual(weights.scores, fewer.scores);
    }),
  );
});
