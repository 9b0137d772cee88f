import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { personasOf } from '../session/personas/personas.ts';
import { fold } from '../session/profile/fold.ts';
import { readProfile } from '../session/profile/read-profile.ts';
import type { Persona } from '../session/types.ts';
import { buildIndex } from './indexing/catalogue-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { train } from './learning/train.ts';
import type { TrainingSession } from './model/training-session.ts';
import { rank } from './rank.ts';
import { catalogueOf, NOON, ROLES, randomOf, session, shopOf, sumOf } from './testing/shops.ts';

const shop = shopOf(120);
const shopIds = Array.from({ length: shop.size }, (_, product) => shop.ids.at(product));
const brandOf = (id: string): string => ['Ala', 'Bero', 'Cima'][Math.floor(Number(id.slice(1)) / 4) % 3];
const typeOf = (id: string): string => ['boots', 'sandals', 'hats', 'scarves'][Number(id.slice(1)) % 4];
const priceOf = (id: string): number => 10 + ((Number(id.slice(1)) * 37) % 190);
const request = { index: shop, model: emptyModel(), now: NOON + 60_000, limit: 20 };

/** Shoppers who walk along a category, mostly to its next product. */
function history(sessions: number): TrainingSession[] {
  const random = randomOf(7);
  return Array.from({ length: sessions }, (_, s) => {
    let at = Math.floor(random() * 120);
    return {
      steps: Array.from({ length: 3 + Math.floor(random() * 5) }, (_, k) => {
        at = random() < 0.7 ? (at + 4) % 120 : Math.floor(random() * 120);
        return { item: `p${at}`, at: NOON - 1e9 + s * 60_000 + k * 1000 };
      }),
    };
  });
}
const learned = train(history(300), { index: shop });

