import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
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
import { buildInstantSearch } from '../build.ts';
import { engineOf } from './engine.ts';

const HITS = PRODUCTS.map(({ id, ...attributes }) => ({ objectID: id, ...attributes }));
const categoryOf = (id: string) => PRODUCTS.find((product) => product.id === id)!.category;
/** Of twenty products six are rugs, every third; what the engine has first keeps some of its lead. */
const rugsLead = (ids: readonly string[]) =>
  ids.slice(0, 8).filter((id) => categoryOf(id) === 'rug').length === 6;

/** A shop by InstantSearch: a box, hits that are bought by a button, an order by price, and a list of brands. */
const SHOP = `import { withDecidable } from '/decidable/index.js';
const engine = (${engineOf})(${JSON.stringify(HITS)});
const { searchClient, onEvent } = withDecidable(Decidable, engine, { indexName: 'products' });
window.begin = () => {
  const search = instantsearch({ indexName: 'products', searchClient, insights: { insightsClient: null, onEvent } });
  const { searchBox, hits, sortBy } = instantsearch.widgets;
  const html = (hit, { html, sendEvent }) => html\`<article data-id=\${hit.objectID} data-rank=\${hit.decidable?.rank} data-decision=\${hit.decidable?.decisionId}>
    <a href="#\${hit.objectID}" onClick=\${() => sendEvent('click', hit, 'Opened')}>\${hit.category}</a>
    <button onClick=\${() => sendEvent('conversion', hit, 'Added', { eventSubtype: 'addToCart' })}>Buy</button></article>\`;
  search.addWidgets([
    searchBox({ container: '#box' }),
    hits({ container: '#hits', templates: { item: html } }),
    sortBy({ container: '#order', items: [{ value: 'products', label: 'Best' }, { value: 'by-price', label: 'Price' }] }),
  ]);
  // As the guide shows it.
  search.on('render', () => {
    for (const hit of search.renderState.products.hits.items) {
      const element = document.querySelector(\`[data-id="\${CSS.escape(hit.objectID)}"]\`);
      if (element && hit.decidable)
        Decidable.observe(element, hit.decidable.decisionId, { id: hit.objectID, position: hit.decidable.rank });
    }
  });
  search.start();
};
window.ready = true;`;

describe('the hits of InstantSearch', { skip, timeout: 300_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let shop: string;
  let close: () => Promise<void>;
  let visit: Visit;

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'decidable-instantsearch-'));
    [stage, browser] = await Promise.all([Stage.set(), launch(), buildInstantSearch(folder)]);
    const widgets = createRequire(import.meta.url).resolve(
      'instantsearch.js/dist/instantsearch.production.min.js',
    );
    const page = `<!doctype html><script src="/instantsearch.js"></script><script src="${stage.shop}/sdk/decidable.js"></script>
<body><div id="box"></div><div id="order"></div><div id="hits"></div><script type="module" src="/shop.js"></script>`;
    const server = createServer(async ({ url }, response) => {
      const file = /^\/decidable\/(\w+\.js)$/.exec(url!)?.[1];
      const script =
        url === '/shop.js' ? SHOP : await readFile(file === undefined ? widgets : join(folder, file), 'utf8');
      const isPage = url === '/';
      response
        .setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
        .end(isPage ? page : script);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    shop = `http://localhost:${(server.address() as AddressInfo).port}/`;
    close = async () => {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true });
    };
  });
  after(async () => {
    await browser.close();
    await Promise.all([stage.close(), close()]);
  });
  afterEach(async () => {
    await visit.context.close();
    assert.deepEqual(visit.complaints, []);
  });

  /** Opens the shop for a shopper of rugs. */
  async function enter(endpoint = `${stage.service.address}/api/v1`): Promise<string> {
    visit = await open(browser, shop);
    await visit.page.waitForFunction('window.ready');
    return visit.page.evaluate(
      async ([apiKey, organizationId, at]) => {
        const timeout = at!.endsWith(':1/api/v1') ? 300 : 8_000;
        await window.Decidable.init({
          apiKey: apiKey!,
          organizationId: organizationId!,
          endpoint: at!,
          timeout,
          autoTrack: false,
        });
        void window.Decidable.track([{ type: 'category_view', value: 'rug' }]);
        (window as unknown as { begin(): void }).begin();
        return window.Decidable.getSessionId()!;
      },
      [stage.key.value, ORGANIZATION, endpoint],
    );
  }
  const shown = () =>
    visit.page.locator('article').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.id!));
  /** Waits until the shown ids are such. */
  const until = (are: (ids: readonly string[]) => boolean, what: string) =>
    eventually(async () => {
      const ids = await shown();
      return ids.length > 0 && are(ids) && ids;
    }, what);
  const signals = (id: string, expected: string) =>
    eventually(async () => `${await stage.signals(id)}` === expected, `the service has ${expected}`);

  it("come in the order of the shopper's session, with the decision that they belong to", async () => {
    await enter();
    const ids = await until(rugsLead, 'rugs come first');
    const own = HITS.slice(0, 20).map(({ objectID }) => objectID);
    assert.deepEqual([...ids].sort(), own);
    const [decision, rank] = await visit.page
      .locator('article')
      .nth(2)
      .evaluate((each) => [(each as HTMLElement).dataset.decision!, (each as HTMLElement).dataset.rank!]);
    assert.ok(decision && rank === '3', `${decision} ${rank}`);
    assert.deepEqual(visit.calls, ['/rerank']);
    await look(visit.page, 'article');
    await visit.page.goto('about:blank');
    const seen = await eventually(async () => {
      const stored = await stage.exposures(decision);
      return stored.length > 0 && stored;
    }, 'what was seen is stored');
    for (const { itemId, position } of seen) assert.equal(position, ids.indexOf(itemId) + 1);
  });

  it('stay as they are where the shopper has sorted them', async () => {
    await enter();
    await until(rugsLead, 'rugs come first');
    await visit.page.locator('#order select').selectOption('by-price');
    const dear = [...HITS].sort((one, other) => other.price - one.price).map(({ objectID }) => objectID);
    const ids = await until(([first]) => first === dear[0], 'the dearest comes first');
    assert.deepEqual(ids, dear.slice(0, 20));
  });

  it("stay as the shop's engine has them where the service does not answer", async () => {
    await enter('http://127.0.0.1:1/api/v1');
    const ids = await until(() => true, 'hits');
    assert.deepEqual(
      ids,
      HITS.slice(0, 20).map(({ objectID }) => objectID),
    );
    visit.complaints.length = 0;
  });

  it('teach the session what was opened and bought, and which search has found it', async () => {
    const session = await enter();
    await until(rugsLead, 'rugs come first');
    await visit.page.locator('#box input').pressSequentially('lamp', { delay: 20 });
    await until((all) => all.every((id) => categoryOf(id) === 'lamp'), 'lamps');
    const first = visit.page.locator('article').first();
    const id = (await first.getAttribute('data-id'))!;
    await first.locator('a').click();
    await signals(session, `category_view:rug,search:lamp,product_view:${id}`);
    await first.locator('button').click();
    // A click beside link and button is one on the hit.
    await visit.page
      .locator('article')
      .nth(1)
      .click({ position: { x: 300, y: 3 } });
    const second = await visit.page.locator('article').nth(1).getAttribute('data-id');
    await signals(
      session,
      `category_view:rug,search:lamp,product_view:${id},cart_add:${id},product_view:${second}`,
    );
  });
});
