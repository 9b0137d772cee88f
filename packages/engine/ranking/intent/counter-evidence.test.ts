import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { bind } from '../model/bound-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, session, sumOf } from '../testing/shops.ts';
import { CounterEvidence } from './counter-evidence.ts';
import { dismissedValues } from './dismissed-values.ts';
import { shareOf } from './objection.ts';
import { sessionStateOf } from './session-state.ts';

const TYPES = ['boots', 'sandals', 'caps'];
const BRANDS = ['Ala', 'Bero', 'Cima'];
const AUDIENCES = ['Men', 'Women', 'Unisex'];

/** Each type of each brand for each audience, so many of each, alike in all else, in any order. */
const shops = fc.integer({ min: 2, max: 4 }).chain((times) =>
  fc
    .shuffledSubarray(
      TYPES.flatMap((type) =>
        BRANDS.flatMap((brand) =>
          AUDIENCES.flatMap((gender) =>
            Array.from({ length: times }, (_, k) => ({
              id: `${type}-${brand}-${gender}-${k}`,
              title: `${brand} ${type} ${k} ${gender}`,
              type,
              brand,
              gender,
              price: 50,
            })),
          ),
        ),
      ),
      { minLength: TYPES.length * BRANDS.length * AUDIENCES.length * times },
    )
    .map((rows) => ({ rows, index: buildIndex(catalogueOf(rows, { title: 'text' }), ROLES) })),
);
type Shop = typeof shops extends fc.Arbitrary<infer T> ? T : never;
const listOf = ({ index }: Shop, ...signals: readonly string[]) =>
  rank({ index, model: emptyModel(), profile: session(...signals), now: NOON + 60_000, limit: 999 });
/** Places by what a product is, of those that the session has not met. */
const placesOf = (shop: Shop, ...signals: readonly string[]) => {
  const met = new Set(signals.map((signal) => signal.slice(signal.indexOf(':') + 1)));
  return listOf(shop, ...signals).items.filter(({ id }) => !met.has(id));
};
const meanRank = (items: readonly { readonly id: string; readonly rank: number }[], part: string): number => {
  const found = items.filter(({ id }) => id.split('-').includes(part));
  return found.reduce((sum, { rank }) => sum + rank, 0) / found.length;
};