describe('a cold catalogue', () => {
  test('follows a single category view', () => {
    const { items, explanation } = rank({ ...request, profile: session('category_view:boots') });
    assert.ok(items.every(({ id }) => typeOf(id) === 'boots'));
    assert.deepEqual(explanation, { personalised: true });
    assert.equal(items[0].scoreBreakdown[0].factor, 'category');
    assert.equal(items[0].scoreBreakdown[0].signal, 'category_view:boots');
  });

  test('names no value as matched that the session neither stated nor viewed', () => {
    const { items } = rank({ ...request, limit: 120, profile: session('category_view:boots') });
    for (const { id, scoreBreakdown } of items) {
      const { signal } = scoreBreakdown.find(({ factor }) => factor === 'attribute')!;
      assert.equal(signal, typeOf(id) === 'boots' ? 'type=boots' : 'type');
    }
    const seen = rank({ ...request, limit: 120, profile: session('product_view:p0') });
    for (const { id, scoreBreakdown } of seen.items) {
      const { signal } = scoreBreakdown.find(({ factor }) => factor === 'brand')!;
      assert.equal(signal, Math.floor(Number(id.slice(1)) / 4) % 3 === 0 ? 'brand=Ala' : 'brand');
    }
  });

  test('follows a single price filter', () => {
    const { items } = rank({ ...request, profile: session('price_filter:50-80') });
    assert.ok(items.slice(0, 12).every(({ id }) => priceOf(id) >= 50 && priceOf(id) <= 80));
  });

  test('follows a single attribute filter', () => {
    const { items } = rank({ ...request, profile: session('attribute_filter:colour=red') });
    assert.ok(items.every(({ id }) => Math.floor(Number(id.slice(1)) / 5) % 5 === 0));
  });

  test('follows a filter of the category or the brand', () => {
    const category = rank({ ...request, profile: session('attribute_filter:type=hats') });
    assert.ok(category.items.every(({ id }) => typeOf(id) === 'hats'));
    assert.equal(category.items[0].scoreBreakdown[0].signal, 'attribute_filter:type=hats');
    const brand = rank({ ...request, profile: session('attribute_filter:brand=bero') });
    assert.ok(brand.items.every(({ id }) => Math.floor(Number(id.slice(1)) / 4) % 3 === 1));
  });

  test('names a frequent number by itself, and a range of other numbers by its ends', () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({ id: `p${i}`, depth: i < 100 ? 51 : i }));
    const index = buildIndex(catalogueOf(rows), ROLES);
    const signalOf = (depth: number): string => {
      const { items } = rank({ ...request, index, profile: session(`attribute_filter:depth=${depth}`) });
      return items[0].scoreBreakdown[0].signal;
    };
    assert.equal(signalOf(51), 'attribute_filter:depth=51');
    assert.match(signalOf(150), /^attribute_filter:depth=1\d\d–1\d\d$/);
  });

  test('resolves the attribute of a filter by its handle', () => {
    const rows = shopIds.map((id, i) => ({ id, 'Shoe size': `${36 + (i % 8)} EU` }));
    const index = buildIndex(catalogueOf(rows), {});
    const { items } = rank({
      ...request,
      index,
      limit: 15,
      profile: session('attribute_filter:shoe-size=38-eu'),
    });
    assert.ok(items.every(({ id }) => Number(id.slice(1)) % 8 === 2));
  });

  test('follows a filter for a number of a column of many', () => {
    const rows = shopIds.map((id, i) => ({ id, width: 100 + i }));
    const index = buildIndex(catalogueOf(rows), {});
    const { items } = rank({ ...request, index, limit: 5, profile: session('attribute_filter:width=150') });
    assert.ok(items.every(({ id }) => Math.abs(Number(id.slice(1)) - 50) < 8));
  });

  test('ranks products that are similar to a viewed one first', () => {
    const { items } = rank({ ...request, profile: session('product_view:p8') });
    assert.ok(items.slice(0, 10).every(({ id }) => typeOf(id) === 'boots'));
  });

  test('finds the words of a search, and ranks excluded ones last', () => {
    const wanted = rank({ ...request, profile: session('search:leather hats') });
    assert.ok(
      wanted.items.slice(0, 5).every(({ id }) => typeOf(id) === 'hats' && Number(id.slice(1)) % 3 === 0),
    );
    const refused = rank({ ...request, limit: 80, profile: session('search:not leather') });
    assert.ok(refused.items.every(({ id }) => Number(id.slice(1)) % 3 !== 0));
    assert.ok(refused.items.every(({ score }) => score >= 0));
  });

  test('applies the last statement about a word: negated, then wanted', () => {
    const isLeather = (id: string): boolean => Number(id.slice(1)) % 3 === 0;
    const asked = session('search:boots not leather', 'search:leather boots');
    const wanted = rank({ ...request, limit: 5, profile: asked });
    assert.ok(wanted.items.every(({ id }) => isLeather(id)));
    const refused = rank({
      ...request,
      limit: 5,
      profile: session('search:leather boots', 'search:boots not leather'),
    });
    assert.ok(refused.items.every(({ id }) => typeOf(id) === 'boots' && !isLeather(id)));
    assert.equal(
      refused.items[0].scoreBreakdown.find(({ factor }) => factor === 'keyword')!.signal,
      'search:boots',
    );
  });

  test('follows the search or the category that came last', () => {
    const seen = (...signals: string[]) =>
      rank({ ...request, limit: 12, profile: session(...signals) }).items;
    for (const last of ['search:hats', 'category_view:hats']) {
      const items = seen('search:leather boots', last);
      assert.ok(
        items.every(({ id }) => typeOf(id) === 'hats'),
        last,
      );
    }
    const hats = seen('category_view:boots', 'product_view:p4', 'cart_add:p4', 'category_view:hats');
    assert.ok(hats.filter(({ id }) => typeOf(id) === 'hats').length > 9);
    const narrowed = seen('search:leather', 'category_view:hats');
    assert.ok(narrowed.slice(0, 5).every(({ id }) => typeOf(id) === 'hats' && Number(id.slice(1)) % 3 === 0));
  });

  test('ranks products that state the absence of an attribute first where it is negated, and those that have it last', () => {
    const rows = ['Gum with sugar', 'Gum', 'Sugar-free gum', 'Chocolate'].map((title) => ({
      id: title,
      title,
    }));
    const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
    for (const query of ['sugar free gum', 'gum without sugar']) {
      const { items } = rank({ ...request, index, profile: session(`search:${query}`) });
      assert.deepEqual(
        items.slice(0, 2).map(({ id }) => id),
        ['Sugar-free gum', 'Gum'],
      );
    }
  });

  test('finds products that state the absence of an attribute where nothing else was searched for', () => {
    for (const titles of [
      ['Gum with sugar', 'Gum', 'Sugar-free gum', 'Chocolate'],
      ['Gum', 'Chocolate', 'Sugar-free gum'],
    ]) {
      const index = buildIndex(
        catalogueOf(
          titles.map((title) => ({ id: title, title })),
          { title: 'text' },
        ),
        ROLES,
      );
      const { items, explanation } = rank({ ...request, index, profile: session('search:sugar free') });
      assert.equal(items[0].id, 'Sugar-free gum');
      assert.deepEqual(explanation, { personalised: true });
      assert.ok(items[0].scoreBreakdown.some(({ signal }) => signal === 'search:without sugar'));
    }
  });

  test('names the known words of a search as the catalogue writes them, and no others', () => {
    const { items } = rank({ ...request, profile: session('search:xylophone hat') });
    assert.equal(items[0].scoreBreakdown[0].signal, 'search:hats');
  });

  test('finds, and excludes, affirmed values by the name of their column', () => {
    const rows = shopIds.map((id, i) => ({
      id,
      kind: ['boots', 'hats'][i % 2],
      isWaterproof: i % 3 === 0 ? 'Yes' : 'No',
    }));
    const index = buildIndex(catalogueOf(rows, { isWaterproof: 'boolean' }), {});
    const asked = (search: string) =>
      rank({ ...request, index, limit: 20, profile: session(`search:${search}`) }).items.map(({ id }) =>
        Number(id.slice(1)),
      );
    assert.ok(asked('waterproof boots').every((i) => i % 6 === 0));
    assert.ok(asked('not waterproof').every((i) => i % 3 !== 0));
  });

  test('still adds up to 1 where all products are excluded', () => {
    const rows = Array.from({ length: 7 }, (_, i) => ({ id: `p${i}`, title: `Leather boots ${i}` }));
    const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
    const { items, explanation } = rank({ ...request, index, profile: session('search:not leather') });
    assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
    assert.deepEqual(explanation, { personalised: false, reason: 'no_matching_attributes' });
  });

  test('keeps its own order without signals, and says why', () => {
    const { items, explanation, total } = rank({
      ...request,
      diversity: 0,
      profile: session('device:mobile'),
    });
    assert.deepEqual(
      items.map(({ id }) => id),
      shopIds.slice(0, 20),
    );
    assert.deepEqual(explanation, { personalised: false, reason: 'no_signals' });
    assert.equal(total, 120);
    assert.equal(rank({ ...request, profile: undefined }).explanation.reason, 'session_not_found');
  });

  test('states that nothing matches the signals', () => {
    const { items, explanation } = rank({ ...request, profile: session('category_view:spaceships') });
    assert.deepEqual(explanation, { personalised: false, reason: 'no_matching_attributes' });
    assert.deepEqual(
      items.map(({ id }) => id),
      shopIds.slice(0, 20),
    );
  });
});

