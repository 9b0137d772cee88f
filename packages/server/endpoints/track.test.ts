import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  SessionResponse,
  TrackBehaviorResponse,
  TrackKeywordsResponse,
  TrackResponse,
} from '@decidable/contract';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

describe('tracking', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

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

  it('loses none of as many batches as one session may send at once, and applies each once', async () => {
    const batch = (i: number) =>
      service.ok<TrackResponse>('/track', {
        sessionId: 'batches',
        batchId: `batch-${i % 60}`,
        signals: [{ type: 'product_view', value: `p${i % 60}` }],
      });
    await Promise.all(Array.from({ length: 120 }, (_, i) => batch(i)));
    const session = await service.ok<SessionResponse>('/session', { sessionId: 'batches' });
    assert.equal(session.signalCount, 60);
  });

  it('takes a product that the catalogue lacks, and warns of it', async () => {
    const { signals, warnings } = await service.ok<TrackResponse>('/track', {
      sessionId: 'unknown-product',
      signals: [{ type: 'product_view', value: 'no-such-product' }],
    });
    assert.equal(signals.accepted, 1);
    assert.deepEqual(
      warnings?.map(({ code, field }) => [code, field]),
      [['unknown_product', 'signals[0].value']],
    );
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
