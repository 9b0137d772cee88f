import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LONG_HALF_LIFE, SHORT_HALF_LIFE } from '../profile/decay.ts';
import { BEHAVIOUR_SIGNAL, emptyProfile, foldAll, replay, VISIT_GAP } from '../profile/fold.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { CatalogueTraits, Signal, Trait } from '../types.ts';
import { PERSONAS, type PersonaSettings, personasOf, waysOfShopping } from './personas.ts';

const T0 = Date.UTC(2026, 0, 31, 12);
const signal = (type: string, value: string, at = T0): Signal => ({
  type,
  value,
  at,
});
const after = (
  signals: readonly Signal[],
  now = T0,
  catalogue?: CatalogueTraits,
  settings?: PersonaSettings,
) => personasOf(readProfile(replay(signals)!), now, catalogue, settings);
const scoreOf = (personas: ReturnType<typeof personasOf>, id: string): number =>
  personas.find((persona) => persona.id === id)?.score ?? 0;

/** Ten boots of £10 to £100 by two brands, and ninety hats. */
const facts = Array.from({ length: 100 }, (_, i) => ({
  category: i < 10 ? 'Boots' : 'Hats',
  brand: i % 2 === 0 ? 'Acme' : 'Bolt',
  attribute: i % 3 === 0 ? 'Colour=Red' : 'Colour=Blue',
  price: (i % 10) * 10 + 10,
}));
const traits = new Map<string, Trait>();
for (const fact of facts) {
  for (const kind of ['category', 'brand', 'attribute'] as const) {
    const label = fact[kind];
    const share = facts.filter((other) => other[kind] === label).length / facts.length;
    traits.set(`${kind}:${label.toLowerCase()}`, { kind, name: label.toLowerCase(), label, share });
  }
}
const traitOf = (kind: Trait['kind'], name: string) => traits.get(`${kind}:${name.toLowerCase()}`);
const catalogue: CatalogueTraits = {
  product: (id) => {
    const fact = facts[Number(id.slice(1))];
    if (fact === undefined) return undefined;
    const has = (['category', 'brand', 'attribute'] as const).map((kind) => traitOf(kind, fact[kind])!);
    return { traits: has, priceRank: (fact.price - 10) / 100 };
  },
  find: traitOf,
  priceRank: (price) => facts.filter((fact) => fact.price < price).length / facts.length,
};

const WAYS: readonly (readonly [string, readonly Signal[]])[] = [
  ['bargain_hunter', [signal('sort', 'price_asc'), signal('price_filter', '0-20')]],
  [
    'bargain_hunter',
    [signal('product_view', 'p0'), signal('product_view', 'p10'), signal('product_view', 'p20')],
  ],
  ['premium_buyer', [signal('sort', 'price_desc'), signal('price_filter', '90-500')]],
  [
    'premium_buyer',
    [signal('product_view', 'p9'), signal('product_view', 'p19'), signal('product_view', 'p29')],
  ],
  ['researcher', [signal('compare', 'p1'), signal('compare', 'p2'), signal('dwell', 'p1:60')]],
  ['decisive_buyer', [signal('product_view', 'p1'), signal('cart_add', 'p1'), signal('purchase', 'p1')]],
  ['explorer', ['boots', 'hats', 'scarves', 'gloves'].map((name) => signal('category_view', name))],
  ['brand_loyal', ['acme', 'acme', 'acme'].map((name) => signal('brand_view', name))],
  ['brand_loyal', ['p0', 'p2', 'p4', 'p6', 'p8'].map((id) => signal('product_view', id))],
  ['gift_shopper', [signal('search', 'birthday gift for dad')]],
  ['gift_shopper', [signal('search', 'Geschenk für Mama')]],
  ['gift_shopper', [signal('search', 'birthday card')]],
  ['premium_buyer', [signal('search', 'deluxe boots')]],
  ['researcher', [signal('search', 'Wanderschuhe Bewertungen')]],
  ['bargain_hunter', [signal('search', 'chaussures pas chères')]],
  ['returning_shopper', [signal('sort', 'newest'), signal('sort', 'newest', T0 + 2 * VISIT_GAP)]],
];
for (const [id, signals] of WAYS) {
  test(`${id} shows after ${signals.map((s) => `${s.type}:${s.value}`).join(', ')}`, () => {
    const best = after(signals, T0, catalogue).find((persona) => persona.kind === 'behaviour');
    assert.equal(best?.id, id);
  });
}

