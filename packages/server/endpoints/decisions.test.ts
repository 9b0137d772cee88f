import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RerankResponse, SearchResponse, TrackKeywordsResponse } from '@decidable/contract';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

/** Thirty products, of which one is green and one brown; the others are of leather. */
const GERMAN_SHOES = [
  'sku,titel,beschreibung',
  ...Array.from({ length: 30 }, (_, i) =>
    i === 13
      ? `p${i},Grüner Schuh Nummer ${i},"Schuh ${i} ist aus Stoff und mit der Hand genäht"`
      : i === 7
        ? `p${i},Brauner Schuh Nummer ${i},"Schuh ${i} ist aus Stoff und mit der Hand genäht"`
        : `p${i},Schwarze Tasche Nummer ${i},"Tasche ${i} ist aus Leder und mit der Hand genäht"`,
  ),
].join('\n');

describe('decisions', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

  it('are kept with what was ranked, and made again give the same bytes', async () => {
    await service.track('replayed', ['category_view', 'scarves'], ['search', 'red'], ['product_view', 'p2']);
    const ranked = await service.ranked('replayed', { limit: 30 });
    const products = Array.from({ length: 20 }, (_, i) => ({
      id: `p${i}`,
      colour: i % 2 ? 'Red' : 'Blue',
    }));
    const searched = await service.ok<SearchResponse>('/search', { sessionId: 'replayed', products });
    const results = products.map(({ id }, i) => ({ id, score: 20 - i }));
    const reranked = await service.ok<RerankResponse>('/rerank', {
      sessionId: 'replayed',
      results,
      strength: 0.7,
    });
    // What came afterwards must not change what was ranked before.
    await service.track('replayed', ['category_view', 'boots'], ['dismiss', 'p2']);
    await service.importCatalogue(`${SIXTY_PRODUCTS}\np60,New Boots,Boots,Acme,Red,Wool,10`);
    for (const [answer, items] of [
      [ranked, ranked.items],
      [searched, searched.results],
      [reranked, reranked.results],
    ] as const) {
      const replayed = await service.replay(answer.decisionId);
      assert.ok(replayed.made);
      assert.equal(replayed.json, JSON.stringify(items));
      assert.ok(replayed.same);
    }
  });

  it('join to the exposures that name them', async () => {
    await service.track('exposed', ['category_view', 'boots']);
    const { decisionId, items } = await service.ranked('exposed', { limit: 3 });
    await service.ok('/exposure', { sessionId: 'exposed', decisionId, items: items.map(({ id }) => id) });
    const exposures = await Array.fromAsync(service.storage.outcomes.exposures(service.organizationId, 0));
    const joined = exposures.filter((exposure) => exposure.decisionId === decisionId);
    assert.deepEqual(
      joined.map(({ itemId, matched }) => [itemId, matched]).sort(),
      items.map(({ id }) => [id, true]).sort(),
    );
  });
});

describe('decisions of a shop that is not English', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(GERMAN_SHOES);
  });
  after(() => service.stop());

  it('are made again the same, also when the shop is read in another language since', async () => {
    const { keywords } = await service.ok<TrackKeywordsResponse>('/track/keywords', {
      sessionId: 'german',
      query: 'gruene schuhe',
    });
    assert.deepEqual(keywords, ['gruene', 'schuhe']);
    await service.track('german', ['search', 'kein leder']);
    const ranked = await service.ranked('german', { limit: 30 });
    assert.equal(ranked.items[0].id, 'p13');
    const products = Array.from({ length: 30 }, (_, i) => ({ id: `p${i}` }));
    const query = 'braunes schuh';
    const found = await service.ok<SearchResponse>('/search', { sessionId: 'german', products, query });
    assert.equal(found.results[0].id, 'p7');
    await service.importCatalogue(SIXTY_PRODUCTS);
    await service.track('german', ['search', 'red boots']);
    for (const [answer, items] of [
      [ranked, ranked.items],
      [found, found.results],
    ] as const) {
      const replayed = await service.replay(answer.decisionId);
      assert.ok(replayed.made && replayed.same);
      assert.equal(replayed.json, JSON.stringify(items));
    }
  });
});
