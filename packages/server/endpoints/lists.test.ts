import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RerankResponse, SearchResponse } from '@decidable/contract';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

describe('lists that the caller sends', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

  const list = (count: number, start = 0) => Array.from({ length: count }, (_, i) => `p${start + i}`);
  const idsOf = (answer: { results: readonly { id: string }[] }) => answer.results.map(({ id }) => id);
  const search = (body: Record<string, unknown>) => service.ok<SearchResponse>('/search', body);
  const rerank = (body: Record<string, unknown>) => service.ok<RerankResponse>('/rerank', body);
  before(() => service.track('lists', ['category_view', 'hats'], ['price_filter', '10-60']));

  it('keep their order without signals', async () => {
    const ids = ['p9', 'unknown', 'p1', 'p30'];
    const products = ids.map((id) => ({ id }));
    const found = await search({ sessionId: 'nobody', products });
    assert.deepEqual(idsOf(found), ids);
    assert.equal(found.explanation.reason, 'session_not_found');
    assert.deepEqual(idsOf(await rerank({ sessionId: 'nobody', results: ids })), ids);
    await service.ok('/track', { sessionId: 'opened' });
    const opened = await search({ sessionId: 'opened', products });
    assert.deepEqual(idsOf(opened), ids);
    assert.equal(opened.explanation.reason, 'no_signals');
  });

  it('are ranked by the session, each score explained', async () => {
    const found = await search({ sessionId: 'lists', products: list(60).map((id) => ({ id })) });
    assert.equal(found.results.length, 60);
    assert.equal(Number(found.results[0].id.slice(1)) % 3, 1);
    const reranked = await rerank({ sessionId: 'lists', results: list(60) });
    for (const { score, scoreBreakdown } of [...found.results, ...reranked.results]) {
      const sum = scoreBreakdown.reduce((all, { contribution }) => all + contribution, 0);
      assert.ok(Math.abs(sum - score) < 1e-9);
    }
    assert.deepEqual(
      reranked.results.map(({ rank }) => rank),
      Array.from({ length: 60 }, (_, i) => i + 1),
    );
    for (const { id, previousRank } of reranked.results) assert.equal(previousRank, Number(id.slice(1)) + 1);
  });

  it('say how a search was read, with its corrections', async () => {
    const query = 'navvy boots';
    const read = { typed: query, read: 'navy boots', corrected: [{ typed: 'navvy', read: 'navy' }] };
    const results = list(12);
    const products = results.map((id) => ({ id }));
    assert.deepEqual((await search({ sessionId: 'reading', products, query })).query, read);
    assert.deepEqual((await rerank({ sessionId: 'reading', results, query })).query, read);
    assert.deepEqual((await rerank({ sessionId: 'reading', results, query, strength: 0 })).query, read);
    assert.equal((await search({ sessionId: 'reading', products, query: ' ' })).query, undefined);
    assert.equal((await rerank({ sessionId: 'reading', results })).query, undefined);
  });

  it('are ranked by attributes sent with them, also for products that the catalogue does not hold', async () => {
    const products = [
      { id: 'x1', category: 'Boots' },
      { id: 'x2', category: 'Hats' },
      { id: 'p1', category: 'Boots' },
    ];
    await service.track('hats-only', ['category_view', 'hats']);
    const found = await search({ sessionId: 'hats-only', products });
    assert.deepEqual(idsOf(found), ['x2', 'x1', 'p1']);
  });

  it('are ranked by attributes beside the ids of results, and say why scores are not used', async () => {
    const results = [
      { id: 'x1', category: 'Boots', score: 1 },
      { id: 'x2', category: 'Hats', score: 2 },
    ];
    await service.track('hats-beside', ['category_view', 'hats']);
    const found = await rerank({ sessionId: 'hats-beside', results, strength: 1 });
    assert.deepEqual(idsOf(found), ['x2', 'x1']);
    assert.deepEqual(
      found.warnings?.map(({ code, field }) => [code, field]),
      [['scores_ignored', 'results[1].score']],
    );
  });

  it('come back as the caller sent them with strength 0, and as the session has it with strength 1', async () => {
    const ids = list(30).reverse();
    assert.deepEqual(idsOf(await rerank({ sessionId: 'lists', results: ids, strength: 0 })), ids);
    const own = await rerank({ sessionId: 'lists', results: ids, strength: 1 });
    const searched = await search({ sessionId: 'lists', products: ids.map((id) => ({ id })) });
    assert.deepEqual(idsOf(own), idsOf(searched));
  });

  it('move the more, the stronger the session may speak', async () => {
    const ids = list(30);
    const moved = async (strength: number) => {
      const { results } = await rerank({ sessionId: 'lists', results: ids, strength });
      return results.reduce((sum, { rank, previousRank }) => sum + Math.abs(rank - previousRank), 0);
    };
    const [weak, strong] = [await moved(0.05), await moved(0.95)];
    assert.ok(weak < strong, `${weak} < ${strong}`);
  });

  it('are cut at the limit, and at nothing else', async () => {
    assert.equal(idsOf(await rerank({ sessionId: 'lists', results: list(50), limit: 7 })).length, 7);
    const all = await rerank({ sessionId: 'lists', results: list(1000) });
    assert.deepEqual(new Set(idsOf(all)), new Set(list(1000)));
  });

  it('lose nothing to dismissal: dismissed products only come last', async () => {
    await service.track('lists-dismiss', ['category_view', 'hats'], ['dismiss', 'p1']);
    const ids = idsOf(await rerank({ sessionId: 'lists-dismiss', results: ['p1', 'p2', 'p4'] }));
    assert.deepEqual([ids.length, ids.at(-1)], [3, 'p1']);
  });

  it('know products by ids in any Unicode form, and name them as they were sent', async () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
    await service.track('accents', ['category_view', 'hats'], ['dismiss', composed]);
    const found = await search({
      sessionId: 'accents',
      products: [{ id: decomposed }, { id: 'p1' }, { id: 'p2' }],
    });
    assert.deepEqual(idsOf(found), ['p1', 'p2', decomposed]);
    const reranked = await rerank({ sessionId: 'accents', results: [decomposed, { id: 'p1' }] });
    assert.deepEqual(idsOf(reranked), ['p1', decomposed]);
    for (const { decisionId } of [found, reranked]) {
      const kept = await service.storage.outcomes.decision(service.organizationId, decisionId);
      const ids = (JSON.parse(kept!.ranked) as [string][]).map(([id]) => id);
      assert.equal(ids.at(-1), composed, 'exposures join by this');
      const replayed = await service.replay(decisionId);
      assert.ok(replayed.made && replayed.same);
    }
  });

  it('put what cannot be bought last', async () => {
    const products = [{ id: 'p1', available: false }, { id: 'p0' }, { id: 'p2' }];
    const found = await search({ sessionId: 'lists', products });
    assert.equal(idsOf(found).at(-1), 'p1');
  });

  it('leave out and name what is there twice or has no id, and rank the rest, also among 1,000', async () => {
    const ids = [...list(998), 'p0', ''];
    const answers = [
      await rerank({ sessionId: 'lists', results: ids }),
      await search({ sessionId: 'lists', products: ids.map((id) => ({ id })) }),
    ];
    for (const [k, answer] of answers.entries()) {
      assert.deepEqual(new Set(idsOf(answer)), new Set(list(998)));
      assert.equal(answer.explanation.personalised, true);
      const name = ['results', 'products'][k];
      assert.deepEqual(
        answer.warnings?.map(({ code, field }) => [code, field]),
        [['entry_left_out', `${name}[998]`]],
      );
      assert.deepEqual(answer.left_out, [
        { index: 998, id: 'p0', reason: `${name}[0] has the same id. Send every product once.` },
        { index: 999, reason: 'it has no id. Send one.' },
      ]);
    }
    const replayed = await service.replay(answers[1].decisionId);
    assert.ok(replayed.made && replayed.same);
  });

  it('are ranked by prices, brands and categories as shops nest them', async () => {
    await service.track('nested', ['category_view', 'hats']);
    const products = [
      { id: 'x1', category: { name: 'Boots' }, variants: [{ id: 1 }] },
      {
        id: 'x2',
        categories: { edges: [{ node: { name: 'Hats' } }] },
        price: { amount: '20.0', currencyCode: 'EUR' },
      },
      { id: 'x3', category: { name: 'Hats' }, brand: { name: 'Acme' } },
    ];
    const found = await search({ sessionId: 'nested', products });
    assert.equal(idsOf(found)[0], 'x3');
    assert.deepEqual(
      found.warnings?.map(({ code, field }) => [code, field]),
      [['no_attribute', 'products[0].variants']],
    );
  });

  it("take the items of the service's own answers, with nothing to warn of", async () => {
    const { items } = await service.ranked('lists', { limit: 10 });
    for (const [path, name] of [
      ['/search', 'products'],
      ['/rerank', 'results'],
    ] as const) {
      const found = await service.ok<SearchResponse>(path, { sessionId: 'lists', [name]: items });
      assert.equal(found.results.length, 10);
      assert.equal(found.warnings, undefined);
    }
  });

  it('that are no list are refused by name', async () => {
    for (const products of [undefined, 'p1', { id: 'p1' }, 7])
      assert.match(await service.refused('/search', { sessionId: 'lists', products }), /products/);
  });

  it('with more than 1,000 entries are refused by name', async () => {
    assert.match(await service.refused('/rerank', { sessionId: 'lists', results: list(1001) }), /results/);
  });
});
