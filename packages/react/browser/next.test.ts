import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, skip } from '../../sdk/browser/chromium.ts';
import { eventually, look, ORGANIZATION, open, Stage, type Visit } from '../../sdk/browser/stage.ts';
import { type NextShop, skipNext, startNextShop } from './next-shop.ts';
import { OWN, ofCategory } from './served-shop.ts';

declare global {
  interface Window {
    /** The order of the page before any of its scripts has run. */
    firstOrder: readonly (string | null)[];
  }
}

describe('the React package, in a shop by Next.js', { skip: skip || skipNext, timeout: 600_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let shop: NextShop;
  let visit: Visit | undefined;

  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
    shop = await startNextShop({
      NEXT_PUBLIC_DECIDABLE_KEY: stage.key.value,
      NEXT_PUBLIC_DECIDABLE_ORGANIZATION: ORGANIZATION,
      NEXT_PUBLIC_DECIDABLE_ENDPOINT: `${stage.service.address}/api/v1`,
      NEXT_PUBLIC_DECIDABLE_TIMEOUT: '8000',
    });
  });
  after(async () => {
    await shop?.close();
    await browser.close();
    await stage.close();
  });
  /** React tells a page that renders otherwise than its server did in the console. */
  afterEach(async () => {
    await visit?.context.close();
    assert.deepEqual(visit?.complaints ?? [], []);
    visit = undefined;
  });

  async function enter(path: string, blocked?: string): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
    if (blocked) await context.route(blocked, (route) => route.abort());
    await context.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        window.firstOrder ??= [...document.querySelectorAll('ol > li')].map((item) =>
          item.getAttribute('data-id'),
        );
      });
    });
    visit = await open(browser, shop.address + path, context);
    return visit;
  }
  const orderOf = ({ page }: Visit) =>
    page.locator('ol > li').evaluateAll((items) => items.map((item) => item.getAttribute('data-id')));
  const shown = ({ page }: Visit, order: string) => page.waitForSelector(`ol[data-order="${order}"]`);

  it("sends the shop's own order from the server", async () => {
    for (const path of ['/', '/rug']) {
      const page = await (await fetch(shop.address + path)).text();
      assert.deepEqual(
        [...page.matchAll(/<li [^>]*data-id="(\w+)"/g)].map(([, id]) => id),
        OWN,
      );
      assert.match(page, /data-order="pending"/);
    }
  });

  it('paints that first, then orders by what the shopper looks at, and records what was in view', async () => {
    const visited = await enter('/rug');
    await shown(visited, 'ranked');
    assert.deepEqual(await visited.page.evaluate(() => window.firstOrder), OWN);
    const order = await orderOf(visited);
    assert.deepEqual([...order].sort(), OWN);
    const rugs = ofCategory('rug');
    assert.ok(
      order.slice(0, 5).every((id) => rugs.has(id!)),
      String(order),
    );
    assert.deepEqual(visited.calls, ['/search']);
    await look(visited.page, '.product');
    const session = await visited.page.evaluate(
      (key) => localStorage[key] as string,
      `decidable:${ORGANIZATION}:session`,
    );
    await visited.page.goto('about:blank');
    const stored = await eventually(async () => {
      const seen = (await stage.exposures()).filter(({ sessionId }) => session.includes(sessionId));
      return seen.length >= 4 && seen;
    }, 'the exposures are stored');
    for (const { itemId, position, matched } of stored) {
      assert.ok(matched);
      assert.equal(position, order.indexOf(itemId) + 1);
    }
  });

  it('orders the next category, which comes without a reload', async () => {
    const visited = await enter('/rug');
    await shown(visited, 'ranked');
    await visited.page.evaluate(() => {
      document.body.dataset.kept = 'true';
    });
    await visited.page.getByRole('link', { name: 'lamp' }).click();
    await visited.page.getByRole('heading', { name: 'lamp' }).waitFor();
    await shown(visited, 'ranked');
    const order = await orderOf(visited);
    assert.ok(ofCategory('lamp').has(order[0]!), String(order));
    assert.equal(await visited.page.evaluate(() => document.body.dataset.kept), 'true');
    assert.equal(visited.calls.filter((path) => path === '/search').length, 2);
  });

  it("keeps the shop's own order without the service", async () => {
    const visited = await enter('/rug', `${stage.service.address}/**`);
    await shown(visited, 'network');
    assert.deepEqual(await orderOf(visited), OWN);
  });
});
