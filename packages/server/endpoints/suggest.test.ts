import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
