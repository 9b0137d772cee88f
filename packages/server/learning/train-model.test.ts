import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BuildPool } from '../shops/build/build-pool.ts';
import { ServiceUnderTest } from '../testing/service-under-test.ts';
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
