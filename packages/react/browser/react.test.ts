import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, skip } from '../../sdk/browser/chromium.ts';
import { eventually, look, ORGANIZATION, open, Stage, type Visit } from '../../sdk/browser/stage.ts';
import { buildPackages, buildShop, type Variant } from './built-shop.ts';
import { OWN, ofCategory, type ServedShop, serveShop } from './served-shop.ts';

describe('the React package, in a shop that is rendered on a server', { skip, timeout: 600_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let packages: string;
  before(async () => {
    packages = await mkdtemp(join(tmpdir(), 'decidable-react-'));
    [stage, browser] = await Promise.all([Stage.set(), launch(), buildPackages(packages)]);
  });
  after(async () => {
    await browser.close();
    await stage.close();
    await rm(packages, { recursive: true });
  });

  const variants: readonly Variant[] = [
    { version: 19, mode: 'development' },
    { version: 18, mode: 'production' },
  ];
  for (const variant of variants) {
    describe(`with React ${variant.version} in ${variant.mode}`, () => {
      let shop: ServedShop;
      let visit: Visit | undefined;

      before(async () => {
        shop = await serveShop(await buildShop(variant, packages), stage);
      });
      after(() => shop?.close());
      /** React tells a page that renders otherwise than its server did, and misuse, in the console. */
      afterEach(async () => {
        await visit?.context.close();
        assert.deepEqual(visit?.complaints ?? [], []);
        visit = undefined;
      });

      const orderOf = ({ page }: Visit) =>
        page.locator('ol > li').evaluateAll((items) => items.map((item) => item.getAttribute('data-id')));
      const shown = ({ page }: Visit, order: string) => page.waitForSelector(`ol[data-order="${order}"]`);

      it("renders the shop's own order on the server", () => {
        const page = shop.rendered();
        assert.deepEqual(
          [...page.matchAll(/<li [^>]*data-id="(\w+)"/g)].map(([, id]) => id),
          OWN,
        );
        assert.match(page, /data-order="pending"/);
      });

      it('orders by what the shopper looks at, once init was called, and records what was in view', async () => {
        visit = await open(browser, `${shop.address}/`);
        await shown(visit, 'ranked');
        const order = await orderOf(visit);
        assert.deepEqual([...order].sort(), OWN);
        const rugs = ofCategory('rug');
        assert.ok(
          order.slice(0, 5).every((id) => rugs.has(id!)),
          String(order),
        );
        assert.deepEqual(visit.calls, ['/search']);
        await look(visit.page, '.product');
        const session = await visit.page.evaluate(
          (key) => localStorage[key] as string,
          `decidable:${ORGANIZATION}:session`,
        );
        await visit.page.goto('about:blank');
        const stored = await eventually(async () => {
          const seen = (await stage.exposures()).filter(({ sessionId }) => session.includes(sessionId));
          return seen.length >= 4 && seen;
        }, 'the exposures are stored');
        for (const { itemId, position, matched } of stored) {
          assert.ok(matched);
          assert.equal(position, order.indexOf(itemId) + 1);
        }
      });

      it('asks again for other products, and shows no answer for those of before', async () => {
        visit = await open(browser, `${shop.address}/`);
        await shown(visit, 'ranked');
        await visit.page.getByRole('button', { name: 'lamp' }).click();
        await shown(visit, 'ranked');
        const order = await orderOf(visit);
        assert.equal(order.length, 12);
        assert.ok(ofCategory('lamp').has(order[0]!), String(order));
        assert.equal(visit.calls.filter((path) => path === '/search').length, 2);
      });

      it('asks once for a list that comes later, also in strict mode', async () => {
        visit = await open(browser, `${shop.address}/`);
        await shown(visit, 'ranked');
        const button = visit.page.getByRole('button', { name: 'rug' });
        await button.click();
        await visit.page.waitForSelector('ol', { state: 'detached' });
        await button.click();
        await shown(visit, 'ranked');
        assert.deepEqual(visit.calls, ['/search', '/search']);
      });

      it('completes what is typed, and nothing once it is cleared', async () => {
        visit = await open(browser, `${shop.address}/`);
        const { page } = visit;
        await shown(visit, 'ranked');
        await page.getByLabel('Search').pressSequentially('lam');
        await page.waitForSelector('datalist option[value="lamp" i]', { state: 'attached' });
        await page.getByLabel('Search').fill('');
        assert.equal(await page.locator('datalist option').count(), 0);
      });

      it("keeps the shop's own order without the service, and says why", async () => {
        visit = await open(browser, `${shop.address}/alone`);
        await shown(visit, 'network');
        assert.deepEqual(await orderOf(visit), OWN);
        await visit.page.getByLabel('Search').fill('lamp');
        assert.equal(await visit.page.locator('datalist option').count(), 0);
      });
    });
  }
});
