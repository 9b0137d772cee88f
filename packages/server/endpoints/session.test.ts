import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SessionResponse } from '@decidable/contract';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

describe('sessions', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

  it('survives a restart, but for what fades meanwhile', async () => {
    await service.track('lasting', ['category_view', 'boots'], ['sort', 'price_asc']);
    // Scores are of the catalogue once the shop is open, and of none where that takes a second.
    await service.ranked('lasting');
    const before = await service.ok<SessionResponse>('/session', { sessionId: 'lasting' });
    await service.restart();
    await service.ranked('lasting');
    const after = await service.ok<SessionResponse>('/session', { sessionId: 'lasting' });
    assert.deepEqual(
      after.personas.map(({ id }) => id),
      before.personas.map(({ id }) => id),
    );
    assert.ok(after.personas.length > 0);
    for (const [i, persona] of after.personas.entries()) {
      assert.ok(persona.score <= before.personas[i].score);
      assert.ok(persona.score > 0.5 * before.personas[i].score);
    }
  });

  it('is shown as a page needs it, without the words that the shopper typed', async () => {
    await service.track(
      'private',
      ['category_view', 'boots'],
      ['brand_view', 'Acme'],
      ['search', 'orthopaedic insoles'],
      ['attribute_filter', 'colour=Red'],
      ['product_view', 'p5'],
    );
    const answer = await service.ok<SessionResponse>('/session', { sessionId: 'private' });
    assert.deepEqual(answer.interests?.map(({ interest }) => interest).sort(), [
      'attribute:colour=red',
      'brand:acme',
      'category:boots',
    ]);
    assert.doesNotMatch(JSON.stringify(answer), /orthop|insole|p5/i);
  });

  it('bears 10,000 signals, and ranks for them as for any other', async () => {
    for (let call = 0; call < 100; call++) {
      const signals = Array.from({ length: 100 }, (_, i) => {
        const n = call * 100 + i;
        return i % 2 === 0
          ? { type: 'product_view', value: `p${n % 997}` }
          : { type: 'search', value: `query number ${n}` };
      });
      await service.ok('/track', { sessionId: 'long', signals });
    }
    await service.track('long', ['category_view', 'scarves']);
    const { signalCount, interests } = await service.ok<SessionResponse>('/session', { sessionId: 'long' });
    assert.equal(signalCount, 10_001);
    assert.ok(interests!.length <= 200);
    const { items } = await service.ranked('long');
    const signals = items.flatMap(({ scoreBreakdown }) => scoreBreakdown.map(({ signal }) => signal));
    assert.ok(signals.includes('category_view:Scarves'));
    await service.restart();
    const again = await service.ok<SessionResponse>('/session', { sessionId: 'long' });
    assert.equal(again.signalCount, 10_001);
  });
});
