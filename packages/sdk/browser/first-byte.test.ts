import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, skip } from './chromium.ts';
import { assertNoPageWaits } from './first-byte.ts';
import { Stage } from './stage.ts';

describe('a page with the snippet', { skip, timeout: 600_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  it('goes on with its own order whatever becomes of the script, and loses no call to one that is late', () =>
    assertNoPageWaits(stage, async (url) => {
      const page = await browser.newPage();
      await page.goto(url);
      return {
        goto: async (to) => void (await page.goto(to)),
        back: async () => void (await page.goBack()),
        evaluate: (action) => page.evaluate(action),
        close: () => page.close(),
      };
    }));
});