describe('dismissed products', () => {
  const dismissals = fc.tuple(shops, fc.constantFrom(...BRANDS), fc.integer({ min: 1, max: 4 }));

  test('speak against others of their brand, and those come after the same of other brands', () => {
    fc.assert(
      fc.property(dismissals, ([shop, brand, times]) => {
        const dismissed = shop.rows.filter((row) => row.brand === brand).slice(0, times);
        const items = placesOf(shop, ...dismissed.map(({ id }) => `dismiss:${id}`));
        for (const other of BRANDS) {
          if (other !== brand) assert.ok(meanRank(items, brand) > meanRank(items, other));
        }
        assert.ok(!items[0].id.includes(brand));
      }),
      { numRuns: 30 },
    );
  });

  test('take three quarters of a score at most, as a factor of their own; scores add up', () => {
    fc.assert(
      fc.property(dismissals, ([shop, brand, times]) => {
        const dismissed = shop.rows.filter((row) => row.brand === brand).slice(0, 3 * times);
        const { items, explanation } = listOf(shop, ...dismissed.map(({ id }) => `dismiss:${id}`));
        assert.ok(explanation.personalised);
        assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
        for (const { score, scoreBreakdown } of items) {
          assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-12);
          const taken = scoreBreakdown.find(({ factor }) => factor === 'dismissed');
          if (taken === undefined) continue;
          assert.ok(taken.weight >= -3 / 4 && taken.signal.includes('='));
        }
        assert.ok(
          items.some(({ scoreBreakdown }) => scoreBreakdown.some(({ factor }) => factor === 'dismissed')),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('say nothing against a brand that is asked for by its name, and less of one that is looked at', () => {
    fc.assert(
      fc.property(shops, ({ rows, index }) => {
        const ofBrand = rows.filter(({ brand }) => brand === 'Ala');
        const dismissals = ofBrand.slice(0, 2).map(({ id }) => `dismiss:${id}`);
        const bound = bind(index, emptyModel());
        const leftOf = (...signals: readonly string[]): number => {
          const held = dismissedValues(sessionStateOf(bound, session(...signals), [], NOON + 60_000));
          const ofBrands = held.find(({ column }) => column === index.brand);
          return ofBrands === undefined ? 1 : shareOf(ofBrands, index.ids.find(ofBrand[0].id)!);
        };
        const looked = ofBrand.slice(2, 5).map(({ id }) => `product_view:${id}`);
        const alone = leftOf(...dismissals);
        assert.ok(alone < 1 && leftOf(...dismissals, ...looked) > alone);
        assert.equal(leftOf(...dismissals, 'brand_view:Ala'), 1);
      }),
      { numRuns: 30 },
    );
  });
});

test('what speaks against products weighs all scores as it weighs each, whatever columns it is of; their sum stays', () => {
  const values = fc.constantFrom(...TYPES, ...BRANDS, ...AUDIENCES);
  const told = fc.record({
    shop: shops,
    dismissed: values,
    viewed: values,
    scores: fc.infiniteStream(fc.double({ min: 1e-9, max: 1, noNaN: true })),
  });
  fc.assert(
    fc.property(told, ({ shop: { rows, index }, dismissed, viewed, scores }) => {
      const idsOf = (value: string) =>
        rows.filter(({ id }) => id.split('-').includes(value)).map(({ id }) => id);
      const signals = [
        ...idsOf(viewed)
          .slice(0, 3)
          .map((id) => `product_view:${id}`),
        ...idsOf(dismissed)
          .slice(-3)
          .map((id) => `dismiss:${id}`),
      ];
      const against = CounterEvidence.of(
        sessionStateOf(bind(index, emptyModel()), session(...signals), [], NOON),
      );
      if (against === undefined) return;
      const before = Float64Array.from({ length: index.size }, () => scores.next().value);
      const after = before.slice();
      against.weigh(after);
      for (const [product, score] of before.entries()) {
        assert.ok(Math.abs(after[product] / against.weighed(score, product) - 1) < 1e-9);
      }
      const sum = (of: Float64Array) => of.reduce((total, score) => total + score, 0);
      assert.ok(Math.abs(sum(after) / sum(before) - 1) < 1e-9);
    }),
    { numRuns: 50 },
  );
});

describe('for whom the viewed products are', () => {
  const views = fc.tuple(shops, fc.constantFrom('Men', 'Women'), fc.integer({ min: 1, max: 4 }));

  test('weighs from the first on, and rules out what is for others once three agree', () => {
    fc.assert(
      fc.property(views, ([shop, audience, times]) => {
        const other = audience === 'Men' ? 'Women' : 'Men';
        const boots = shop.rows
          .filter(({ gender, type }) => gender === audience && type === 'boots')
          .slice(0, times);
        const items = placesOf(shop, ...boots.map(({ id }) => `product_view:${id}`));
        const own = items.filter(({ id }) => id.startsWith('boots'));
        const firstOfOthers = own.findIndex(({ id }) => id.split('-').includes(other));
        assert.ok(own.slice(firstOfOthers).every(({ id }) => id.split('-').includes(other)));
        for (const { id, scoreBreakdown } of items) {
          const taken = scoreBreakdown.find(({ factor }) => factor === 'constraint');
          assert.ok(taken !== undefined);
          if (!id.split('-').includes(other)) {
            assert.ok(taken.weight > 0);
            continue;
          }
          assert.equal(taken.signal, `gender=${audience}`);
          assert.ok(taken.weight <= (boots.length >= 3 ? -0.8 : -0.3), `${taken.weight}`);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('says nothing where the shopper looks at both, or asks for one of them', () => {
    fc.assert(
      fc.property(shops, ({ rows, index }) => {
        const [man] = rows.filter(({ gender }) => gender === 'Men');
        const [woman] = rows.filter(({ gender }) => gender === 'Women');
        const hasConstraint = (...signals: readonly string[]): boolean =>
          listOf({ rows, index }, ...signals).items.some(({ scoreBreakdown }) =>
            scoreBreakdown.some(({ factor }) => factor === 'constraint'),
          );
        assert.ok(hasConstraint(`product_view:${man.id}`));
        assert.ok(!hasConstraint(`product_view:${man.id}`, 'attribute_filter:gender=Women'));
        const strengthOf = (...signals: readonly string[]): number =>
          Math.min(
            ...listOf({ rows, index }, ...signals).items.flatMap(({ scoreBreakdown }) =>
              scoreBreakdown.flatMap(({ factor, weight }) => (factor === 'constraint' ? weight : [])),
            ),
          );
        // The last one weighs alone.
        assert.ok(strengthOf(`product_view:${man.id}`, `product_view:${woman.id}`) > -0.6);
      }),
      { numRuns: 20 },
    );
  });

  test('is no matter of a list that answers a search', () => {
    fc.assert(
      fc.property(shops, ({ rows, index }) => {
        const [man] = rows.filter(({ gender }) => gender === 'Men');
        const { items } = rank({
          index,
          model: emptyModel(),
          now: NOON + 60_000,
          limit: 5,
          profile: session(`product_view:${man.id}`),
          query: 'women boots',
        });
        for (const { id } of items) assert.ok(id.includes('boots') && id.includes('Women'), id);
      }),
      { numRuns: 20 },
    );
  });
});
