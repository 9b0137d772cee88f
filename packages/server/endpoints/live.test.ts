import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  CatalogRankedResponse,
  RerankResponse,
  SearchResponse,
  SessionResponse,
  SuggestResponse,
  TrackBehaviorResponse,
  TrackKeywordsResponse,
  TrackResponse,
} from '@decidable/contract';
import { ServiceUnderTest } from '../live/testing.ts';

/** Sixty products: boots, hats and scarves of three colours, £10 to £200. */
const CATALOGUE = [
  'sku,title,category,brand,colour,material,price',
  ...Array.from({ length: 60 }, (_, i) => {
    const category = ['Boots', 'Hats', 'Scarves'][i % 3]!;
    const colour = ['Red', 'Navy Blue', 'Green', 'Black'][i % 4]!;
    const brand = ['Acme', 'Bolt', 'Cord', 'Dune', 'Echo'][i % 5]!;
    const material = ['Leather', 'Wool'][Math.floor(i / 3) % 2]!;
    return `p${i},${colour} ${category} ${i},${category},${brand},${colour},${material},${10 + ((i * 37) % 190)}`;
  }),
].join('\n');

describe('the live half, over HTTP', () => {
  let service: ServiceUnderTest;
  let version: string;
  before(async () => {
    service = await ServiceUnderTest.start();
    version = await service.importCatalogue(CATALOGUE);
  });
  after(() => service.stop());

  const categoriesOf = (ranked: CatalogRankedResponse, first = 10) =>
    ranked.items.slice(0, first).map((item) => item.attributes.category);

  describe('tracking', () => {
    it('opens a session without signals, and tells what the request contributed', async () => {
      const answer = await service.ok<TrackResponse>('/track', { sessionId: 'bare' });
      assert.equal(answer.found, true);
      assert.deepEqual(answer.personas, []);
      assert.deepEqual(answer.signals, { accepted: 0, unrecognised: [] });
      const { found, signalCount } = await service.ok<SessionResponse>('/session', { sessionId: 'bare' });
      assert.deepEqual({ found, signalCount }, { found: true, signalCount: 0 });
    });

    it('reads device and campaign from the headers, and lets signals win over them', async () => {
      const headers = {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
        origin: 'https://shop.example',
        referer: 'https://shop.example/?gclid=1',
      };
      const shown = await service.ok<TrackResponse>('/track', { sessionId: 'context' }, headers);
      assert.equal(shown.context.device, 'desktop');
      assert.equal(shown.context.referrer, 'paid');
      const told = await service.ok<TrackResponse>(
        '/track',
        {
          sessionId: 'context',
          signals: [
            { type: 'device', value: 'tablet' },
            { type: 'time_of_day', value: '21:45+02:00' },
          ],
        },
        headers,
      );
      assert.deepEqual(told.context, { device: 'tablet', referrer: 'paid', timeOfDay: 'evening' });
    });

    it('names unknown types, keeps them, and gives them no weight', async () => {
      const answer = await service.track('unknown', ['zoom', 'x'], ['category_view', 'boots'], ['zoom']);
      assert.deepEqual(answer.signals, { accepted: 1, unrecognised: ['zoom'] });
      const session = await service.ok<SessionResponse>('/session', { sessionId: 'unknown' });
      assert.equal(session.signalCount, 3);
    });

    it('refuses a malformed price_filter by name, and applies none of the call', async () => {
      const message = await service.refused('/track', {
        sessionId: 'malformed',
        signals: [
          { type: 'category_view', value: 'boots' },
          { type: 'price_filter', value: 'cheap' },
        ],
      });
      assert.match(message, /signals\[1\]\.value.*60-150/);
      const { found } = await service.ok<SessionResponse>('/session', { sessionId: 'malformed' });
      assert.equal(found, false);
    });

    it('refuses a signal of the day before yesterday', async () => {
      const at = Date.now() - 25 * 3_600_000;
      const signals = [{ type: 'category_view', value: 'boots', at }];
      assert.match(await service.refused('/track', { sessionId: 'old', signals }), /signals\[0\]\.at/);
    });

    it('applies a batch once', async () => {
      const batch = {
        sessionId: 'batch',
        batchId: 'b',
        signals: [{ type: 'category_view', value: 'boots' }],
      };
      await Promise.all([1, 2, 3].map(() => service.ok('/track', batch)));
      const { signalCount } = await service.ok<SessionResponse>('/session', { sessionId: 'batch' });
      assert.equal(signalCount, 1);
    });

    it('loses nothing of what one session sends at once', async () => {
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => service.track('crowd', ['product_view', `p${i % 60}`])),
      );
      const { signalCount } = await service.ok<SessionResponse>('/session', { sessionId: 'crowd' });
      assert.equal(signalCount, 100);
    });

    it('counts behaviours', async () => {
      const send = () =>
        service.ok<TrackBehaviorResponse>('/track/behavior', {
          sessionId: 'behaviour',
          behavior: 'opened-size-guide',
          metadata: { size: 'L' },
        });
      assert.equal((await send()).count, 1);
      assert.equal((await send()).count, 2);
    });

    it('finds the words of a search in the catalogue, its price, and what is not wanted', async () => {
      const answer = await service.ok<TrackKeywordsResponse>('/track/keywords', {
        sessionId: 'keywords',
        query: 'Navy blue boots under £50, not leather',
      });
      assert.deepEqual(answer.keywords, ['navy', 'blue', 'boots']);
      assert.deepEqual(answer.matched, [
        { keyword: 'navy blue', attribute: 'colour', value: 'Navy Blue' },
        { keyword: 'boots', attribute: 'category', value: 'Boots' },
      ]);
      assert.deepEqual(answer.priceRange, { max: 50 });
      assert.ok(answer.personas.some((persona) => persona.id === 'category:boots'));
    });

    it('reads a search signal as it reads keywords', async () => {
      await service.track('searched', ['search', 'navy blue boots']);
      const session = await service.ok<SessionResponse>('/session', { sessionId: 'searched' });
      const interests = session.interests?.map(({ interest }) => interest);
      assert.ok(interests?.includes('category:boots'));
      assert.ok(interests?.includes('attribute:colour=navy blue'));
    });
  });

  describe('sessions', () => {
    it('answers found: false for a session that was never written, and does not open it', async () => {
      for (const path of ['/session', '/catalog/ranked', '/session'])
        await service.ok(path, { sessionId: 'nobody' });
      const answer = await service.ok<SessionResponse>('/session', { sessionId: 'nobody' });
      assert.deepEqual(answer, { found: false, sessionId: 'nobody', personas: [] });
    });

    it('needs no organization: the key has one', async () => {
      await service.track('keyed', ['category_view', 'hats']);
      const answer = await service.ok<SessionResponse>('/session', {
        sessionId: 'keyed',
        organizationId: undefined,
      });
      assert.equal(answer.found, true);
    });

    it('survives a restart, and fades with time as the formula says', async () => {
      await service.track('lasting', ['category_view', 'boots'], ['sort', 'price_asc']);
      const before = await service.ok<SessionResponse>('/session', { sessionId: 'lasting' });
      await service.restart();
      await service.ranked('lasting');
      const after = await service.ok<SessionResponse>('/session', { sessionId: 'lasting' });
      assert.deepEqual(
        after.personas.map(({ id }) => id),
        before.personas.map(({ id }) => id),
      );
      for (const [i, persona] of after.personas.entries()) {
        assert.ok(persona.score <= before.personas[i]!.score);
        assert.ok(persona.score > 0.9 * before.personas[i]!.score);
      }
    });
  });

  describe('the ranked catalogue', () => {
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

    it('keeps its own order for nobody, and says why', async () => {
      const stranger = await service.ranked('stranger', { limit: 60 });
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
      assert.deepEqual(silent.explanation, { personalised: false, reason: 'no_signals' });
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

  describe('lists that the caller sends', () => {
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
      assert.equal(Number(found.results[0]!.id.slice(1)) % 3, 1);
      const reranked = await rerank({ sessionId: 'lists', results: list(60) });
      for (const { score, scoreBreakdown } of [...found.results, ...reranked.results]) {
        const sum = scoreBreakdown.reduce((all, { contribution }) => all + contribution, 0);
        assert.ok(Math.abs(sum - score) < 1e-9);
      }
      assert.deepEqual(
        reranked.results.map(({ rank }) => rank),
        Array.from({ length: 60 }, (_, i) => i + 1),
      );
      for (const { id, previousRank } of reranked.results)
        assert.equal(previousRank, Number(id.slice(1)) + 1);
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

    it('put what cannot be bought last', async () => {
      const products = [{ id: 'p1', available: false }, { id: 'p0' }, { id: 'p2' }];
      const found = await search({ sessionId: 'lists', products });
      assert.equal(idsOf(found).at(-1), 'p1');
    });

    it('with duplicate ids are refused by name, also among 1,000', async () => {
      const ids = [...list(999), 'p0'];
      assert.match(
        await service.refused('/rerank', { sessionId: 'lists', results: ids }),
        /results\[999\]\.id.*p0/,
      );
      const products = ids.map((id) => ({ id }));
      assert.match(
        await service.refused('/search', { sessionId: 'lists', products }),
        /products\[999\]\.id.*p0/,
      );
    });

    it('with more than 1,000 entries are refused by name', async () => {
      assert.match(await service.refused('/rerank', { sessionId: 'lists', results: list(1001) }), /results/);
    });
  });

  describe('suggestions', () => {
    const suggest = (body: Record<string, unknown>) => service.ok<SuggestResponse>('/suggest', body);

    it('come from the catalogue, follow the session, and go on from what is typed', async () => {
      await service.track('suggest', ['category_view', 'hats']);
      const { suggestions } = await suggest({ sessionId: 'suggest' });
      assert.equal(suggestions.length, 8);
      assert.match(suggestions[0]!.query, /hats/i);
      const typed = await suggest({ sessionId: 'suggest', query: 'na' });
      for (const { query } of typed.suggestions) assert.match(query, /\bna/i);
      for (const { score, scoreBreakdown } of suggestions) {
        const sum = scoreBreakdown.reduce((all, { contribution }) => all + contribution, 0);
        assert.ok(Math.abs(sum - score) < 1e-9);
      }
    });

    it("never repeat one visitor's own words, and offer what many searched for", async () => {
      const day = new Date().toISOString().slice(0, 10);
      for (let i = 0; i < 4; i++)
        await service.track(`asker${i}`, ['search', 'zebra wellies'], ['product_view', 'p1']);
      const before = await service.learn();
      assert.ok(before);
      assert.deepEqual((await suggest({ sessionId: 'suggest', query: 'zeb' })).suggestions, []);
      await service.track('asker4', ['search', 'Zebra  WELLIES']);
      await service.learn();
      let after = await suggest({ sessionId: 'suggest', query: 'zeb' });
      while (after.suggestions.length === 0) after = await suggest({ sessionId: 'suggest', query: 'zeb' });
      assert.deepEqual(
        after.suggestions.map(({ query }) => query),
        ['zebra wellies'],
      );
      const usage = await service.storage.usage.report(service.organizationId, day, day);
      assert.ok(!usage.some(({ operation }) => operation === 'suggest'));
    });
  });

  describe('decisions', () => {
    it('are kept with what was ranked, and made again give the same bytes', async () => {
      await service.track(
        'replayed',
        ['category_view', 'scarves'],
        ['search', 'red'],
        ['product_view', 'p2'],
      );
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
      await service.importCatalogue(`${CATALOGUE}\np60,New Boots,Boots,Acme,Red,Wool,10`);
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

  describe('a catalogue replaced in mid-session', () => {
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
      assert.equal(ranked.items[0]!.attributes.category, 'Hats');
    });
  });
});
