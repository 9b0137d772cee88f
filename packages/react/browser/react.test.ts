import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { violationsOf } from '../../sdk/browser/accessibility.ts';
import { launch, skip } from '../../sdk/browser/chromium.ts';
import { eventually, look, ORGANIZATION, open, Stage, type Visit } from '../../sdk/browser/stage.ts';
import { buildPackages, buildShop, type Variant } from './built-shop.ts';
import { OWN, ofCategory, type ServedShop, serveShop } from './served-shop.ts';

/** The page of the example has neither headings nor landmarks: what is looked at is the box. */
const OF_ROLES = [
  'aria-allowed-attr',
  'aria-required-attr',
  'aria-required-children',
  'aria-valid-attr-value',
  'aria-input-field-name',
  'label',
];

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
        page
          .locator('ol > li')
          .evaluateAll((items) => items.map((item) => item.getAttribute('data-decidable-id')));
      const shown = ({ page }: Visit, order: string) => page.waitForSelector(`ol[data-state="${order}"]`);

      it("renders the shop's own order on the server", () => {
        const page = shop.rendered();
        assert.deepEqual(
          [...page.matchAll(/<li [^>]*data-decidable-id="(\w+)"/g)].map(([, id]) => id),
          OWN,
        );
        assert.match(page, /data-state="waiting"/);
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
        await look(visit.page, 'ol > li');
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

      it('completes what is typed by the keys of a combobox, and shows what is found', async () => {
        visit = await open(browser, `${shop.address}/`);
        const { page } = visit;
        await shown(visit, 'ranked');
        const input = page.getByRole('combobox', { name: 'Search' });
        await input.pressSequentially('lam');
        await page.getByRole('option').first().waitFor();
        const options = await page.getByRole('option').allTextContents();
        assert.equal(await page.getByRole('status').first().textContent(), `Suggestions: ${options.length}`);
        assert.deepEqual(await violationsOf(page, OF_ROLES), []);
        const active = async () => {
          const id = await input.getAttribute('aria-activedescendant');
          return id === null ? null : page.locator(`[id="${id}"][aria-selected=true]`).textContent();
        };
        await input.press('ArrowUp');
        assert.equal(await active(), options.at(-1));
        await input.press('ArrowDown');
        assert.equal(await active(), null);
        await input.press('Escape');
        assert.equal(await input.getAttribute('aria-expanded'), 'false');
        assert.equal(await input.inputValue(), 'lam');
        await input.press('ArrowDown');
        await page.getByRole('option').first().waitFor();
        await input.press('ArrowDown');
        assert.equal(await active(), options[0]);
        await input.press('Enter');
        await page.getByText('10 found').waitFor();
        assert.equal(await input.inputValue(), options[0]);
        assert.equal(await page.getByRole('option').count(), 0);
        const found = await page.locator('ul:not([role]) > li').allTextContents();
        assert.ok(
          found.slice(0, 10).every((name) => name.includes('lamp')),
          String(found),
        );
        const session = await page.evaluate(
          (key) => JSON.parse(localStorage[key] as string).id as string,
          `decidable:${ORGANIZATION}:session`,
        );
        assert.deepEqual(
          (await stage.signals(session)).filter((signal) => signal.startsWith('search')),
          [`search:${options[0]}`],
        );
        await input.fill('');
        assert.equal(await page.getByRole('option').count(), 0);
      });

      it("keeps the shop's own order without the service, and says why", async () => {
        visit = await open(browser, `${shop.address}/alone`);
        await shown(visit, 'fallback');
        assert.deepEqual(await orderOf(visit), OWN);
        await visit.page.getByLabel('Search').fill('lamp');
        assert.equal(await visit.page.getByRole('option').count(), 0);
      });
    });
  }
});