test('the evidence of earlier visits decays with the time since the latest signal, like all evidence', () => {
  const back = T0 + 2 * VISIT_GAP;
  const returning = (now: number) =>
    scoreOf(
      after([signal('product_view', 'a'), signal('product_view', 'b', back)], now),
      'returning_shopper',
    );
  const weight = 0.7;
  assert.equal(returning(back), 1 - Math.exp(-weight));
  const left = 0.75 / 4 + 0.25 * 2 ** ((-2 * SHORT_HALF_LIFE) / LONG_HALF_LIFE);
  assert.ok(Math.abs(returning(back + 2 * SHORT_HALF_LIFE) - (1 - Math.exp(-weight * left))) < 1e-12);
});

test('every declared persona has a test that shows it', () => {
  assert.deepEqual(new Set(WAYS.map(([id]) => id)), new Set(PERSONAS.map((persona) => persona.id)));
});

test('the evidence of a persona adds up to its score', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WAYS.flatMap(([, signals]) => signals))), (signals) => {
      const personas = personasOf(readProfile(foldAll(emptyProfile(T0), signals)), T0 + 60_000, catalogue);
      for (const { evidence, score } of personas) {
        const sum = evidence.reduce((all, { weight }) => all + weight, 0);
        assert.ok(Math.abs(score - (1 - Math.exp(-sum))) < 1e-12);
        assert.ok(score > 0 && score < 1);
      }
      assert.deepEqual(
        personas,
        [...personas].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)),
      );
    }),
  );
});

test('after two half-lives a persona has the score of the formula', () => {
  const now = T0 + 2 * SHORT_HALF_LIFE;
  const left = 0.75 / 4 + 0.25 * 2 ** (-(2 * SHORT_HALF_LIFE) / LONG_HALF_LIFE);
  const fresh = after([signal('category_view', 'boots')]);
  const later = after([signal('category_view', 'boots')], now);
  assert.ok(Math.abs(scoreOf(fresh, 'category:boots') - (1 - Math.exp(-1))) < 1e-12);
  assert.ok(Math.abs(scoreOf(later, 'category:boots') - (1 - Math.exp(-left))) < 1e-12);
});

test('the later of two interests is the stronger persona', () => {
  const personas = after([signal('category_view', 'boots'), signal('category_view', 'hats')]);
  assert.ok(scoreOf(personas, 'category:hats') > scoreOf(personas, 'category:boots'));
});

test('a common category is weaker evidence than a rare one', () => {
  const rare = after([signal('category_view', 'boots')], T0, catalogue);
  const common = after([signal('category_view', 'hats')], T0, catalogue);
  assert.ok(scoreOf(rare, 'category:boots') > scoreOf(common, 'category:hats'));
  assert.equal(rare[0]?.label, 'Interested in Boots');
});

test('views alone show the values that the products share', () => {
  const personas = after(
    ['p0', 'p3', 'p6'].map((id) => signal('product_view', id)),
    T0,
    catalogue,
  );
  assert.ok(scoreOf(personas, 'category:boots') > 0);
  assert.ok(scoreOf(personas, 'attribute:colour=red') > 0);
});

test('an organization can add a persona and map a behaviour to it', () => {
  const settings: PersonaSettings = {
    personas: [{ id: 'stylist', label: 'Stylist', evidence: [{ signal: 'wishlist_add', weight: 1 }] }],
    behaviours: { 'used-lookbook': { persona: 'stylist', weight: 0.7 } },
  };
  const looked: Signal = { ...signal(BEHAVIOUR_SIGNAL, 'used-lookbook'), data: '{}' };
  const personas = after([looked], T0, undefined, settings);
  assert.ok(Math.abs(scoreOf(personas, 'stylist') - (1 - Math.exp(-0.7))) < 1e-12);
  assert.deepEqual(personas[0]?.evidence, [{ signal: 'behavior:used-lookbook', weight: 0.7 }]);
});