describe('any ranking', () => {
  const signal = fc.oneof(
    fc.nat(140).map((n) => `product_view:p${n}`),
    fc.nat(119).map((n) => `cart_add:p${n}`),
    fc.nat(119).map((n) => `dismiss:p${n}`),
    fc.constantFrom('category_view:boots', 'category_view:nothing', 'brand_view:ala', 'search:wool -red'),
    fc.constantFrom('price_filter:20-60', 'attribute_filter:colour=blue', 'sort:price_asc', 'device:mobile'),
  );
  const model = fc.constantFrom(emptyModel(), learned);

  test('breaks every score down into contributions that add up to it, and all scores add up to 1', () => {
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 30 }), model, (signals, model) => {
        const { items } = rank({ ...request, model, limit: 500, profile: session(...signals) });
        assert.equal(items.length, 120);
        let total = 0;
        for (const { score, scoreBreakdown } of items) {
          assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-9);
          for (const { factor, weight, value, contribution, tier } of scoreBreakdown) {
            // What puts a product into a tier is no evidence: it has no weight.
            if (tier !== undefined) continue;
            // What is held against one product is added to others.
            const isAgainst = factor === 'dismissed' || factor === 'constraint';
            if (isAgainst) assert.ok(weight > -1 && value >= 0 && value <= 1 + 1e-12);
            else assert.ok(weight > 0 && weight <= 1 + 1e-12 && value >= 0 && value <= 1 + 1e-12);
            assert.ok(Math.abs(weight * value - contribution) < 1e-12);
          }
          total += score;
        }
        assert.ok(Math.abs(total - 1) < 1e-9, `${total}`);
      }),
      { numRuns: 60 },
    );
  });

  test('gives every expert one unit of probability over the candidates', () => {
    fc.assert(
      fc.property(fc.array(signal, { minLength: 1, maxLength: 20 }), (signals) => {
        const { items } = rank({ ...request, model: learned, limit: 500, profile: session(...signals) });
        const mass = new Map<string, number>();
        const weights = new Map<string, number>();
        for (const { scoreBreakdown } of items) {
          for (const { factor, weight, value } of scoreBreakdown) {
            if (factor === 'dismissed' || factor === 'constraint') continue;
            const voice = `${factor} ${weight}`;
            mass.set(voice, (mass.get(voice) ?? 0) + value);
            weights.set(voice, weight);
          }
        }
        for (const [voice, sum] of mass)
          assert.ok(Math.abs(sum - Math.round(sum)) < 1e-9, `${voice}: ${sum}`);
        const weight = [...weights.values()].reduce((sum, w) => sum + w, 0);
        assert.ok(weight <= 1 + 1e-9);
      }),
      { numRuns: 40 },
    );
  });

  test('is the same, byte for byte, when it is made again', () => {
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 20 }), model, (signals, model) => {
        const made = () => JSON.stringify(rank({ ...request, model, profile: session(...signals) }));
        const first = made();
        rank({ ...request, model: learned, profile: session('product_view:p1', 'search:boots') });
        assert.equal(made(), first);
      }),
      { numRuns: 30 },
    );
  });

  test('begins with the same items, whatever its limit', () => {
    const profile = session('product_view:p3', 'category_view:hats');
    const all = rank({ ...request, model: learned, limit: 500, profile }).items.map(({ id }) => id);
    const few = rank({ ...request, model: learned, limit: 7, profile }).items.map(({ id }) => id);
    assert.deepEqual(few, all.slice(0, 7));
  });
});

