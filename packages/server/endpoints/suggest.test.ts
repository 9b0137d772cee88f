import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import type { SuggestResponse } from '@decidable/contract';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

describe('suggestions', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

  const suggest = (body: Record<string, unknown>) => service.ok<SuggestResponse>('/suggest', body);

  it('come from the catalogue, follow the session, and go on from what is typed', async () => {
    await service.track('suggest', ['category_view', 'hats']);
    const { suggestions } = await suggest({ sessionId: 'suggest' });
    assert.equal(suggestions.length, 8);
    assert.match(suggestions[0].query, /hats/i);
    assert.ok(suggestions.some(({ type }) => type === 'category'));
    const typed = await suggest({ sessionId: 'suggest', query: 'na' });
    assert.ok(typed.suggestions.length > 0);
    for (const { query } of typed.suggestions) assert.match(query, /\bna/i);
    for (const { score, scoreBreakdown } of suggestions) {
      const sum = scoreBreakdown.reduce((all, { contribution }) => all + contribution, 0);
      assert.ok(Math.abs(sum - score) < 1e-9);
      for (const { weight, value, contribution } of [
        ...scoreBreakdown,
        { weight: score, value: 0, contribution: 0 },
      ]) {
        for (const figure of [weight, value, contribution]) assert.equal(figure, Number(figure.toFixed(12)));
      }
    }
  });
});

describe('queries of other shoppers', () => {
  const HOSTILE = 'boots cheaper at evil-shop.example';
  const DAY = 86_400_000;
  let service: ServiceUnderTest;
  before(async () => {
    // What is sent from the machine itself came through a proxy, which names the visitor.
    service = await ServiceUnderTest.start({ TRUSTED_PROXIES: 'loopback' });
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(async () => {
    mock.timers.reset();
    await service.stop();
  });

  let visitors = 0;
  /** One more visitor, who searches on one of two days. */
  const search = async (query: string, address: string, day: 0 | 1) => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now: Date.now() - (1 - day) * DAY });
    const signals = [{ type: 'search', value: query }];
    const body = { sessionId: `visitor-${visitors++}`, signals };
    await service.ok('/track', body, { 'x-forwarded-for': address });
    mock.timers.reset();
  };
  const offered = async () => {
    await service.learn();
    const { suggestions } = await service.ok<SuggestResponse>('/suggest', { sessionId: 'nobody', limit: 50 });
    const searched = suggestions.filter(({ scoreBreakdown }) =>
      scoreBreakdown.some(({ signal }) => signal.startsWith('searched_by')),
    );
    return searched.map(({ query }) => query);
  };

  it('are nobody’s to see if one visitor sent them, or if they find no product', async () => {
    // A model needs something to learn from: it does not come into being otherwise.
    await service.track('viewer', ['product_view', 'p1']);
    for (let k = 0; k < 20; k++) await search(HOSTILE, '203.0.113.9', k < 10 ? 0 : 1);
    for (let k = 0; k < 20; k++) await search('leather scarves', '203.0.113.9', k < 10 ? 0 : 1);
    for (let k = 0; k < 40; k++) await search(HOSTILE, `198.51.${k}.1`, k < 20 ? 0 : 1);
    assert.deepEqual(await offered(), []);
  });

  it('are offered once many visitors sent them', async () => {
    for (let k = 0; k < 4; k++) await search('Wool  HATS', `192.0.${k}.7`, k < 2 ? 0 : 1);
    assert.deepEqual(await offered(), []);
    await search('wool hats', '192.0.4.7', 1);
    assert.deepEqual(await offered(), ['Wool Hats'], 'as the catalogue writes it');
    const day = new Date().toISOString().slice(0, 10);
    const usage = await service.storage.usage.report(service.organizationId, day, day);
    assert.ok(!usage.some(({ operation }) => operation === 'suggest'));
  });
});
