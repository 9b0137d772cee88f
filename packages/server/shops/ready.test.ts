import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

describe('a service that starts again', () => {
  let service: ServiceUnderTest;
  afterEach(() => service.stop());

  const started = async (environment: Readonly<Record<string, string>>, ranked: boolean) => {
    service = await ServiceUnderTest.start(environment);
    await service.importCatalogue(SIXTY_PRODUCTS);
    if (ranked) await service.ranked('shopper');
    await service.restart();
  };
  const ready = async () => (await fetch(`${service.operationsAddress}/ready`)).status;
  const openShops = async () => {
    const metrics = await (await fetch(`${service.operationsAddress}/metrics`)).text();
    return Number(/^decidable_shops_open (\d+)$/m.exec(metrics)?.[1]);
  };

  it('is ready once the shop that was ranked for is open, without a request for it', async () => {
    await started({}, true);
    while ((await ready()) !== 200) await after(20);
    assert.equal(await openShops(), 1);
  });

  it('opens no shop that was not ranked for, and none where it is told so', async () => {
    await started({}, false);
    while ((await ready()) !== 200) await after(20);
    assert.equal(await openShops(), 0);
    await service.stop();
    await started({ READY_DAYS: '0' }, true);
    while ((await ready()) !== 200) await after(20);
    assert.equal(await openShops(), 0);
  });

  it('is ready at once where it is not to wait, and opens the shop all the same', async () => {
    await started({ READY_SECONDS: '0' }, true);
    assert.equal(await ready(), 200);
    while ((await openShops()) !== 1) await after(20);
  });
});