describe('the order of a ranking', () => {
  test('depends on the order of the signals', () => {
    const first = (...signals: string[]) => rank({ ...request, profile: session(...signals) }).items[0].id;
    assert.equal(typeOf(first('category_view:boots', 'category_view:hats')), 'hats');
    assert.equal(typeOf(first('category_view:hats', 'category_view:boots')), 'boots');
  });

  test('decays the freshness of the session like its interests', () => {
    const DAY = 24 * 3_600_000;
    const viewed = session('product_view:p0');
    const pathSays = (elapsed: number): number => {
      const now = viewed.lastSeenAt + elapsed;
      const { items } = rank({ ...request, model: learned, profile: viewed, now, limit: 120 });
      const factors = items.flatMap(({ scoreBreakdown }) => scoreBreakdown);
      return sumOf(factors.filter(({ factor }) => factor === 'revisit' || factor === 'sequence'));
    };
    const later = [0, 3_600_000, DAY, 17 * DAY, 1000 * DAY].map(pathSays);
    assert.ok(
      later.every((said, k) => k === 0 || said < later[k - 1] * 0.9),
      later.join(),
    );
    // The current filter counts more than views from weeks ago.
    const first = (now: number) => {
      const profile = readProfile(fold(viewed, { type: 'brand_view', value: 'Bero', at: now }));
      return rank({ ...request, profile, now: now + 1000 }).items[0].id;
    };
    assert.equal(first(viewed.lastSeenAt + 60_000), 'p0');
    assert.equal(brandOf(first(viewed.lastSeenAt + 17 * DAY)), 'Bero');
  });

  test('puts dismissed products behind the others, and unavailable ones behind these', () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({
      id,
      type: 'boots',
      stock: id === 'b' ? 'out of stock' : 'in stock',
    }));
    const index = buildIndex(catalogueOf(rows), ROLES);
    const { items } = rank({ ...request, index, profile: session('product_view:b', 'dismiss:a') });
    assert.deepEqual(
      items.map(({ id }) => id),
      ['c', 'd', 'a', 'b'],
    );
    assert.equal(items.at(-1)!.available, false);
    assert.equal(items[0].available, undefined);
  });

  test('within a category ranks its products only, and adds up to 1 there', () => {
    const { items, total } = rank({
      ...request,
      model: learned,
      limit: 500,
      category: 'Boots',
      profile: session('product_view:p5'),
    });
    assert.equal(total, 30);
    assert.ok(items.every(({ id }) => typeOf(id) === 'boots'));
    assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
    assert.equal(rank({ ...request, category: 'spaceships', profile: session('product_view:p5') }).total, 0);
  });

  test('accepts unknown products and a session of ten thousand signals', () => {
    const unknown = rank({ ...request, profile: session('product_view:gone', 'cart_add:never-there') });
    assert.equal(unknown.items.length, 20);
    const long = session(...Array.from({ length: 10_000 }, (_, k) => `product_view:p${(k * 7) % 120}`));
    assert.equal(rank({ ...request, model: learned, profile: long }).items.length, 20);
  });

  test('adds up to 1 however many signals ago its products were looked at', () => {
    const looked = session(
      'product_view:p1',
      'dwell:p1:60',
      'cart_add:p9',
      'product_view:p5',
      'attribute_filter:colour=red',
      'brand_view:ala',
    );
    for (let later = 6_900; later < 7_200; later++) {
      const profile = { ...looked, step: looked.step + later };
      const { items } = rank({ ...request, limit: 120, profile });
      const total = items.reduce((sum, { score }) => sum + score, 0);
      assert.ok(Math.abs(total - 1) < 1e-9, `${total} after ${later} signals`);
    }
  });

  test('adds up to 1 for a filter long after all views have decayed', () => {
    const looked = session('product_view:p1', 'cart_add:p9', 'product_view:p5');
    for (const [type, value] of [
      ['category_view', 'boots'],
      ['brand_view', 'ala'],
      ['attribute_filter', 'colour=red'],
      ['price_filter', '50-80'],
    ] as const) {
      for (const later of [4_300, 4_400, 5_000, 9_000]) {
        const faded = { ...looked, step: looked.step + later };
        const profile = readProfile(fold(faded, { type, value, at: NOON + 60_000 }));
        const { items } = rank({ ...request, limit: 120, profile });
        const total = sumOf(items.flatMap(({ scoreBreakdown }) => scoreBreakdown));
        assert.ok(Math.abs(total - 1) < 1e-9, `${total} with a ${type} after ${later} signals`);
      }
    }
  });

  test('does not depend on the names of columns', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      const rows = shopIds.map((id, i) =>
        Object.fromEntries([
          ['id', id],
          [name, `team ${i % 3}`],
        ]),
      );
      const index = buildIndex(catalogueOf(rows), {});
      const { items } = rank({ ...request, index, profile: session('product_view:p1') });
      assert.ok(items.every(({ score }) => score > 0));
      assert.ok(items.every(({ id }) => Number(id.slice(1)) % 3 === 1));
    }
  });

  test('is not affected by an earlier ranking that failed half way', () => {
    const asked = { ...request, profile: session('search:leather', 'product_view:p3') };
    const before = JSON.stringify(rank(asked));
    const unreadable = {
      get id(): string {
        throw new Error('unreadable');
      },
    } as Persona;
    // Personas are read after the words of the search have matched products.
    const failing = { ...request, profile: session('search:canvas'), personas: [unreadable] };
    assert.throws(() => rank(failing), /unreadable/);
    assert.equal(JSON.stringify(rank(asked)), before);
  });

  test('ignores attributes that all products share', () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      id: `p${i}`,
      type: 'boots',
      brand: 'Ala',
      colour: `c${i % 4}`,
    }));
    const of = (roles: object) => {
      const index = buildIndex(catalogueOf(rows, { type: 'constant', brand: 'constant' }), roles);
      const model = train(history(100), { index });
      const profile = session('device:mobile', 'product_view:p1', 'attribute_filter:colour=c2');
      return JSON.stringify(rank({ ...request, index, model, profile }));
    };
    assert.equal(of({ category: 'type', brand: 'brand' }), of({}));
  });

  test('that is the same for every session is not personalised, however popular its products are', () => {
    const rows = shopIds.map((id) => ({ id, type: 'boots' }));
    const index = buildIndex(catalogueOf(rows, { type: 'constant' }), { category: 'type' });
    const model = train(history(100), { index });
    const { items, explanation } = rank({
      ...request,
      index,
      model,
      profile: session('category_view:boots'),
    });
    assert.deepEqual(explanation, { personalised: false, reason: 'all_tied' });
    for (const { score, scoreBreakdown } of items) {
      const credited = scoreBreakdown.map(({ factor }) => factor);
      assert.deepEqual(
        credited.filter((factor) => factor !== 'popularity'),
        ['prior'],
        'nothing is credited',
      );
      assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-12);
    }
    const { items: anybodys } = rank({ ...request, index, model, profile: undefined });
    assert.deepEqual(
      items.map(({ id }) => id),
      anybodys.map(({ id }) => id),
    );
  });

  test('does not confuse a value of punctuation alone with others', () => {
    const rows = shopIds.map((id, i) => ({
      id,
      grade: ['+', '++', 'plain'][i % 3],
      '%': ['low', 'high'][i % 2],
    }));
    const index = buildIndex(catalogueOf(rows), {});
    const ranked = (filter: string) =>
      rank({ ...request, index, profile: session(`attribute_filter:${filter}`) });
    assert.ok(ranked('grade=++').items.every(({ id }) => Number(id.slice(1)) % 3 === 1));
    for (const unknown of ['grade=?', '#=low']) {
      assert.deepEqual(ranked(unknown).explanation, {
        personalised: false,
        reason: 'no_matching_attributes',
      });
    }
  });

  test('of an empty catalogue is empty, and says so', () => {
    const index = buildIndex(catalogueOf([]), {});
    assert.deepEqual(rank({ ...request, index, profile: session('product_view:a') }), {
      items: [],
      total: 0,
      explanation: { personalised: false, reason: 'catalogue_empty' },
    });
  });
});

