import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, skip } from './chromium.ts';
import { firstList } from './first-list.ts';
import { type SlowNetwork, slowNetwork } from './slow-network.ts';
import { Stage } from './stage.ts';

describe('the first list of a first visit, on a network that takes 300 ms more', {
  skip,
  timeout: 600_000,
}, () => {
  let stage: Stage;
  let browser: Browser;
  let network: SlowNetwork;
  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
    network = await slowNetwork(stage.service.address, 300);
  });
  after(async () => {
    await browser.close();
    await network.close();
    await stage.close();
  });

  for (const [list, path] of [
    ['search', '/search'],
    ['rerank', '/rerank'],
    ['rankedCatalog', '/catalog/ranked'],
  ] as const) {
    it(`of ${list} has the opened category first, after one request and its preflight`, async () => {
      // A loaded machine may take longer than the 800 ms that shoppers wait.
      const visit = { script: `${stage.shop}/sdk/decidable.js`, timeout: 8_000, list };
      const found = await firstList(stage, browser, network, { ...visit, waits: false });
      assert.equal(found.reason, undefined);
      assert.equal(found.isRight, true);
      const once = [`OPTIONS ${path}`, `POST ${path}`];
      assert.deepEqual(found.requests, once);
      assert.deepEqual(found.all, once, 'the signals are not sent once more');
      const waited = await firstList(stage, browser, network, { ...visit, waits: true });
      assert.equal(waited.isRight, true);
      assert.deepEqual(waited.requests, ['OPTIONS /track', 'POST /track', ...once]);
    });
  }
});
