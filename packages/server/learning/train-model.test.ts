import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exposed, Purchases } from '@decidable/engine/ranking';
import { readJsonList } from '../json/json-list.ts';
import { BuildPool } from '../shops/build/build-pool.ts';
import type { SessionId } from '../storage/ports.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { trainModel } from './train-model.ts';

test('a training tells what it does, as it may take a while', async () => {
  const service = await ServiceUnderTest.start();
  const builder = new BuildPool();
  const told = async (): Promise<string[]> => {
    const stages: string[] = [];
    const say = (doing: string) => stages.push(doing);
    await trainModel(service.storage, builder, service.organizationId, Date.now(), say);
    return stages;
  };
  try {
    assert.deepEqual(await told(), ['reading sessions']);
    for (const sessionId of ['one', 'other']) {
      await service.ok('/track', { sessionId, signals: [{ type: 'product_view', value: 'p5' }] });
    }
    assert.deepEqual(await told(), ['reading sessions', 'reading what was shown', 'training on 2 visits']);
  } finally {
    await builder.close();
    await service.stop();
  }
});

/** The products that were chosen from rankings, as a training hands them on. */
async function chosenBy({ storage, organizationId }: ServiceUnderTest, now = Date.now()): Promise<string[]> {
  let exposures: readonly Exposed[] = [];
  const builder: Pick<BuildPool, 'train'> = {
    async train(_, lessons) {
      exposures = readJsonList<Exposed>(lessons.exposures);
      return undefined;
    },
  };
  await trainModel(storage, builder, organizationId, now);
  return exposures.flatMap(({ shown }) => shown.flatMap(({ item, clicked }) => (clicked ? [item] : [])));
}

test('what is chosen in a visit that begins during a training waits for the next one', async () => {
  const service = await ServiceUnderTest.start();
  const { organizationId, storage } = service;
  try {
    await service.importCatalogue(SIXTY_PRODUCTS);
    const before = Date.now() - 3_600_000;
    const signals = [{ type: 'product_view', value: 'p1', at: before }];
    const sessionId = 'earlier' as SessionId;
    const write = { kind: 'signals', sessionId, after: 0, openedAt: before, signals } as const;
    await storage.commit({ organizationId, at: before, writes: [write] });
    await service.track('shopper', ['product_view', 'p5']);
    const { decisionId } = await service.ranked('shopper');
    const items = ['p5', 'p6'].map((id, k) => ({ id, position: k + 1 }));
    await service.ok('/exposure', { sessionId: 'shopper', decisionId, items });
    await service.track('shopper', ['product_view', 'p6']);
    assert.deepEqual(await chosenBy(service, before + 1), []);
    assert.deepEqual(await chosenBy(service), ['p6']);
  } finally {
    await service.stop();
  }
});

test('a ranking teaches what the shopper chose from it, not what was done with the product at hand', async () => {
  const service = await ServiceUnderTest.start();
  const chosen = () => chosenBy(service);
  try {
    await service.importCatalogue(SIXTY_PRODUCTS);
    await service.track('shopper', ['product_view', 'p5']);
    const { decisionId } = await service.ranked('shopper');
    const items = ['p5', 'p6', 'p7'].map((id, k) => ({ id, position: k + 1 }));
    await service.ok('/exposure', { sessionId: 'shopper', decisionId, items });
    await service.track('shopper', ['dwell', 'p5:20'], ['cart_add', 'p5'], ['purchase', 'p5']);
    assert.deepEqual(await chosen(), []);
    await service.track('shopper', ['product_view', 'p6'], ['cart_add', 'p6']);
    assert.deepEqual(await chosen(), ['p6']);
    await service.track('shopper', ['product_view', 'p5']);
    assert.deepEqual(await chosen(), ['p5', 'p6']);
  } finally {
    await service.stop();
  }
});

test('what was bought is learned by shopper: by purchases of admitted visits, and orders that name a session', async () => {
  const service = await ServiceUnderTest.start();
  const { organizationId, storage } = service;
  try {
    await service.importCatalogue(SIXTY_PRODUCTS);
    await service.track('one', ['purchase', 'p5']);
    await service.track('other', ['product_view', 'p5']);
    const at = Date.now() - 86_400_000;
    const order = (orderId: string, id: string, sessionId?: string) => ({
      orderId,
      at,
      products: [{ id }],
      ...(sessionId !== undefined && { sessionId: sessionId as SessionId }),
    });
    const orders = [order('a', 'p6', 'one'), order('b', 'p7', 'other'), order('c', 'p8')];
    await storage.orders.put(organizationId, orders, Date.now());
    let purchases: readonly Purchases[] = [];
    const builder: Pick<BuildPool, 'train'> = {
      async train(_, lessons) {
        purchases = readJsonList<Purchases>(lessons.purchases);
        return undefined;
      },
    };
    await trainModel(storage, builder, organizationId, Date.now());
    const bought = purchases.map((own) => own.map(({ item }) => item).sort());
    assert.deepEqual(bought.sort(), [['p5', 'p6'], ['p7']]);
  } finally {
    await service.stop();
  }
});
