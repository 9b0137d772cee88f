import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Liquid, type TagToken, type TopLevelToken } from 'liquidjs';
import type { Browser, Page } from 'playwright-core';
import { launch, skip } from '../../sdk/browser/chromium.ts';
import { SERVICE, SHOP, shopContext } from '../../sdk/browser/hosts/served-shop.ts';
import { eventually, leave, look, ORGANIZATION, PRODUCTS, Stage } from '../../sdk/browser/stage.ts';
import { readManifest } from '../../sdk/release.ts';
import { buildModule } from '../build.ts';

/*
 * The blocks are rendered by liquidjs, with the filters and the tag of Shopify that they use after its documentation. Shopify
 * itself was not run.
 */

const folder = new URL('../../../examples/shopify/extensions/decidable-theme/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

interface Schema {
  readonly target: string;
  readonly stylesheet?: string;
  readonly settings: readonly { readonly id: string; readonly type: string; readonly default?: unknown }[];
}

const engine = new Liquid({
  root: fileURLToPath(new URL('blocks', folder)),
  partials: fileURLToPath(new URL('snippets', folder)),
  extname: '.liquid',
  strictFilters: true,
});
engine.registerTag('schema', {
  parse(_: TagToken, rest: TopLevelToken[]) {
    const stream = this.liquid.parser.parseStream(rest);
    stream.on('tag:endschema', () => stream.stop()).on('template', () => {});
    stream.start();
  },
  render: () => '',
});
engine.registerFilter('asset_url', (name: string) => `${SHOP}/assets/${name}`);
engine.registerFilter(
  'image_url',
  ({ src }: { src: string }, [, width]: [string, number]) => `${src}?width=${width}`,
);
engine.registerFilter('money', (cents: number) => `${(cents / 100).toFixed(2)} €`);

const schemaOf = (block: string): Schema =>
  JSON.parse(/\{% schema %\}([\s\S]*)\{% endschema %\}/.exec(read(`blocks/${block}.liquid`))![1]!) as Schema;

/** A block with what a merchant has set, and defaults for the rest. */
const render = (block: string, set: object, page: object = {}): Promise<string> => {
  const defaults = Object.fromEntries(schemaOf(block).settings.map(({ id, default: value }) => [id, value]));
  return engine.renderFile(block, {
    ...page,
    block: { settings: { ...defaults, ...set }, shopify_attributes: 'data-shopify-editor-block="b1"' },
  });
};

/** Twelve products as a theme has them, by the ids of the catalogue as their SKU. */
const collection = {
  title: 'Home & "living"',
  products: PRODUCTS.slice(0, 12).map(({ id, price, category }, n) => ({
    id: 900 + n,
    title: `<b>${category}</b> ${id}`,
    url: `/products/${id}`,
    price: price * 100,
    featured_image: n % 2 === 0 ? { src: `/${id}.png`, alt: `A ${category}`, aspect_ratio: 2 } : undefined,
    selected_or_first_available_variant: { id: 100 + n, sku: n === 11 ? '' : id },
  })),
};

describe('the blocks of the theme app extension', () => {
  it('have a schema whose files are there, and settings that they use', async () => {
    const assets = readdirSync(new URL('assets', folder));
    for (const block of ['shelf', 'embed']) {
      const { target, stylesheet, settings } = schemaOf(block);
      assert.equal(target, block === 'shelf' ? 'section' : 'head');
      if (stylesheet !== undefined) assert.ok(assets.includes(stylesheet));
      for (const { id } of settings)
        assert.ok(read(`blocks/${block}.liquid`).includes(`block.settings.${id}`), id);
    }
    const { moving } = await readManifest();
    assert.equal(
      schemaOf('embed').settings.find(({ id }) => id === 'version')?.default,
      Object.values(moving)[0],
    );
  });

  it('render the products of the collection in its order, as text, and name them as is set', async () => {
    const html = await render('shelf', { limit: 12 }, { collection });
    const ids = (text: string) => [...text.matchAll(/data-decidable-id="([^"]*)"/g)].map(([, id]) => id);
    // The last one has no SKU: it is shown, and not ranked.
    assert.deepEqual(
      ids(html),
      PRODUCTS.slice(0, 11).map(({ id }) => id),
    );
    assert.equal(html.match(/<li /g)?.length, 12);
    assert.ok(html.includes('&lt;b&gt;lamp&lt;/b&gt; p01') && !html.includes('<b>'));
    assert.ok(html.includes('signal="category_view:Home &amp; &#34;living&#34;"'));
    assert.ok(html.includes('height="200"') && html.includes('10.00 €'));
    const other = await render('shelf', { limit: 2, product_id: 'variant', collection }, {});
    assert.deepEqual(ids(other), ['100', '101']);
    assert.ok(!other.includes('signal='), 'a shelf that a merchant has chosen is no visit of a category');
    assert.deepEqual(ids(await render('shelf', { limit: 1, product_id: 'product' }, { collection })), [
      '900',
    ]);
    assert.equal((await render('shelf', {}, {})).trim(), '', 'without products there is nothing');
  });
});

describe('the app embed', () => {
  const set = { address: SERVICE, key: 'pk_live_x', organization: ORGANIZATION };
  it('prints nothing before address, key and organization are set', async () => {
    for (const missing of Object.keys(set))
      for (const blank of ['', ' ', null])
        assert.equal((await render('embed', { ...set, [missing]: blank })).trim(), '', missing);
    assert.ok((await render('embed', set)).includes(`src="${SERVICE}/sdk/v`));
  });
});

describe('a theme with the blocks, in Chromium', { skip, timeout: 300_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let elements: string;
  /** What the last page has put into the cart. */
  let carts: unknown[];
  before(async () => {
    [stage, browser, elements] = await Promise.all([Stage.set(), launch(), buildModule()]);
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });

  /** Names that themes have outside of functions. */
  const THEME =
    'var key = 1, address, dataset, organization; function update() {} function keep() {} function choice() {}';

  /**
   * @param shopify what the page has of `window.Shopify`
   * @param attributes those of the cart
   * @param status how the cart answers
   */
  async function enter(
    shopify: string,
    attributes: Readonly<Record<string, string>> = {},
    status = 200,
  ): Promise<Page> {
    const set = { address: SERVICE, key: stage.key.value, organization: ORGANIZATION };
    const head = await render('embed', set, { cart: { attributes } });
    const body = await render('shelf', { limit: 12 }, { collection: { ...collection, title: 'rug' } });
    const page = `<!doctype html><html lang="en"><head><title>Shop</title><script>window.Shopify = ${shopify};</script>${head}<script defer src="/theme.js"></script></head><body>${body}</body></html>`;
    const script = (text: string) => ['text/javascript', text] as const;
    const context = await shopContext(browser, stage, {
      '/': ['text/html', page],
      '/assets/decidable-elements.js': script(elements),
      '/assets/decidable-start-sdk.js': script(read('assets/decidable-start-sdk.js')),
      '/theme.js': script(`${THEME} window.theme = true;`),
      '/cart/update.js': ['application/json', '{}', status],
    });
    carts = [];
    context.on('request', (request) => {
      if (request.url() === `${SHOP}/cart/update.js`) carts.push(request.postDataJSON());
    });
    const opened = await context.newPage();
    await opened.goto(`${SHOP}/`);
    return opened;
  }
  const order = (page: Page) =>
    page
      .locator('[data-decidable-id]')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-decidable-id')!));
  const categories = (ids: readonly string[]) =>
    ids.map((id) => PRODUCTS.find((product) => product.id === id)!.category);
  const privacy = (allowed: boolean, said: string) =>
    `{ preferencesProcessingAllowed: () => window.allowed ?? ${allowed}, currentVisitorConsent: () => ({ preferences: '${said}' }) }`;

  it("shows the visitor's order where it is allowed, and keeps the session with the cart", async () => {
    const page = await enter(`{ customerPrivacy: ${privacy(true, '')} }`);
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    const ids = await order(page);
    assert.deepEqual(categories(ids.slice(0, 3)), ['rug', 'rug', 'rug']);
    assert.deepEqual(
      [...ids].sort(),
      PRODUCTS.slice(0, 11).map(({ id }) => id),
    );
    const session = await page.evaluate(() => window.Decidable.getSessionId());
    assert.deepEqual(carts, [{ attributes: { decidable_session: session } }]);
    assert.equal(await page.evaluate(() => (window as unknown as { theme: boolean }).theme), true);
    await look(page, '.decidable-shelf__item');
    await eventually(async () => {
      for await (const each of stage.service.storage.outcomes.exposures(ORGANIZATION, 0))
        if (each.sessionId === session) return true;
      return false;
    }, 'what was seen');
    await leave(page);
  });

  it("keeps the shop's order until the visitor allows it, and stores nothing before", async () => {
    const page = await enter(
      `{ loadFeatures: (features, done) => { Shopify.customerPrivacy = ${privacy(false, '')}; done(); } }`,
    );
    await page.waitForSelector('decidable-shelf[state="fallback"]', { timeout: 60_000 });
    assert.deepEqual(
      await order(page),
      PRODUCTS.slice(0, 11).map(({ id }) => id),
    );
    assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
    await page.evaluate(() => {
      (window as unknown as { allowed: boolean }).allowed = true;
      document.dispatchEvent(
        new CustomEvent('visitorConsentCollected', { detail: { preferencesAllowed: true } }),
      );
    });
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    assert.deepEqual(categories((await order(page)).slice(0, 3)), ['rug', 'rug', 'rug']);
    await leave(page);
  });

  it('tells each new cart its session, and again where the cart could not take it', async () => {
    const allowed = `{ customerPrivacy: ${privacy(true, '')} }`;
    const told = async (page: Page, times: number) => {
      await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
      await eventually(async () => carts.length === times, 'the cart');
      return page.evaluate(() => window.Decidable.getSessionId());
    };
    const page = await enter(allowed, {}, 429);
    await told(page, 1);
    // The next page of the tab: the cart has not taken it, or is a new one after a checkout.
    await page.reload();
    const session = await told(page, 2);
    assert.deepEqual(carts, Array(2).fill({ attributes: { decidable_session: session } }));
    await leave(page);
  });

  it('tells a cart nothing that it has', async () => {
    const session = 'session-of-a-visitor-0123456789';
    const page = await enter(`{ customerPrivacy: ${privacy(true, '')} }`, { decidable_session: session });
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    await page.evaluate(
      ([id, organization]) =>
        localStorage.setItem(`decidable:${organization}:session`, JSON.stringify({ id, seen: Date.now() })),
      [session, ORGANIZATION],
    );
    carts = [];
    await page.reload();
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    assert.equal(await page.evaluate(() => window.Decidable.getSessionId()), session);
    assert.deepEqual(carts, []);
    await leave(page);
  });

  it('takes a denial for one, and the session from the cart', async () => {
    const page = await enter(`{ customerPrivacy: ${privacy(false, 'no')} }`, { decidable_session: 'before' });
    await page.waitForSelector('decidable-shelf[state="fallback"]', { timeout: 60_000 });
    assert.equal(await page.evaluate(() => window.Decidable.getSessionId()), null);
    const denied = (organization: string) => localStorage.getItem(`decidable:${organization}:denied`);
    assert.equal(
      await page.evaluate(denied, ORGANIZATION),
      '1',
      'it is remembered, as none is while it waits',
    );
    assert.deepEqual(carts, [{ attributes: { decidable_session: '' } }]);
    await leave(page);
  });
});
