import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CatalogRankedResponse, RerankResponse, SearchResponse } from '@decidable/contract';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

describe('what a caller asks of a ranking', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    const version = await service.importCatalogue(SIXTY_PRODUCTS);
    while ((await service.ranked('nobody')).catalogueVersion !== version);
  });
  after(() => service.stop());

  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const numberOf = (id: string) => Number(id.slice(1));

  it('a query orders the catalogue for a session that nobody has seen, and opens none', async () => {
    const { items, explanation, total } = await service.ranked('fresh', { query: 'green scarves', limit: 5 });
    assert.ok(
      items.every(({ attributes }) => attributes.category === 'Scarves' && attributes.colour === 'Green'),
    );
    assert.equal(total, 60);
    assert.deepEqual(explanation, { personalised: false, reason: 'session_not_found' });
    assert.match(items[0]!.why!, /scarves/i);
    assert.deepEqual((await service.ok<{ found: boolean }>('/session', { sessionId: 'fresh' })).found, false);
  });

  it('filters leave out what does not meet them', async () => {
    const filters = { category: 'boots', colour: ['RED', 'navy-blue'], price: { max: 100 } };
    const { items, total, warnings } = await service.ranked('fresh', { filters, limit: 60 });
    assert.ok(items.length > 3 && items.length === total);
    for (const { attributes } of items) {
      assert.equal(attributes.category, 'Boots');
      assert.match(String(attributes.colour), /Red|Navy Blue/);
      assert.ok(Number(attributes.price) <= 100);
    }
    assert.equal(warnings, undefined);
  });

  it('a value that no product has is warned of with those near it, an unknown attribute refused', async () => {
    const { total, warnings } = await service.ranked('fresh', { filters: { colour: 'Gren' } });
    assert.equal(total, 0);
    assert.deepEqual(
      warnings?.map(({ code, field }) => [code, field]),
      [['unknown_value', 'filters.colour']],
    );
    assert.match(warnings![0]!.message, /Near it: "Green"/);
    const message = await service.refused('/catalog/ranked', {
      sessionId: 'fresh',
      filters: { color: 'Green' },
    });
    assert.match(message, /^filters\.color is no attribute .* Did you mean colour\?$/);
  });

  it('what is excluded is not shown, and a sign that no value has is refused with the form that excludes', async () => {
    const { items } = await service.ranked('fresh', { filters: { colour: { not: 'green' } }, limit: 60 });
    assert.ok(items.length > 3 && items.every(({ attributes }) => attributes.colour !== 'Green'));
    const sessionId = 'fresh';
    const filtered = await service.refused('/catalog/ranked', { sessionId, filters: { colour: '!Green' } });
    assert.match(filtered, /^filters\.colour has "!Green".* send \{ "not": "Green" \}/);
    const signals = (value: string) => [{ type: 'attribute_filter', value }];
    const tracked = await service.refused('/track', { sessionId, signals: signals('colour=-green') });
    assert.match(tracked, /^signals\[0\]\.value has "-green".* send "colour!=green"/);
    await service.ok('/track', { sessionId: 'no-green', signals: signals('colour!=green') });
    const without = await service.ranked('no-green', { limit: 60 });
    assert.ok(
      without.items.length > 3 && without.items.every(({ attributes }) => attributes.colour !== 'Green'),
    );
  });

  it('a query says how it was read', async () => {
    const { query } = await service.ranked('fresh', { query: 'gren scarves', limit: 1 });
    assert.deepEqual(query, {
      typed: 'gren scarves',
      read: 'green scarves',
      corrected: [{ typed: 'gren', read: 'green' }],
    });
    assert.equal((await service.ranked('fresh', { limit: 1 })).query, undefined);
  });

  it('a query says how many products match it; facets count these, and a caller may ask for them alone', async () => {
    const query = 'green scarves';
    const { matched, total, facets } = await service.ranked('fresh', { query, facets: 10 });
    assert.equal(total, 60);
    const only = await service.ranked('fresh', { query, unmatched: 'exclude', limit: 60 });
    assert.deepEqual([only.matched, only.total, only.items.length], [matched, matched, matched]);
    for (const { attributes } of only.items)
      assert.deepEqual([attributes.category, attributes.colour], ['Scarves', 'Green']);
    assert.ok(facets!.length > 0 && facets!.every(({ products }) => products <= matched!));
    for (const { attribute, values = [] } of facets!) {
      for (const { value, count } of values) {
        const one = await service.ranked('fresh', { query, filters: { [attribute]: value } });
        assert.equal(count, one.matched, `${attribute} ${value}`);
      }
    }
    const none = await service.ranked('fresh', {
      query: 'green zebras',
      unmatched: 'exclude',
      facets: 5,
      limit: 5,
    });
    // Nothing is both; the answer has what is near, and says that nothing matches.
    assert.deepEqual([none.matched, none.near, none.total, none.items.length], [0, 15, 15, 5]);
    assert.equal((await service.ranked('fresh', { limit: 1 })).matched, undefined);
  });

  it('where a query stands in the attributes is told on demand, and replays', async () => {
    const query = 'navvy boot';
    const { items, decisionId } = await service.ranked('marked', { query, highlight: true, limit: 2 });
    for (const { attributes, matches } of items) {
      const marked = matches!.map(({ attribute, start, end }) =>
        String(attributes[attribute]).slice(start, end),
      );
      assert.deepEqual(new Set(marked), new Set(['Boots', 'Navy']));
    }
    const replayed = await service.replay(decisionId);
    assert.ok(replayed.made && replayed.same);
    const fields = ['category'];
    const some = await service.ranked('marked', { query, highlight: true, limit: 1, fields });
    assert.deepEqual(some.items[0].matches, [{ attribute: 'category', start: 0, end: 5 }]);
    for (const asked of [{ query }, { highlight: true }, { query: 'zebra', highlight: true }]) {
      const { items: plain } = await service.ranked('marked', { ...asked, limit: 1 });
      assert.equal(plain[0].matches, undefined);
    }
    const attributes = { name: 'Navy boots', tags: ['x', 'navy'], price: 5 };
    const places = [
      { attribute: 'name', start: 0, end: 4 },
      { attribute: 'name', start: 5, end: 10 },
      { attribute: 'tags', item: 1, start: 0, end: 4 },
    ];
    const body = { sessionId: 'marked', query: 'navy boot', highlight: true };
    const products = [{ id: 'x1', ...attributes }, { id: 'x2' }];
    const results = [{ id: 'x1', attributes }, 'x2'];
    const lists = [
      await service.ok<SearchResponse>('/search', { ...body, products }),
      await service.ok<RerankResponse>('/rerank', { ...body, results }),
    ];
    for (const list of lists) {
      const matches = new Map(list.results.map((each) => [each.id, each.matches]));
      assert.deepEqual([matches.get('x1'), matches.get('x2')], [places, undefined]);
      const again = await service.replay(list.decisionId);
      assert.ok(again.made && again.same);
    }
  });

  it('pages of a list follow each other', async () => {
    await service.track('turning', ['category_view', 'hats'], ['product_view', 'p7']);
    const whole = await service.ranked('turning', { limit: 60 });
    const pages: CatalogRankedResponse['items'] = [];
    for (const offset of [0, 20, 40])
      pages.push(...(await service.ranked('turning', { offset, limit: 20 })).items);
    assert.deepEqual(idsOf(pages), idsOf(whole.items));
    assert.deepEqual(
      pages.map(({ rank }) => rank),
      whole.items.map(({ rank }) => rank),
    );
    assert.deepEqual((await service.ranked('turning', { offset: 60 })).items, []);
  });

  it('facets count what is left, each without its own filter', async () => {
    const filters = { category: 'Boots', colour: 'Red' };
    const { facets, total } = await service.ranked('fresh', { filters, facets: 10 });
    const colour = facets!.find(({ attribute }) => attribute === 'colour')!;
    assert.equal(colour.values!.length, 4);
    for (const { value, count, selected } of colour.values!) {
      const one = await service.ranked('fresh', { filters: { ...filters, colour: value } });
      assert.equal(count, one.total);
      assert.equal(selected, value === 'Red' ? true : undefined);
      if (selected) assert.equal(count, total);
    }
    assert.deepEqual(
      facets!.slice(0, 3).map(({ attribute }) => attribute),
      ['category', 'price', 'brand'],
    );
    assert.equal((await service.ranked('fresh')).facets, undefined);
    assert.equal((await service.ranked('fresh', { facets: 0 })).facets, undefined);
  });

  it('a short answer has ids, ranks and the same scores', async () => {
    await service.track('short', ['category_view', 'boots'], ['product_view', 'p3']);
    const full = await service.ranked('short', { limit: 5 });
    const { items } = await service.ranked('short', { limit: 5, explain: false, fields: [] });
    assert.deepEqual(
      items,
      full.items.map(({ id, rank, score }) => ({ id, rank, score })),
    );
    const some = await service.ranked('short', { limit: 1, fields: ['Colour', 'price', 'brnd'] });
    assert.deepEqual(Object.keys(some.items[0]!.attributes), ['colour', 'price']);
    assert.deepEqual(
      some.warnings?.map(({ code, message }) => [code, message]),
      [['unknown_attribute', 'The catalogue has no attribute "brnd" to answer with: did you mean brand?']],
    );
    const [titled] = (await service.ranked('short', { limit: 1, fields: ['title', 'constructor'] })).items;
    assert.deepEqual(Object.keys(titled!.attributes), ['title']);
    const products = idsOf(full.items).map((id) => ({ id }));
    const search = await service.ok<SearchResponse>('/search', {
      sessionId: 'short',
      products,
      explain: false,
    });
    const rerank = await service.ok<RerankResponse>('/rerank', {
      sessionId: 'short',
      results: idsOf(products),
      explain: false,
    });
    for (const result of search.results) assert.deepEqual(Object.keys(result), ['id', 'rank', 'score']);
    for (const result of rerank.results) {
      assert.deepEqual(Object.keys(result), ['id', 'rank', 'score', 'previousRank']);
    }
  });

  it('what the session has met is left out', async () => {
    await service.track('met', ['product_view', 'p1'], ['product_view', 'p2']);
    const { items, total } = await service.ranked('met', { seen: 'exclude', limit: 60 });
    assert.equal(total, 58);
    assert.ok(items.every(({ id }) => id !== 'p1' && id !== 'p2'));
  });

  it('a list that the shopper sorts is in that order, and says so', async () => {
    await service.track('sorting', ['category_view', 'boots'], ['sort', 'price_asc']);
    const { items } = await service.ranked('sorting', { limit: 20 });
    const prices = items.map(({ attributes }) => Number(attributes.price));
    assert.ok(items.every(({ id }) => numberOf(id) % 3 === 0));
    assert.deepEqual(
      prices,
      [...prices].sort((a, b) => a - b),
    );
    assert.match(items[0]!.why!, /^The shopper sorted the list: price, lowest first\. /);
  });

  it('is kept with the decision, which replays to the bytes that were sent', async () => {
    await service.track('kept', ['category_view', 'hats'], ['sort', 'price_desc'], ['product_view', 'p4']);
    for (const more of [
      { query: 'red hats', filters: { price: [{ max: 60 }, { min: 90 }], colour: 'Red' } },
      { offset: 7, limit: 9, seen: 'exclude', diversity: 0.5 },
      { explain: false, fields: ['price', 'colour'], facets: 5 },
      { explain: false, fields: [] },
    ]) {
      const { decisionId, items } = await service.ranked('kept', more);
      assert.ok(items.length > 0);
      const replayed = await service.replay(decisionId);
      assert.ok(replayed.made && replayed.same, JSON.stringify(more));
    }
  });

  it('misspelt, is warned of and does not fail', async () => {
    const { warnings } = await service.ranked('fresh', {
      limits: 3,
      filter: {},
      ofset: 2,
      facet: 3,
      explian: false,
    });
    assert.deepEqual(
      warnings?.map(({ message }) => /did you mean (\w+)\?$/.exec(message)?.[1]),
      ['limit', 'filters', 'offset', 'facets', 'explain'],
    );
  });
});
