import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exposed } from '@decidable/engine/ranking';
import { readJsonList } from '../json/json-list.ts';
import { BuildPool } from '../shops/build/build-pool.ts';
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

test('a ranking teaches what the shopper chose from it, not what was done with the product at hand', async () => {
  const service = await ServiceUnderTest.start();
  const chosen = async (): Promise<string[]> => {
    let exposures: readonly Exposed[] = [];
    const builder: Pick<BuildPool, 'train'> = {
      async train(_, lessons) {
        exposures = readJsonList<Exposed>(lessons.exposures);
        return undefined;
      },
    };
    await trainModel(service.storage, builder, service.organizationId, Date.now());
    return exposures.flatMap(({ shown }) => shown.flatMap(({ item, clicked }) => (clicked ? [item] : [])));
  };
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
