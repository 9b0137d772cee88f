import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { DrivenBrowser, Tab } from '../../sdk/browser/driven-browser.ts';
import { launchFirefox, skip } from '../../sdk/browser/firefox.ts';
import { eventually, ORGANIZATION, Stage } from '../../sdk/browser/stage.ts';
import { buildPackages, buildShop } from './built-shop.ts';
import { OWN, ofCategory, type ServedShop, serveShop } from './served-shop.ts';

declare global {
  interface Window {
    /** Errors of the page, and what was written to the console as an error or a warning. */
    said: readonly string[];
  }
}

/*
 * When effects run, what is in view and what a page that is left still sends are up to the browser. The rest is tested in
 * Chromium, with React 18 as well.
 */
describe('the React package in Firefox, in a shop that is rendered on a server', {
  skip,
  timeout: 600_000,
}, () => {
  let stage: Stage;
  let firefox: DrivenBrowser;
  let packages: string;
  let shop: ServedShop;
  const open: Tab[] = [];

  before(async () => {
    packages = await mkdtemp(join(tmpdir(), 'decidable-react-'));
    [stage, firefox] = await Promise.all([Stage.set(), launchFirefox(), buildPackages(packages)]);
    // In development strict mode runs effects twice, and React says more of what is wrong.
    shop = await serveShop(await buildShop({ version: 19, mode: 'development' }, packages), stage);
  });
  after(async () => {
    shop?.close();
    await firefox?.close();
    await stage?.close();
    await rm(packages, { recursive: true });
  });
  /** React tells a page that renders otherwise than its server did, and misuse, in the console. */
  afterEach(async () => {
    for (const tab of open.splice(0)) {
      const said = await tab.evaluate(() => window.said ?? []);
      await tab.close();
      assert.deepEqual(said, []);
    }
  });

  async function visit(path: string): Promise<Tab> {
    const tab = await firefox.open(shop.address + path);
    open.push(tab);
    return tab;
  }
  const orderOf = (tab: Tab) =>
    tab.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('ol > li')].map(({ dataset }) => dataset.decidableId!),
    );
  const shown = (tab: Tab, order: string) =>
    eventually(
      async () =>
        (await tab.evaluate(() => document.querySelector<HTMLElement>('ol')?.dataset.state)) === order,
      `the list is ${order}`,
    );
  /** The session in the storage of the page. */
  const sessionOf = async (tab: Tab): Promise<string> => {
    const kept = await tab.evaluate(() =>
      Object.entries(localStorage).filter(([key]) => key.endsWith(':session')),
    );
    assert.equal(kept[0]?.[0], `decidable:${ORGANIZATION}:session`);
    return JSON.parse(kept[0][1]).id as string;
  };

  it('orders by what the shopper looks at, sends each signal once, and records what was in view when it is left', async () => {
    const tab = await visit('/heard');
    await shown(tab, 'ranked');
    const order = await orderOf(tab);
    assert.deepEqual([...order].sort(), OWN);
    const rugs = ofCategory('rug');
    assert.ok(
      order.slice(0, 5).every((id) => rugs.has(id)),
      String(order),
    );
    const session = await sessionOf(tab);
    const signals = await stage.signals(session);
    assert.deepEqual(
      signals.filter((signal) => signal.startsWith('category_view')),
      ['category_view:rug'],
    );
    await tab.evaluate(
      () =>
        new Promise<void>((resolve) => {
          // Notified after the observers of the SDK, and longer than an exposure takes.
          const later = (): unknown => setTimeout(resolve, 600);
          new IntersectionObserver(later).observe(document.querySelector('ol > li')!);
        }),
    );
    assert.deepEqual(await tab.evaluate(() => window.said), []);
    await tab.goto(`${shop.address}/style.css`);
    const stored = await eventually(async () => {
      const seen = (await stage.exposures()).filter(({ sessionId }) => sessionId === session);
      return seen.length >= 4 && seen;
    }, 'the exposures are stored');
    for (const { itemId, position, matched } of stored) {
      assert.ok(matched);
      assert.equal(position, order.indexOf(itemId) + 1);
    }
  });

  it('completes what is typed', async () => {
    const tab = await visit('/heard');
    await shown(tab, 'ranked');
    await tab.evaluate(() => {
      const input = document.querySelector('input')!;
      // As typing does: React sees no value that a script has set.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'lam');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await eventually(
      () => tab.evaluate(() => !!document.querySelector('[role=option]')?.textContent.startsWith('lamp')),
      'lamps are suggested',
    );
  });

  it("keeps the shop's own order without the service", async () => {
    const tab = await visit('/heard-alone');
    await shown(tab, 'fallback');
    assert.deepEqual(await orderOf(tab), OWN);
  });
});