test('an organization can replace a shipped persona by its own', () => {
  const settings: PersonaSettings = {
    personas: [
      { id: 'gift_shopper', label: 'Present finder', evidence: [{ signal: 'sort:newest', weight: 1 }] },
    ],
  };
  const personas = after([signal('sort', 'newest')], T0, undefined, settings);
  assert.equal(personas.filter((persona) => persona.id === 'gift_shopper').length, 1);
  assert.equal(personas.find((persona) => persona.id === 'gift_shopper')?.label, 'Present finder');
});

test('one product, however often it is viewed, is no evidence for an attribute and counts once', () => {
  const often = Array.from({ length: 4 }, () => signal('product_view', 'p0'));
  const personas = after(often, T0, catalogue);
  assert.equal(scoreOf(personas, 'attribute:colour=red'), 0);
  const boots = personas.find(({ id }) => id === 'category:boots');
  assert.deepEqual(
    boots?.evidence.map((evidence) => evidence.signal),
    ['products:1'],
  );
  const two = after([signal('product_view', 'p0'), signal('product_view', 'p3')], T0, catalogue);
  assert.ok(scoreOf(two, 'attribute:colour=red') > 0);
});

test('one view is no loyalty: a persona of products needs three of them, a brand also most of them', () => {
  const views = (...ids: readonly string[]) => ids.map((id) => signal('product_view', id));
  const persona = (id: string, signals: readonly Signal[]) => scoreOf(after(signals, T0, catalogue), id);
  const [much] = views('p0');
  assert.equal(persona('brand_loyal', [much]), 0);
  assert.equal(
    persona('brand_loyal', [
      much,
      signal('dwell', 'p0:90'),
      signal('compare', 'p0'),
      signal('cart_add', 'p0'),
    ]),
    0,
  );
  assert.equal(persona('brand_loyal', views('p0', 'p2', 'p0', 'p2')), 0);
  assert.ok(persona('brand_loyal', views('p0', 'p2', 'p4')) > 0);
  // Three products of five are 60 %, no more.
  assert.equal(persona('brand_loyal', views('p1', 'p3', 'p0', 'p2', 'p4')), 0);
  assert.ok(persona('brand_loyal', views('p1', 'p3', 'p0', 'p2', 'p4', 'p6', 'p8')) > 0);
  assert.equal(persona('bargain_hunter', views('p0', 'p10')), 0);
  assert.ok(persona('bargain_hunter', views('p0', 'p10', 'p20')) > 0);
  assert.equal(persona('premium_buyer', views('p9', 'p19', 'p9')), 0);
  assert.ok(persona('premium_buyer', views('p9', 'p19', 'p29')) > 0);
});

test('a page of a brand that is opened twice is no loyalty, nor are pages of many brands', () => {
  const pages = (...names: readonly string[]) =>
    scoreOf(after(names.map((name) => signal('brand_view', name))), 'brand_loyal');
  assert.equal(pages('acme', 'acme'), 0);
  assert.ok(pages('acme', 'acme', 'acme') > 0);
  assert.equal(pages('acme', 'bolt', 'acme', 'cord', 'bolt', 'dash'), 0);
});

test('the brand of one product is no interest, that of two is', () => {
  const views = (...ids: readonly string[]) =>
    after(
      ids.map((id) => signal('product_view', id)),
      T0,
      catalogue,
    );
  assert.equal(scoreOf(views('p0', 'p0'), 'brand:acme'), 0);
  assert.ok(scoreOf(views('p0', 'p2'), 'brand:acme') > 0);
});

test('the chosen ways of shopping are those among all, with the same evidence', () => {
  const chosen: ReadonlySet<string> = new Set(['bargain_hunter', 'researcher', 'own']);
  const own = { id: 'own', label: 'Own', evidence: [{ signal: 'sort:price_asc', weight: 1 }] };
  const signals = [signal('sort', 'price_asc'), signal('compare', 'p1'), signal('purchase', 'p2')];
  const profile = readProfile(replay(signals)!);
  for (const settings of [undefined, { personas: [own] }] satisfies (PersonaSettings | undefined)[]) {
    const all = waysOfShopping(profile, T0, undefined, settings);
    const some = waysOfShopping(profile, T0, undefined, settings, chosen);
    assert.deepEqual(
      some,
      all.filter(({ id }) => chosen.has(id)),
    );
    assert.ok(some.length >= 2 && some.length < all.length);
  }
});
