import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { columnPreferenceOf } from '../../intent/column-preference.ts';
import { sessionStateOf } from '../../intent/session-state.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { bind } from '../../model/bound-model.ts';
import { rank } from '../../rank.ts';
import { catalogueOf, NOON, ROLES, session } from '../../testing/shops.ts';
import { buildIndex } from '../catalogue-index.ts';
import { variantsDiffer } from './variant-facts.ts';

const SIZES = ['8', '9', '10', '11'];
const COLOURS = ['red', 'blue', 'black'];

/** Shoes in variants of size and colour, and what columns record of them beside. */
const shoes = fc
  .array(
    fc.record({
      brand: fc.constantFrom('Ala', 'Bero'),
      gender: fc.constantFrom('Men', 'Women'),
      sizes: fc.subarray(SIZES, { minLength: 2 }),
      colours: fc.subarray(COLOURS, { minLength: 1 }),
    }),
    { minLength: 3, maxLength: 9 },
  )
  .map((products) =>
    products.flatMap(({ sizes, colours, ...rest }, group) =>
      colours.flatMap((colour) =>
        sizes.map((size) => ({
          id: `g${group}-${colour}-${size}`,
          item_group_id: `g${group}`,
          title: `Shoe ${group}`,
          type: 'shoes',
          price: 50 + group,
          colour,
          size,
          ...rest,
        })),
      ),
    ),
  );
const sessions = shoes.chain((rows) =>
  fc.record({
    index: fc.constant(buildIndex(catalogueOf(rows, { title: 'text', size: 'category' }), ROLES)),
    looks: fc.array(
      fc
        .tuple(
          fc.constantFrom('product_view', 'compare', 'wishlist_add', 'dismiss'),
          fc.constantFrom(...rows.map(({ id }) => id)),
        )
        .map(([type, id]) => `${type}:${id}`),
      { minLength: 1, maxLength: 12 },
    ),
    bought: fc.constantFrom(...rows.map(({ id }) => id)),
  }),
);
const signalsIn = (index: ReturnType<typeof buildIndex>, ...signals: readonly string[]): string[] =>
  rank({
    index,
    model: emptyModel(),
    profile: session(...signals),
    now: NOON + 60_000,
    limit: 99,
  }).items.flatMap(({ scoreBreakdown }) => scoreBreakdown.map(({ signal }) => signal));

describe('a value in which the variants of a product differ', () => {
  test('is no wish of the shopper, however often the product is looked at', () => {
    fc.assert(
      fc.property(sessions, ({ index, looks }) => {
        const varying = index.columns.filter((column) =>
          looks.some((look) =>
            variantsDiffer(index, index.ids.find(look.slice(look.indexOf(':') + 1))!, column),
          ),
        );
        assert.ok(varying.some(({ name }) => name === 'size'));
        const signals = signalsIn(index, ...looks);
        for (const { name } of varying) {
          if (name === 'colour' && looks.some((look) => !variesInColour(index, look))) continue;
          assert.ok(!signals.some((signal) => signal.includes(`${name}=`)), name);
        }
      }),
    );
  });

  test('is one once it is filtered by, or the variant is put into the cart', () => {
    fc.assert(
      fc.property(sessions, ({ index, bought }) => {
        const size = bought.slice(bought.lastIndexOf('-') + 1);
        assert.ok(
          signalsIn(index, `attribute_filter:size=${size}`).includes(`attribute_filter:size=${size}`),
        );
        const number = index.columnNumbers.get('size')!;
        const bound = bind(index, emptyModel());
        const wishes = (...signals: readonly string[]) =>
          columnPreferenceOf(sessionStateOf(bound, session(...signals), [], NOON), number)?.named().signals;
        assert.equal(wishes(`product_view:${bought}`), undefined);
        assert.deepEqual(
          [...(wishes(`product_view:${bought}`, `cart_add:${bought}`)?.values() ?? [])],
          [`size=${size}`],
        );
      }),
    );
  });
});

const variesInColour = (index: ReturnType<typeof buildIndex>, look: string): boolean => {
  const product = index.ids.find(look.slice(look.indexOf(':') + 1))!;
  const colour = index.columns[index.columnNumbers.get('colour') ?? -1];
  return colour !== undefined && variantsDiffer(index, product, colour);
};
