import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CatalogRankedResponse } from '@decidable/contract';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

describe('the ranked catalogue', () => {
  let service: ServiceUnderTest;
  let version: string;
  before(async () => {
    service = await ServiceUnderTest.start();
    version = await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

  const categoriesOf = (ranked: CatalogRankedResponse, first = 10) =>
    ranked.items.slice(0, first).map((item) => item.attributes.category);

  it('follows the first signal of a shop without history', async () => {
    for (const category of ['boots', 'hats', 'scarves']) {
      await service.track(`first-${category}`, ['category_view', category]);
      const ranked = await service.ranked(`first-${category}`);
      assert.deepEqual(
        new Set(categoriesOf(ranked).map((name) => String(name).toLowerCase())),
        new Set([category]),
      );
      assert.deepEqual(ranked.explanation, { personalised: true });
      assert.equal(ranked.catalogueVersion, version);
      assert.equal(ranked.total, 60);
      assert.equal(ranked.items.length, 20);
    }
  });

  it('depends on the order of the signals', async () => {
    await service.track('boots-last', ['category_view', 'hats'], ['category_view', 'boots']);
    await service.track('hats-last', ['category_view', 'boots'], ['category_view', 'hats']);
    assert.equal(categoriesOf(await service.ranked('boots-last'))[0], 'Boots');
    assert.equal(categoriesOf(await service.ranked('hats-last'))[0], 'Hats');
  });

  it('keeps its own order for nobody where it is not to be varied, and says why', async () => {
    const stranger = await service.ranked('stranger', { limit: 60, diversity: 0 });
    assert.deepEqual(stranger.explanation, { personalised: false, reason: 'session_not_found' });
    assert.deepEqual(
      stranger.items.map(({ id }) => id),
      Array.from({ length: 60 }, (_, i) => `p${i}`),
    );
    await service.ok('/track', {
      sessionId: 'silent',
      signals: [{ type: 'device', value: 'mobile' }, { type: 'zoom' }],
    });
    const silent = await service.ranked('silent');
    assert.deepEqual(silent.explanation, { personalised: false, reason: 'no_signals', diversity: 0.5 });
  });

  it('explains every score: the contributions add up to it', async () => {
    await service.track(
      'sums',
      ['category_view', 'boots'],
      ['price_filter', '20-80'],
      ['product_view', 'p3'],
      ['search', 'red hat'],
    );
    const { items } = await service.ranked('sums', { limit: 60 });
    let sum = 0;
    for (const { score, scoreBreakdown } of items) {
      const total = scoreBreakdown.reduce((all, factor) => all + factor.contribution, 0);
      assert.ok(Math.abs(total - score) < 1e-9);
      for (const { contribution, weight, value } of scoreBreakdown) {
        assert.ok(Math.abs(contribution - weight * value) < 1e-9);
      }
      sum += score;
    }
    assert.ok(Math.abs(sum - 1) < 1e-9);
  });

  it('says that a category is unknown, and which are near it', async () => {
    const messageOf = ({ warnings = [] }: CatalogRankedResponse) =>
      warnings.filter(({ code, field }) => code === 'unknown_category' && field === 'category')[0]?.message;
    await service.track('browsing', ['category_view', 'boots']);
    const typo = await service.ranked('browsing', { category: 'scarfs' });
    assert.deepEqual([typo.items, typo.total], [[], 0]);
    assert.match(messageOf(typo)!, /no category "scarfs".*Near it: "Scarves"\./);
    assert.deepEqual(typo.explanation, { personalised: false, reason: 'no_matching_attributes' });
    const stranger = await service.ranked('a stranger', { category: 'qq' });
    assert.match(messageOf(stranger)!, /for example: "Boots", "Hats", "Scarves"\./);
    assert.equal(stranger.explanation.reason, 'session_not_found');
    for (const category of ['Boots', 'boots', 'BOOTS ']) {
      const known = await service.ranked('browsing', { category });
      assert.deepEqual([known.total, known.warnings], [20, undefined]);
    }
  });

  it('takes unknown product ids in its stride', async () => {
    await service.track(
      'strange',
      ['product_view', 'no-such-product'],
      ['cart_add', 'neither'],
      ['dismiss', 'nor-this'],
    );
    const ranked = await service.ranked('strange');
    assert.equal(ranked.items.length, 20);
    assert.equal(ranked.explanation.personalised, false);
  });

  it('puts dismissed products last', async () => {
    await service.track('dismissive', ['category_view', 'boots'], ['dismiss', 'p0']);
    const { items } = await service.ranked('dismissive', { limit: 60 });
    assert.equal(items.at(-1)?.id, 'p0');
  });
});

describe('a shop of one category', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    const rows = Array.from(
      { length: 12 },
      (_, i) => `b${i},Boot ${i},Boots,Acme,${i % 2 ? 'Red' : 'Blue'},${i + 10}`,
    );
    await service.importCatalogue(['sku,title,category,brand,colour,price', ...rows].join('\n'));
  });
  after(() => service.stop());

  it('has all of its products in it', async () => {
    const { items, total, warnings } = await service.ranked('a stranger', { category: 'boots' });
    assert.deepEqual([items.length, total, warnings], [12, 12, undefined]);
    const other = await service.ranked('a stranger', { category: 'hats' });
    assert.match(other.warnings![0].message, /no category "hats".*"Boots"/);
  });

  it('says of who looked at it that all products match alike', async () => {
    await service.track('alike', ['category_view', 'boots'], ['brand_view', 'acme']);
    const { items, explanation } = await service.ranked('alike');
    assert.deepEqual(explanation, { personalised: false, reason: 'all_tied' });
    assert.deepEqual(
      items.map(({ id }) => id),
      Array.from({ length: 12 }, (_, i) => `b${i}`),
    );
  });
});

describe('a catalogue replaced in mid-session', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

  it('is ranked as soon as it is read, for the session as it stands', async () => {
    await service.track('shopper', ['category_view', 'hats'], ['product_view', 'p1']);
    const next = await service.importCatalogue(
      [
        'sku,title,category,price',
        ...[1, 2, 3, 4].map((i) => `n${i},Thing ${i},${i % 2 ? 'Hats' : 'Gloves'},${i}0`),
      ].join('\n'),
    );
    let ranked = await service.ranked('shopper');
    while (ranked.catalogueVersion !== next) ranked = await service.ranked('shopper');
    assert.deepEqual(ranked.items.map(({ id }) => id).sort(), ['n1', 'n2', 'n3', 'n4']);
    assert.equal(ranked.items[0].attributes.category, 'Hats');
  });
});
