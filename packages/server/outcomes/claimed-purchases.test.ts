import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { outcomesReport } from './outcomes-report.ts';

/** What became of position 1, as a shop owner reads it. */
describe('sixty scripted calls with the key of the page', () => {
  let shop: ServiceUnderTest;
  before(async () => {
    shop = await ServiceUnderTest.start();
    await shop.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => shop.stop());

  /** A ranking whose first product is said to have been shown and bought: three calls. */
  const claim = async (sessionId: string) => {
    const { decisionId, items } = await shop.ranked(sessionId, { limit: 1 });
    const [{ id }] = items;
    await shop.ok('/exposure', { sessionId, decisionId, items: [{ id, position: 1 }] });
    await shop.ok('/event', { sessionId, decisionId, name: 'purchase', data: { productId: id } });
    return { decisionId, id };
  };
  const first = async () => {
    const { positions } = await outcomesReport(shop.storage, shop.organizationId, 0);
    return positions.find(({ from }) => from === 1)!;
  };

  it('of one session make one claim of a product, and nothing bought', async () => {
    for (let i = 0; i < 20; i++) await claim('script');
    const { shown, bought, claimed } = await first();
    assert.deepEqual({ shown, bought, claimed }, { shown: 20, bought: 0, claimed: 1 });
  });

  it('of twenty sessions make twenty claims, and nothing bought', async () => {
    for (let i = 0; i < 20; i++) await claim(`script-${i}`);
    const { shown, bought, claimed } = await first();
    assert.deepEqual({ shown, bought, claimed }, { shown: 40, bought: 0, claimed: 21 });
  });

  it('take nothing from an order that the shop uploads, which counts as bought', async () => {
    const { decisionId, id } = await claim('shopper');
    const order = { orderId: '1', at: Date.now(), decisionId, products: [{ id }] };
    await shop.storage.orders.put(shop.organizationId, [order], Date.now());
    const { shown, bought, claimed } = await first();
    assert.deepEqual({ shown, bought, claimed }, { shown: 41, bought: 1, claimed: 22 });
  });
});