describe('a way of shopping', () => {
  test('that prefers low or high prices changes the order within a category', () => {
    const meanPrice = (sort: string): number => {
      const profile = session('category_view:boots', sort, sort);
      const personas = personasOf(profile, NOON + 60_000);
      const { items } = rank({ ...request, limit: 10, profile, personas });
      assert.ok(items.every(({ id }) => typeOf(id) === 'boots'));
      assert.ok(items[0].scoreBreakdown.some(({ factor }) => factor === 'persona'));
      return items.reduce((sum, { id }) => sum + priceOf(id) / 10, 0);
    };
    assert.ok(meanPrice('sort:price_asc') < 60);
    assert.ok(meanPrice('sort:price_desc') > 140);
  });

  test('that goes with a device is learned from other sessions on the device', () => {
    const visits: TrainingSession[] = Array.from({ length: 200 }, (_, s) => {
      const kind = s % 2;
      return {
        context: { device: kind === 0 ? 'mobile' : 'desktop' },
        steps: [0, 1].map((k) => ({
          item: `p${((s * 7 + k * 3) % 30) * 4 + kind}`,
          at: NOON - 1e9 + s * 1000 + k,
        })),
      };
    });
    const model = train(visits, { index: shop });
    for (const [device, type] of [
      ['mobile', 'boots'],
      ['desktop', 'sandals'],
    ] as const) {
      const { items } = rank({
        ...request,
        model,
        limit: 10,
        profile: session(`device:${device}`, 'sort:newest'),
      });
      assert.ok(items.every(({ id }) => typeOf(id) === type));
    }
  });
});

