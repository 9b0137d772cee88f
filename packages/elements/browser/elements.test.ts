import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { violationsOf } from '../../sdk/browser/accessibility.ts';
import { launch, skip } from '../../sdk/browser/chromium.ts';
import {
  eventually,
  look,
  ORGANIZATION,
  open,
  PRODUCTS,
  Stage,
  type Visit,
} from '../../sdk/browser/stage.ts';
import { type Act, KINDS, play } from './played.ts';
import { record } from './recorded.ts';
import { OWN, ofCategory, type ServedShop, serveShop } from './served-shop.ts';

declare global {
  interface Window {
    told: [name: string, detail: Readonly<Record<string, unknown>>][];
  }
}

describe('the elements, in a shop with a strict policy', { skip, timeout: 600_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let shop: ServedShop;
  let visit: Visit | undefined;

  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
    shop = await serveShop(stage);
  });
  after(async () => {
    shop?.close();
    await browser?.close();
    await stage?.close();
  });
  afterEach(async () => {
    const found = await visit?.page.evaluate(() => [...window.unhandled, ...window.violations]);
    await visit?.context.close();
    assert.deepEqual([...(found ?? []), ...(visit?.complaints ?? [])], []);
    visit = undefined;
  });

  async function enter(path: string): Promise<Page> {
    visit = await open(browser, shop.address + path);
    return visit.page;
  }
  const orderOf = (page: Page): Promise<string[]> =>
    page
      .locator('[data-decidable-id]')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-decidable-id')!));
  const inState = (page: Page, state: string) => page.waitForSelector(`[state="${state}"]`);

  describe('a shelf', () => {
    it('orders the elements of the page among their places, and records what was in view', async () => {
      const page = await enter('/own');
      await page.locator('a').nth(3).focus();
      const focused = await page.evaluate(() => document.activeElement!.textContent);
      await inState(page, 'ranked');
      const order = await orderOf(page);
      assert.deepEqual([...order].sort(), OWN);
      const rugs = ofCategory('rug');
      assert.ok(
        order.slice(0, 5).every((id) => rugs.has(id)),
        String(order),
      );
      assert.deepEqual(visit!.calls, ['/search']);
      assert.equal(
        await page.evaluate(() =>
          [...document.querySelectorAll('li')].indexOf(document.querySelector('#ad')!),
        ),
        2,
      );
      assert.equal(await page.evaluate(() => document.activeElement!.textContent), focused);
      assert.deepEqual(
        await page.evaluate(() => window.told.map(([name, { fallback }]) => [name, fallback])),
        [['decidable-ranked', false]],
      );
      await page.evaluate(() => scrollTo(0, 0));
      await look(page);
      const session = await page.evaluate(
        (key) => localStorage[key] as string,
        `decidable:${ORGANIZATION}:session`,
      );
      await page.evaluate(() => window.Decidable.flushExposures());
      const stored = await eventually(async () => {
        const seen = (await stage.exposures()).filter(({ sessionId }) => session.includes(sessionId));
        return seen.length >= 4 && seen;
      }, 'the exposures are stored');
      for (const { itemId, position, matched } of stored) {
        assert.ok(matched);
        assert.equal(position, order.indexOf(itemId) + 1);
      }
    });

    it('shows what the catalogue has, by its template, after blanks of its form', async () => {
      const page = await enter('/empty');
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/catalog/ranked', async (route) => {
        if (route.request().method() === 'POST') await held;
        await route.continue();
      });
      await page.goto(`${shop.address}/catalogue`);
      await page.waitForSelector('[data-decidable-skeleton]');
      const shelf = page.locator('decidable-shelf');
      assert.equal(await shelf.locator('[data-decidable-skeleton][inert]').count(), 4);
      assert.equal(await shelf.getAttribute('aria-busy'), 'true');
      assert.deepEqual(await violationsOf(page), []);
      answer();
      await inState(page, 'ranked');
      assert.equal(await shelf.locator('[data-decidable-skeleton]').count(), 0);
      assert.equal(await shelf.getAttribute('aria-busy'), null);
      const order = await orderOf(page);
      assert.equal(order.length, 4);
      assert.ok(order.every((id) => ofCategory('lamp').has(id)));
      const [first] = await page
        .locator('li')
        .evaluateAll((items) =>
          items.map((item) => [
            item.querySelector('a')!.getAttribute('href'),
            item.querySelector('a')!.textContent,
            item.querySelector('b')!.textContent,
          ]),
        );
      const product = PRODUCTS.find(({ id }) => id === order[0])!;
      assert.deepEqual(first, [
        `/product/${product.id}`,
        `${product.brand} lamp ${product.id}`,
        `${product.price},00\u00a0€`,
      ]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violationsOf(page), []);
      }
    });

    it('keeps the focus on its element, which moves, and a product that stays keeps its element', async () => {
      const page = await enter('/empty');
      const found = await page.evaluate(async () => {
        const shelf = document.createElement('decidable-shelf') as HTMLElement & {
          client: object;
          refresh(): Promise<void>;
        };
        const template = document.createElement('template');
        const button = document.createElement('button');
        button.setAttribute('data-decidable-text', 'id');
        template.content.append(document.createElement('p'));
        template.content.firstElementChild!.append(button);
        shelf.append(template);
        const answers = ['abc', 'dcb'].map((ids) => ({
          items: [...ids].map((id) => ({ id })),
          decisionId: 'd',
        }));
        shelf.client = { observe: () => () => {}, rankedCatalog: async () => answers.shift() };
        document.body.append(shelf);
        await new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
        const [, , c] = shelf.querySelectorAll('button');
        c!.focus();
        await shelf.refresh();
        return [
          document.activeElement === c,
          [...shelf.querySelectorAll('button')].map((each) => each.textContent).join(''),
        ];
      });
      assert.deepEqual(found, [true, 'dcb']);
    });

    it("keeps the page's own order without the service, without a word in the console, and shows no blanks", async () => {
      const page = await enter('/own?away');
      await inState(page, 'fallback');
      assert.deepEqual(await orderOf(page), OWN);
      await page.goto(`${shop.address}/catalogue?away`);
      await inState(page, 'fallback');
      assert.equal(await page.locator('decidable-shelf li').count(), 0);
      assert.deepEqual(await page.evaluate(() => window.told.map(([name, { reason }]) => [name, reason])), [
        ['decidable-ranked', 'network'],
      ]);
    });

    it('takes products that were set before it was defined, and shows them at once', async () => {
      const page = await enter('/empty?undefined');
      const found = await page.evaluate(async (address) => {
        const shelf = document.createElement('decidable-shelf');
        const template = document.createElement('template');
        // As frameworks put it there: not into the content.
        const item = document.createElement('p');
        item.setAttribute('data-decidable-text', 'price.amount');
        template.append(item);
        shelf.append(template);
        const products = [
          { id: 2, price: { amount: 5 } },
          { id: 1, price: { amount: 7 } },
        ];
        const client = {
          observe: () => () => {},
          search: () =>
            new Promise((resolve) =>
              setTimeout(resolve, 20, { results: [...products].reverse(), decisionId: 'd' }),
            ),
        };
        Object.assign(shelf, { products, client });
        document.body.append(shelf);
        const texts = new Set<string>();
        const look = () =>
          texts.add([...shelf.querySelectorAll(':scope > p')].map((each) => each.textContent).join());
        new MutationObserver(look).observe(shelf, { childList: true });
        await import(address);
        await new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
        look();
        // Frameworks set as properties what has a setter.
        const set = ['client', 'options', 'products'].filter((name) => name in Object.getPrototypeOf(shelf));
        return [[...texts], set];
      }, `${shop.address}/elements.mjs`);
      assert.deepEqual(found, [
        ['5,7', '7,5'],
        ['client', 'options', 'products'],
      ]);
    });

    it('takes products that are still to come, and shows none that are gone', async () => {
      const page = await enter('/empty');
      const shown = await page.evaluate(async () => {
        const template = document.createElement('template');
        template.content.append(document.createElement('p'));
        const shelf = document.createElement('decidable-shelf') as HTMLElement & { products: object };
        shelf.append(template);
        const numbers: number[] = [];
        document.body.append(shelf);
        for (const products of [[], [{ id: 'p01' }, { id: 'p02' }], []]) {
          const ranked = new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
          shelf.products = products;
          await (products.length > 0 ? ranked : new Promise((resolve) => setTimeout(resolve)));
          numbers.push(shelf.querySelectorAll('p').length);
        }
        return numbers;
      });
      assert.deepEqual(shown, [0, 2, 0]);
    });

    it('leaves a product without an id out, and shows the others', async () => {
      const page = await enter('/empty');
      const shown = await page.evaluate(async () => {
        const shelf = document.createElement('decidable-shelf') as HTMLElement & { products: unknown };
        const template = document.createElement('template');
        const item = document.createElement('p');
        item.setAttribute('data-decidable-text', 'name');
        template.content.append(item);
        shelf.append(template);
        const client = {
          observe: () => () => {},
          search: async (products: object[]) => ({ results: products.reverse(), decisionId: 'd' }),
        };
        Object.assign(shelf, { client });
        document.body.append(shelf);
        const ranked = new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
        shelf.products = [null, { id: 'a', name: 'A' }, undefined, {}, { id: '' }, 7, { id: 0, name: '0' }];
        await ranked;
        return [...shelf.querySelectorAll(':scope > p')].map((each) => each.textContent);
      });
      assert.deepEqual(shown, ['0', 'A']);
      assert.match(visit!.complaints.splice(0).join(), /products without an id/);
    });

    it('asks for the attributes that it shows, unless it is told otherwise', async () => {
      const page = await enter('/empty');
      const asked = await page.evaluate(async () => {
        const asked: unknown[] = [];
        const client = {
          observe: () => () => {},
          rankedCatalog: async ({ fields }: { fields: unknown }) => {
            asked.push(fields);
            return { items: [], decisionId: 'd' };
          },
        };
        const bound = (name: string, bindings: Readonly<Record<string, string>>) => {
          const element = document.createElement(name);
          for (const [kind, pattern] of Object.entries(bindings))
            element.setAttribute(`data-decidable-${kind}`, pattern);
          return element;
        };
        const rank = async (options?: object, own?: HTMLElement) => {
          const shelf = document.createElement('decidable-shelf');
          const template = document.createElement('template');
          const link = bound('a', { href: '/p/{id}/{handle}' });
          link.append(bound('b', { text: 'name' }), bound('i', { text: 'rank' }));
          link.append(bound('img', { src: 'image', alt: 'name' }));
          template.content.append(link);
          shelf.append(template, ...(own ? [own] : []));
          Object.assign(shelf, { client, options });
          const ranked = new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
          document.body.append(shelf);
          await ranked;
        };
        await rank();
        await rank({ fields: ['all'] });
        // What the server has rendered is filled in as well.
        await rank(undefined, bound('p', { id: 'a', text: 'colour' }));
        return asked;
      });
      assert.deepEqual(asked, [['name', 'handle', 'image'], ['all'], ['name', 'handle', 'image', 'colour']]);
    });
  });

  describe('search with suggestions', () => {
    it('is led by the keys of a combobox, shows what is found, and announces how many', async () => {
      const page = await enter('/search');
      const input = page.getByRole('combobox', { name: 'Search' });
      const said = page.locator('[role=status]');
      await input.pressSequentially('lam');
      await page.getByRole('option').first().waitFor();
      const options = await page.getByRole('option').allTextContents();
      assert.equal(await input.getAttribute('aria-expanded'), 'true');
      assert.equal(await said.first().textContent(), `Suggestions: ${options.length}`);
      assert.equal(await input.getAttribute('aria-activedescendant'), null);
      const active = () =>
        page.evaluate(() => {
          const chosen = document.querySelectorAll('[aria-selected=true]');
          const id = document.querySelector('input')!.getAttribute('aria-activedescendant');
          return chosen.length > 0 && chosen[0]!.id !== id ? 'two' : (chosen[0]?.textContent ?? null);
        });
      await input.press('ArrowDown');
      assert.equal(await active(), options[0]);
      await input.press('ArrowUp');
      assert.equal(await active(), null);
      await input.press('ArrowUp');
      assert.equal(await active(), options.at(-1));
      await input.press('ArrowDown');
      await input.press('ArrowDown');
      assert.equal(await active(), options[0]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violationsOf(page), []);
      }
      await input.press('Escape');
      assert.equal(await input.getAttribute('aria-expanded'), 'false');
      assert.equal(await input.inputValue(), 'lam');
      await input.press('ArrowDown');
      await page.getByRole('option').first().waitFor();
      await input.press('ArrowDown');
      await input.press('Enter');
      await inState(page, 'ranked');
      assert.equal(await input.inputValue(), options[0]);
      assert.equal(await page.getByRole('option').count(), 0);
      const order = await orderOf(page);
      assert.deepEqual([...order].sort(), [...ofCategory('lamp')]);
      assert.equal(await said.last().textContent(), 'Products: 10');
      assert.ok(await input.evaluate((element) => element === document.activeElement));
      assert.equal(page.url(), `${shop.address}/search`);
      assert.deepEqual(await violationsOf(page), []);
      const told = await page.evaluate(() => window.told.map(([name]) => name));
      assert.deepEqual(told, ['decidable-chosen', 'decidable-searched']);
      const session = await page.evaluate(() => window.Decidable.getSessionId()!);
      assert.deepEqual(
        (await stage.signals(session)).filter((signal) => signal.startsWith('search')),
        [`search:${options[0]}`],
      );
    });

    it('takes a suggestion that is clicked, and asks nothing for an input that is cleared', async () => {
      const page = await enter('/search');
      const input = page.getByRole('combobox', { name: 'Search' });
      await input.pressSequentially('cha');
      const option = page.getByRole('option').first();
      const text = await option.textContent();
      await option.click();
      await inState(page, 'ranked');
      assert.equal(await input.inputValue(), text);
      await input.fill('');
      assert.equal(await page.getByRole('option').count(), 0);
      const asked = visit!.calls.length;
      await input.press('ArrowDown');
      assert.equal(visit!.calls.length, asked);
    });

    it('waits for what is in it, where it was defined before the page was read', async () => {
      const page = await enter('/search?early');
      const input = page.getByRole('combobox', { name: 'Search' });
      await input.pressSequentially('lam');
      await page.getByRole('option').first().waitFor();
    });

    it("leads to the shop's own results without the service, which keep their order", async () => {
      const page = await enter('/search?away');
      const input = page.getByLabel('Search');
      await input.pressSequentially('lamp');
      await input.press('Enter');
      await page.waitForURL('**/results?q=lamp');
      await page.goto(`${shop.address}/results?q=lamp&away`);
      await inState(page, 'fallback');
      assert.deepEqual(await orderOf(page), [...ofCategory('lamp')]);
    });

    it("orders the shop's own results for the visitor", async () => {
      const page = await enter('/results?q=lamp');
      await inState(page, 'ranked');
      assert.deepEqual((await orderOf(page)).sort(), [...ofCategory('lamp')]);
      assert.deepEqual(visit!.calls, ['/rerank']);
      assert.equal(await page.locator('[role=status]').textContent(), '');
    });
  });

  describe('what is asked, and what is shown of the answer', () => {
    const enterRecorded = async () => {
      const page = await enter('/empty');
      await record(page);
      return page;
    };

    it("keeps ordering the results of the page, as data or as elements, until the visitor's own search", async () => {
      const page = await enterRecorded();
      for (const isData of [false, true]) {
        const found = await page.evaluate(async (isData) => {
          window.asked = [];
          const products = ['a', 'b'].map((id) => ({ id, name: id }));
          const attributes = { query: 'lamp' };
          const list = window.put(
            'decidable-search',
            isData ? { attributes, properties: { products } } : { attributes, own: ['a', 'b'] },
          );
          await window.inState(list, 'ranked');
          await list.refresh();
          list.setAttribute('limit', '9');
          await list.refresh();
          list.options = { diversity: 0 };
          await list.refresh();
          window.searchFor(list, 'rug');
          await list.refresh();
          await list.refresh();
          const asked = window.asked.filter(([call]) => call !== 'track').map(([call]) => call);
          if (isData) {
            list.products = products;
            await list.refresh();
          }
          const last = window.asked.at(-1)!;
          list.remove();
          return [...asked, last[0], last[2]];
        }, isData);
        const last = isData ? ['rerank', 'rug'] : ['rankedCatalog', 'exclude'];
        assert.deepEqual(found, [
          ...['rerank', 'rerank', 'rerank', 'rerank', 'rankedCatalog', 'rankedCatalog'],
          ...last,
        ]);
      }
    });

    it('asks the catalogue again for what it showed of the catalogue, and leaves out what was not searched for', async () => {
      const page = await enterRecorded();
      const asked = await page.evaluate(async () => {
        const list = window.put('decidable-search', { attributes: { query: 'lamp' } });
        await window.inState(list, 'ranked');
        await list.refresh();
        list.options = { unmatched: 'keep' };
        await list.refresh();
        return window.asked.filter(([call]) => call !== 'track');
      });
      assert.deepEqual(asked, [
        ['rankedCatalog', 'lamp', 'exclude'],
        ['rankedCatalog', 'lamp', 'exclude'],
        ['rankedCatalog', 'lamp', 'keep'],
      ]);
    });

    it('leaves what the page wrote where an answer has no such field, and empties what it has written itself', async () => {
      const page = await enterRecorded();
      const shown = await page.evaluate(async () => {
        const shownIn = (list: Element) =>
          [...list.querySelectorAll('p')].map((item) => [
            item.textContent,
            item.querySelector('a')!.getAttribute('href'),
          ]);
        const reranked = window.put('decidable-search', { own: ['a', 'b'], attributes: { query: 'lamp' } });
        const rendered = window.put('decidable-shelf', { own: ['c2', 'c9'] });
        const products = [{ id: 'a', name: 'A', sale: '−20 %', url: '/a' }];
        const given = window.put('decidable-shelf', { properties: { products } });
        await Promise.all([reranked, rendered, given].map((list) => window.inState(list, 'ranked')));
        given.products = [{ id: 'a', name: 'A' }];
        await given.refresh();
        return [reranked, rendered, given].map(shownIn);
      });
      assert.deepEqual(shown, [
        [
          ['Own bSale', '/own/b'],
          ['Own aSale', '/own/a'],
        ],
        [
          ['Product c1', '/c1'],
          ['Product c2Sale', '/c2'],
        ],
        [['A', null]],
      ]);
    });

    it('sends both the signal of the page and the search, each once', async () => {
      const page = await enterRecorded();
      const tracked = await page.evaluate(async () => {
        const attributes = { query: 'lamp', signal: 'category_view:rug' };
        const list = window.put('decidable-search', { attributes });
        await window.inState(list, 'ranked');
        await list.refresh();
        list.setAttribute('query', 'chair: red');
        await list.refresh();
        return window.asked.filter(([call]) => call === 'track').map(([, signals]) => signals);
      });
      assert.deepEqual(tracked, [
        [
          { type: 'category_view', value: 'rug' },
          { type: 'search', value: 'lamp' },
        ],
        [{ type: 'search', value: 'chair: red' }],
      ]);
    });

    it('asks again once it is given the SDK', async () => {
      const page = await enterRecorded();
      const order = await page.evaluate(async () => {
        const own = ['a', 'b'];
        Reflect.deleteProperty(window, 'Decidable');
        const list = window.put('decidable-search', {
          own,
          attributes: { query: 'lamp' },
          properties: { client: undefined },
        });
        await window.inState(list, 'fallback');
        Object.assign(list, { client: window.recorded });
        await window.inState(list, 'ranked');
        return [...list.querySelectorAll('p')].map((item) => item.getAttribute('data-decidable-id'));
      });
      assert.deepEqual(order, ['b', 'a']);
      assert.equal(visit!.complaints.splice(0).length, 1);
    });

    it('waits for nothing, and watches nothing, where there is nothing more to order', async () => {
      const page = await enterRecorded();
      const found = await page.evaluate(async () => {
        const products = ['a', 'b'].map((id) => ({ id }));
        const shelf = window.put('decidable-shelf', { properties: { products } });
        await window.inState(shelf, 'ranked');
        const before = window.watched;
        const recorded = window.recorded as { search(): unknown };
        recorded.search = () => new Promise(() => {});
        void shelf.refresh();
        await window.inState(shelf, 'waiting');
        shelf.products = [];
        await new Promise((resolve) => setTimeout(resolve));
        return [before, window.watched, shelf.getAttribute('state'), shelf.ariaBusy];
      });
      assert.deepEqual(found, [2, 0, null, null]);
    });

    it('is left as it was found after a search that leads nowhere, and no later question of the page leaves it', async () => {
      const page = await enterRecorded();
      await page.route('**/results?*', (route) => route.fulfill({ status: 204 }));
      let left = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) left++;
      });
      const search = () =>
        page.evaluate(() => window.searchFor(document.querySelector('decidable-search')!, 'lamp'));
      await page.evaluate(() => {
        window.isAway = true;
        window.put('decidable-search');
      });
      await search();
      await eventually(async () => left === 1, 'the form leads to the results of the shop');
      const found = await page.evaluate(() => {
        const list = document.querySelector('decidable-search')!;
        return [list.getAttribute('state'), list.ariaBusy, list.querySelectorAll('p').length];
      });
      assert.deepEqual(found, ['fallback', null, 0]);
      await page.evaluate(async () => {
        const list = document.querySelector<ReturnType<typeof window.put>>('decidable-search')!;
        window.isAway = false;
        window.searchFor(list, 'lamp');
        await window.inState(list, 'ranked');
        window.isAway = true;
        list.setAttribute('query', 'b');
        await window.inState(list, 'fallback');
        list.options = { diversity: 0 };
        await list.refresh();
      });
      await search();
      await eventually(async () => left === 2, 'a search of the visitor leads there again');
    });

    it('writes amounts alone as amounts, and addresses of any text', async () => {
      const page = await enterRecorded();
      const prices = [19.99, '19.99', '19,99', '19.99 EUR', 'Infinity', ' ', ''];
      const found = await page.evaluate(async (prices) => {
        const shelf = window.put('decidable-shelf');
        const item = shelf.querySelector('template')!.content.firstElementChild!;
        item.querySelector('i')!.setAttribute('data-decidable-currency', 'EUR');
        item.querySelector('a')!.setAttribute('data-decidable-href', '/{name}');
        shelf.products = prices.map((sale, id) => ({ id, sale, name: `\ud83d${id}\ude00` }));
        await shelf.refresh();
        return [...shelf.querySelectorAll('p')]
          .sort((a, b) => Number(a.dataset.decidableId) - Number(b.dataset.decidableId))
          .map((item) => [
            item.querySelector('i')!.textContent,
            item.querySelector('a')!.getAttribute('href'),
          ]);
      }, prices);
      const texts = ['19,99\u00a0€', '19,99\u00a0€', ...prices.slice(2)];
      assert.deepEqual(
        found,
        texts.map((text, id) => [text, `/%EF%BF%BD${id}%EF%BF%BD`]),
      );
    });
  });

  for (const kind of KINDS) {
    it(`no answer overtakes a newer one, and what has left the page leaves nothing behind: ${kind}`, async () => {
      const page = await enter('/empty');
      const act = fc.oneof(
        { weight: 3, arbitrary: fc.record({ answer: fc.nat(8) }) },
        {
          weight: 3,
          arbitrary: fc.record({ act: fc.constantFrom<'ask' | 'ask twice'>('ask', 'ask twice') }),
        },
        { weight: 1, arbitrary: fc.record({ act: fc.constantFrom<'leave' | 'return'>('leave', 'return') }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 16 }), async (acts: readonly Act[]) => {
          const { shown, left, after } = await play(page, kind, acts);
          assert.deepEqual(left, [0, 0, 0, 0]);
          assert.equal(after, 0);
          let open: number | undefined = kind === 'own elements' || kind === 'catalogue' ? 0 : undefined;
          let wanted = -1;
          let isThere = true;
          let newest = open ?? -1;
          for (const [index, act] of acts.entries()) {
            const [, now] = shown[index]!;
            const answered = 'answer' in act ? act.answer : undefined;
            if (answered !== undefined && answered === open) {
              wanted = answered;
              open = undefined;
            }
            if ('act' in act && act.act === 'leave') {
              isThere = false;
              open = undefined;
              if (kind === 'suggest') wanted = -1;
            }
            if ('act' in act && act.act === 'return') isThere = true;
            if (now > newest) {
              assert.ok(isThere, 'asks nothing when it has gone');
              assert.equal(now, newest + 1, 'asks once');
              open = now;
              newest = now;
            }
            assert.equal(shown[index]![0], wanted, JSON.stringify(acts.slice(0, index + 1)));
          }
        }),
        { numRuns: 40 },
      );
    });
  }

  it('shows what data says as text, and links to no address that runs', async () => {
    const page = await enter('/empty');
    const hostile = [
      'javascript:alert(1)',
      ' \u0001java\tscript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'blob:http://x/1',
      'view-source:http://x',
      '<img src=x onerror=alert(1)>',
      'https://user@[',
      '/fine',
      '//other.example/fine',
    ];
    const found = await page.evaluate(async (texts) => {
      const shelf = document.createElement('decidable-shelf') as HTMLElement & {
        client: object;
        products: object;
      };
      const template = document.createElement('template');
      const parts = ['a href', 'a text', 'img src', 'img alt', 'iframe src'].map((part) => {
        const [name, kind] = part.split(' ') as [string, string];
        const element = document.createElement(name);
        element.setAttribute(`data-decidable-${kind}`, 'text');
        return element;
      });
      const item = document.createElement('p');
      item.append(...parts);
      template.content.append(item);
      shelf.append(template);
      shelf.client = { observe: () => () => {}, search: async () => ({ fallback: true }) };
      shelf.products = texts.map((text, id) => ({ id, text }));
      document.body.append(shelf);
      await new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
      const suggest = document.createElement('decidable-suggest') as HTMLElement & { client: object };
      const input = document.createElement('input');
      input.value = 'x';
      suggest.append(input);
      suggest.client = {
        observe: 1,
        suggest: async () => ({ suggestions: texts.map((query) => ({ query })) }),
      };
      document.body.append(suggest);
      await new Promise((resolve) => setTimeout(resolve));
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      return {
        items: [...shelf.querySelectorAll('p')].map((each) => {
          const [link, text, image, alt, frame] = each.children as unknown as HTMLElement[];
          return [link, text, image, alt, frame].map((part, place) =>
            place === 1
              ? part!.innerHTML
              : (part!.getAttribute(['href', '', 'src', 'alt', 'src'][place]!) ?? ''),
          );
        }),
        options: [...suggest.querySelectorAll('li')].map((option) => [
          option.textContent,
          option.childElementCount,
        ]),
      };
    }, hostile);
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const isFine = (text: string) => /^(\/|<)/.test(text);
    assert.deepEqual(
      found.items,
      hostile.map((text) => {
        const address = isFine(text) ? text : '';
        return [address, escaped(text), address, text, ''];
      }),
    );
    assert.deepEqual(
      found.options,
      hostile.map((text) => [text, 0]),
    );
    // Pictures that are not there, of pages that the policy forbids.
    await page.evaluate(() => {
      window.violations = window.violations.filter((directive) => directive !== 'img-src');
    });
    assert.deepEqual(
      visit!.complaints.splice(0).filter((text) => !/Content Security Policy/.test(text)),
      ['Decidable: data-decidable-src is for <img> alone. See /docs/elements of the service.'],
    );
  });

  it('tells each misuse once, with its fix', async () => {
    const page = await enter('/empty');
    await page.evaluate(async () => {
      const place = document.querySelector('#place')!;
      const add = (name: string, ...children: Element[]) => {
        const element = document.createElement(name);
        element.append(...children);
        place.append(element);
        return element;
      };
      const template = document.createElement('template');
      const item = document.createElement('p');
      item.setAttribute('data-decidable-text', 'price');
      item.setAttribute('data-decidable-currency', '€');
      template.content.append(item);
      for (let time = 0; time < 2; time++) {
        add('decidable-shelf');
        add('decidable-suggest');
        add('decidable-shelf', template.cloneNode(true) as Element).setAttribute('limit', 'all');
        const shelf = add('decidable-shelf', template.cloneNode(true) as Element);
        Object.assign(shelf, { products: [{ id: 1, price: 3 }] });
        await new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
        const empty = add('decidable-shelf', document.createElement('template'));
        Object.assign(empty, { products: [{ id: 1 }] });
      }
      Reflect.deleteProperty(window, 'Decidable');
      const shelf = add('decidable-shelf', template);
      await new Promise((resolve) => shelf.addEventListener('decidable-ranked', resolve));
    });
    assert.deepEqual(visit!.complaints.splice(0).sort(), [
      'Decidable: <decidable-shelf> needs products with data-decidable-id, or a <template>. See /docs/elements of the service.',
      'Decidable: <decidable-suggest> needs an <input>. See /docs/elements of the service.',
      'Decidable: data-decidable-currency="€" is none: write "EUR". See /docs/elements of the service.',
      'Decidable: limit is no number: write limit="8". See /docs/elements of the service.',
      'Decidable: the <template> needs an element in it. See /docs/elements of the service.',
      'Decidable: there is no SDK: put its snippet into the page, or set `client`. See /docs/elements of the service.',
    ]);
  });
});
