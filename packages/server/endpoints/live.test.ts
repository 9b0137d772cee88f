import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  CatalogRankedResponse,
  SessionResponse,
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
});
