import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, skip } from './chromium.ts';
import { leave, SEEN, ways } from './leaving.ts';
import { eventually, look, open, Stage } from './stage.ts';

describe('exposures, when the shop is on another origin than the API and no preflight is cached', {
  skip,
  timeout: 600_000,
}, () => {
  let stage: Stage;
  let browser: Browser;
  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });

  for (const way of ways) {
    it(`is stored exactly once when the page is left ${way}`, async () => {
      for (let run = 0; run < 3; run++) {
        assert.deepEqual(await leave(stage, browser, way), { way, stored: SEEN, complaints: [] });
      }
    });
  }

  it('is stored by the next visit when the tab died on the spot', async () => {
    const { page, context } = await open(browser, `${stage.shop}/ranked`);
    await page.waitForSelector('body[data-decision]');
    const decision = (await page.getAttribute('body', 'data-decision'))!;
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes(':outbox:')));
    await look(page);
    const crashed = page.waitForEvent('crash');
    // The tab's process ends: no event, no last request.
    await page.goto('chrome://crash').catch(() => {});
    await crashed;
    assert.deepEqual(await stage.exposures(decision), []);

    const next = await open(browser, stage.shop, context);
    // As if the fifteen seconds had passed in which a living page renews its parcels.
    await next.page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((name) => name.includes(':outbox:'))) {
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), due: 0 }));
      }
    });
    await next.page.evaluate(() => window.Decidable.init(window.config));
    await eventually(async () => (await stage.exposures(decision)).length === SEEN.length, 'they are stored');
    assert.deepEqual(next.complaints, []);
    await context.close();
  });
});
