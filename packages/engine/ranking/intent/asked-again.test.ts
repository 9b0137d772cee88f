import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, ROLES, rowsOf, session } from '../testing/shops.ts';

const HOUR = 3_600_000;
const SIZE = 24;
/** A word that no product has. */
const LACKING = 'umbrella';
/** A shop of some of the products, in any order, and the product that the shopper is done with. */
const shops = fc.shuffledSubarray(rowsOf(SIZE), { minLength: 6 }).chain((rows) =>
  fc.record({
    index: fc.constant(buildIndex(catalogueOf(rows, { title: 'text' }), ROLES)),
    ids: fc.constant(rows.map(({ id }) => String(id))),
    own: fc.constantFrom(...rows),
  }),
);
/** What a shopper does with other products, or says. */
const others = (ids: readonly string[], own: string) =>
  fc.array(
    fc.oneof(
      ...['product_view', 'cart_add', 'wishlist_add', 'compare', 'dismiss', 'purchase'].map((type) =>
        fc.constantFrom(...ids.filter((id) => id !== own)).map((id) => `${type}:${id}`),
      ),
      fc.constantFrom(
        'category_view:boots',
        'brand_view:Ala',
        'attribute_filter:colour=red',
        'price_filter:20-90',
      ),
    ),
    { maxLength: 70, size: 'max' },
  );
const sessions = shops.chain(({ index, ids, own }) =>
  fc.record({
    index: fc.constant(index),
    own: fc.constant(String(own.id)),
    title: fc.constant(String(own.title)),
    before: fc
      .tuple(others(ids, String(own.id)), fc.subarray([`search:${own.title}`, `search:${own.id}`]))
      .map(([signals, named]) => [...signals, ...named]),
    since: others(ids, String(own.id)),
    hours: fc.nat(5_000),
  }),
);

for (const [type, why] of [
  ['purchase', 'bought'],
  ['dismiss', 'dismissed'],
] as const) {
  describe(`what was ${why}`, () => {
    test('stays back in every list that asks for nothing, however long ago it was', () => {
      fc.assert(
        fc.property(sessions, ({ index, own, before, since, hours }) => {
          const profile = session(...before, `product_view:${own}`, `${type}:${own}`, ...since);
          const now = profile.lastSeenAt + hours * HOUR;
          const { items } = rank({ index, model: emptyModel(), profile, now, limit: SIZE });
          assert.equal(items.find(({ id }) => id === own)?.aside, why);
          const isFree = items.some(({ aside }) => aside === undefined);
          if (isFree) assert.notEqual(items[0].id, own);
        }),
        { numRuns: 60 },
      );
    });

    test('stays back after searches of which it has a word each', () => {
      const lacking = sessions.chain((one) =>
        fc
          .array(fc.constantFrom(...one.title.split(' ').map((word) => `search:${word} ${LACKING}`)))
          .map((searches) => ({ ...one, searches })),
      );
      fc.assert(
        fc.property(lacking, ({ index, own, before, searches }) => {
          const profile = session(...before, `${type}:${own}`, ...searches, `search:${LACKING}`);
          const { items } = rank({
            index,
            model: emptyModel(),
            profile,
            now: profile.lastSeenAt,
            limit: SIZE,
          });
          assert.equal(items.find(({ id }) => id === own)?.aside, why);
        }),
        { numRuns: 60 },
      );
    });

    test('does no longer once the shopper asks for it again', () => {
      const asking = (own: string, title: string) =>
        fc.constantFrom(
          `product_view:${own}`,
          `cart_add:${own}`,
          `wishlist_add:${own}`,
          `compare:${own}`,
          `search:${title}`,
        );
      const asked = sessions.chain((one) => asking(one.own, one.title).map((again) => ({ ...one, again })));
      fc.assert(
        fc.property(asked, ({ index, own, before, since, hours, again }) => {
          const signals = since.slice(0, 20);
          const profile = session(...before, `${type}:${own}`, ...signals, again);
          const now = profile.lastSeenAt + hours * HOUR;
          const { items } = rank({ index, model: emptyModel(), profile, now, limit: SIZE });
          assert.notEqual(items.find(({ id }) => id === own)?.aside, why);
        }),
        { numRuns: 60 },
      );
    });
  });
}

test('a dismissed product does not stand back in a search that names it, but does in any other', () => {
  fc.assert(
    fc.property(sessions, ({ index, own, title, before }) => {
      const profile = session(...before, `dismiss:${own}`);
      const list = { index, model: emptyModel(), profile, now: profile.lastSeenAt, limit: SIZE };
      for (const query of [title, own]) {
        const { items } = rank({ ...list, query });
        assert.equal(items.find(({ id }) => id === own)?.aside, undefined);
      }
      const { items } = rank({ ...list, query: title.split(' ')[1] });
      assert.equal(items.find(({ id }) => id === own)?.aside, 'dismissed');
    }),
    { numRuns: 30 },
  );
});