describe('history', () => {
  test('raises products that followed in other sessions', () => {
    const { items } = rank({ ...request, model: learned, profile: session('product_view:p40') });
    const next = items.find(({ id }) => id === 'p44')!;
    assert.ok(next.rank <= 3, `rank ${next.rank}`);
    assert.ok(next.scoreBreakdown.some(({ factor }) => factor === 'sequence'));
  });

  test('ranks a session with nothing but a device like one without signals', () => {
    const visits = history(200).map((visit) => ({ ...visit, context: { device: 'mobile' as const } }));
    const model = train(visits, { index: shop });
    const ranked = (...signals: string[]) =>
      rank({ ...request, model, limit: 120, profile: session(...signals) });
    const silent = ranked();
    assert.deepEqual(ranked('device:mobile', 'time_of_day:morning'), silent);
    assert.equal(silent.explanation.reason, 'no_signals');
    assert.deepEqual(rank({ ...request, model, limit: 120, profile: undefined }).items, silent.items);
  });

  test('separates co-visited products from viewed ones', () => {
    const walks = history(300).map(({ steps }) => ({
      steps: steps.map((step, k) => ({
        ...step,
        item: `p${(Number(step.item.slice(1)) * 4 + 2 * (k % 2)) % 120}`,
      })),
    }));
    const { items } = rank({
      ...request,
      model: train(walks, { index: shop }),
      limit: 120,
      profile: session('product_view:p0'),
    });
    const signals = new Map(
      items.map(({ id, scoreBreakdown }) => [
        typeOf(id),
        scoreBreakdown.find(({ factor }) => factor === 'category')?.signal,
      ]),
    );
    assert.equal(signals.get('boots'), 'type=boots');
    assert.equal(signals.get('hats'), 'gone_to:type=hats');
    assert.equal(signals.get('scarves'), 'type');
  });

  test('without signals ranks by what is popular', () => {
    const { items } = rank({ ...request, model: learned, profile: session('device:mobile') });
    const clicks = (id: string): number => learned.log.count[learned.numbers.get(id)!];
    assert.ok(clicks(items[0].id) > clicks(items[19].id));
  });
});
