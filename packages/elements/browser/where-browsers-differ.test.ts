import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Tab } from '../../sdk/browser/driven-browser.ts';
import { launchFirefox, skip as skipFirefox } from '../../sdk/browser/firefox.ts';
import { eventually, Stage } from '../../sdk/browser/stage.ts';
import { launchWebkit, skip as skipWebkit } from '../../sdk/browser/webkit.ts';
import { ofCategory, type ServedShop, serveShop } from './served-shop.ts';

/*
 * Constructed style sheets under a policy, roles that are set as properties, moves that keep the focus, and forms that are
 * submitted by a script are up to the browser. The rest is tested in Chromium.
 */
const BROWSERS = [
  ['Firefox', launchFirefox, skipFirefox],
  ['WebKit', launchWebkit, skipWebkit],
] as const;

describe('the elements, in a shop with a strict policy', { timeout: 600_000 }, () => {
  let stage: Stage;
  let shop: ServedShop;
  before(async () => {
    stage = await Stage.set();
    shop = await serveShop(stage);
  });
  after(async () => {
    shop?.close();
    await stage?.close();
  });

  const inState = (tab: Tab, state: string) =>
    eventually(
      async () =>
        (await tab.evaluate(() => document.querySelector('[state]')?.getAttribute('state'))) === state,
      `the list is ${state}`,
    );
  const found = (tab: Tab) => tab.evaluate(() => [...window.unhandled, ...window.violations]);

  for (const [name, launch, skip] of BROWSERS) {
    it(`order a shelf, keep the focus, and search with suggestions in ${name}`, { skip }, async () => {
      const browser = await launch();
      try {
        const tab = await browser.open(`${shop.address}/own`);
        await inState(tab, 'ranked');
        const [first, moved] = await tab.evaluate(async () => {
          const shelf = document.querySelector('decidable-shelf')!;
          const links = shelf.querySelectorAll('a');
          links[3]!.focus();
          const idsOf = () =>
            [...shelf.querySelectorAll('[data-decidable-id]')].map(
              (item) => item.getAttribute('data-decidable-id')!,
            );
          const before = idsOf();
          const results = [...before].reverse().map((id) => ({ id }));
          const client = {
            observe: () => () => {},
            track: async () => {},
            search: async () => ({ results, decisionId: 'd' }),
          };
          await Object.assign(shelf, { client }).refresh();
          return [
            before[0],
            document.activeElement === links[3] && idsOf().join() === results.map(({ id }) => id).join(),
          ];
        });
        assert.ok(ofCategory('rug').has(first as string));
        assert.equal(moved, true);
        assert.deepEqual(await found(tab), []);

        await tab.goto(`${shop.address}/search`);
        await tab.evaluate(() => {
          const input = document.querySelector('input')!;
          input.focus();
          input.value = 'lam';
          input.dispatchEvent(new Event('input', { bubbles: true }));
        });
        await eventually(
          () => tab.evaluate(() => !!document.querySelector('ul:not([hidden]) > [role=option]')),
          'there are suggestions',
        );
        const list = await tab.evaluate(() => {
          const input = document.querySelector('input')!;
          const { position } = getComputedStyle(document.querySelector('[role=listbox]')!);
          return [input.getAttribute('role'), input.getAttribute('aria-expanded'), position];
        });
        assert.deepEqual(list, ['combobox', 'true', 'absolute']);
        await tab.evaluate(() => {
          for (const key of ['ArrowDown', 'Enter'])
            document.querySelector('input')!.dispatchEvent(new KeyboardEvent('keydown', { key }));
        });
        await inState(tab, 'ranked');
        const said = await tab.evaluate(
          () => [...document.querySelectorAll('[role=status]')].at(-1)!.textContent,
        );
        assert.equal(said, 'Products: 10');
        assert.deepEqual(await found(tab), []);
        await tab.close();
      } finally {
        await browser.close();
      }
    });
  }
});
