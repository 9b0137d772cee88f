import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SessionId } from '@decidable/server/storage';
import type { CustomerPrivacyPayload, PixelEvents, RegisterInit } from '@shopify/web-pixels-extension';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launch, skip } from '../chromium.ts';
import { eventually, leave, ORGANIZATION, Stage } from '../stage.ts';
import { SERVICE, SHOP, shopContext } from './served-shop.ts';

/*
 * The pixel runs with Shopify's own `@shopify/web-pixels-extension` in a worker, as its strict sandbox is one. What the package
 * finds there is ours, after the types of that package: Shopify's sandbox runs in its shops alone.
 */

const folder = new URL('../../../../examples/shopify/extensions/decidable-pixel/', import.meta.url);

/** What the sandbox gives to pixels; `localStorage` is that of the page. */
const SANDBOX = `
const subscribers = {};
const subscribe = (name, callback) => { (subscribers[name] ??= []).push(callback); return () => true; };
const waiting = [];
const inPage = (method) => (...args) => new Promise((resolve) => { waiting.push(resolve); postMessage({ method, args }); });
let pixel;
self.shopify = { extend: (point, callback) => { pixel = callback; postMessage({ point }); } };
onmessage = ({ data: { answer, api, event, consent } }) => {
  if (answer) waiting.shift()(answer.value);
  if (api) pixel({ ...api, analytics: { subscribe }, customerPrivacy: { subscribe },
    browser: { localStorage: { getItem: inPage('getItem'), setItem: inPage('setItem') } } });
  for (const callback of subscribers[event?.name ?? (consent && 'visitorConsentCollected')] ?? []) callback(event ?? consent);
};`;

const variant = (sku: string | null, id = 7) => ({
  id: `gid://shopify/ProductVariant/${id}`,
  sku,
  product: { id: `gid://shopify/Product/${id}00`, title: 'Rug' },
});

let events = 0;
/** An event with the fields that pixels look at. */
const event = <Name extends keyof PixelEvents>(
  name: Name,
  data: object = {},
  referrer = '',
): Pick<PixelEvents[Name], 'name' | 'id'> => ({
  ...{ id: `event-${++events}`, timestamp: new Date().toISOString() },
  ...{ name: name as PixelEvents[Name]['name'], data },
  ...{ context: { document: { referrer }, window: { location: { host: 'shop.test' } } } },
});

describe('the web pixel for Shopify', { skip, timeout: 300_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let script: string;
  before(async () => {
    const bundled = build({
      entryPoints: [fileURLToPath(new URL('src/index.ts', folder))],
      bundle: true,
      write: false,
      format: 'iife',
      nodePaths: [fileURLToPath(new URL('../../../../node_modules', import.meta.url))],
    });
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
    script = SANDBOX + (await bundled).outputFiles[0]!.text;
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });

  async function begin(productId = 'sku', isAllowed = true): Promise<Page> {
    const context = await shopContext(browser, stage, {
      '/': ['text/html', '<!doctype html><title>Shop</title>'],
      '/pixel.js': ['text/javascript', script],
    });
    const page = await context.newPage();
    await page.goto(`${SHOP}/`);
    const customerPrivacy: RegisterInit['customerPrivacy'] = {
      analyticsProcessingAllowed: false,
      marketingAllowed: false,
      preferencesProcessingAllowed: isAllowed,
      saleOfDataAllowed: false,
    };
    const settings = {
      address: SERVICE,
      apiKey: stage.key.value,
      organizationId: ORGANIZATION,
      productId,
    };
    const point = await page.evaluate(
      (api) =>
        new Promise((resolve) => {
          const worker = new Worker('/pixel.js');
          Object.assign(window, { worker });
          worker.onmessage = ({ data: { point, method, args } }) => {
            if (point) resolve(point);
            else
              worker.postMessage({
                answer: { value: localStorage[method as 'getItem'](...(args as [string])) },
              });
          };
          worker.addEventListener('message', ({ data }) => data.point && worker.postMessage({ api }));
        }),
      { settings, init: { customerPrivacy } },
    );
    assert.equal(point, 'WebPixel::Render');
    return page;
  }

  const publish = (page: Page, message: object) =>
    page.evaluate((sent) => (window as unknown as { worker: Worker }).worker.postMessage(sent), message);
  const happens = async (page: Page, ...all: readonly object[]) => {
    for (const each of all) await publish(page, { event: each });
  };
  const sessionOf = (page: Page) =>
    page.evaluate(
      (key) => JSON.parse(localStorage.getItem(key) ?? '{}').id as string | undefined,
      `decidable:${ORGANIZATION}:session`,
    );
  async function signalsOf(page: Page): Promise<string> {
    const session = await sessionOf(page);
    if (session === undefined) return '';
    const log = await stage.service.storage.sessions.log(ORGANIZATION, session as SessionId);
    return log.flatMap(({ type, value }) => (type === 'context' ? [] : [`${type} ${value}`])).join();
  }

  const checkout = {
    checkout: {
      order: { id: 'gid://shopify/OrderIdentity/5001', customer: null },
      lineItems: [
        { variant: variant('p03'), quantity: 2 },
        { variant: variant('p06'), quantity: 1 },
        { variant: null },
      ],
    },
  };

  it('sends customer events as signals, in their order, and a checkout under the id of its order', async () => {
    const page = await begin();
    const added = event('product_added_to_cart', { cartLine: { merchandise: variant('p03') } });
    await happens(
      page,
      event('page_viewed', {}, 'https://blog.example/best-rugs'),
      event('page_viewed', {}, 'https://shop.test/'),
      event('collection_viewed', { collection: { id: '1', title: 'rug' } }),
      event('search_submitted', { searchResult: { query: 'blue rug' } }),
      event('product_viewed', { productVariant: variant('p03') }),
      event('product_viewed', { productVariant: variant(null) }),
      added,
      // What Shopify repeats counts once.
      added,
      event('product_removed_from_cart', { cartLine: { merchandise: variant('p03') } }),
      event('checkout_completed', checkout),
    );
    const all =
      'referrer other:blog.example,category_view rug,search blue rug,product_view p03,cart_add p03,cart_remove p03,purchase p03,purchase p06';
    await eventually(async () => (await signalsOf(page)) === all, 'signals');
    const session = await sessionOf(page);
    await eventually(async () => {
      for await (const each of stage.service.storage.outcomes.eventsWithId(ORGANIZATION, '5001'))
        return (
          each.sessionId === session && each.name === 'purchase' && each.data === '{"items":["p03","p06"]}'
        );
      return false;
    }, 'the order');
    await leave(page);
  });

  it('belongs to the session that the SDK keeps, and names products as it is told', async () => {
    for (const [by, name] of [
      ['variant', '9'],
      ['product', '900'],
    ]) {
      const page = await begin(by);
      const id = `sdk-session-of-${by}-0123456789`;
      await page.evaluate(
        ([key, value]) => localStorage.setItem(key!, value!),
        [`decidable:${ORGANIZATION}:session`, JSON.stringify({ id, seen: Date.now() })],
      );
      await happens(page, event('product_viewed', { productVariant: variant('sku', 9) }));
      await eventually(async () => (await signalsOf(page)) === `product_view ${name}`, 'the signal');
      assert.equal(await sessionOf(page), id);
      await leave(page);
    }
  });

  it('stores and sends nothing without consent, and from then on what happens', async () => {
    const page = await begin('sku', false);
    const said = (isAllowed: boolean): { consent: CustomerPrivacyPayload } => ({
      consent: {
        customerPrivacy: {
          analyticsProcessingAllowed: true,
          marketingAllowed: true,
          preferencesProcessingAllowed: isAllowed,
          saleOfDataAllowed: true,
        },
      },
    });
    await happens(page, event('product_viewed', { productVariant: variant('p03') }));
    await publish(page, said(true));
    await happens(page, event('product_viewed', { productVariant: variant('p06') }));
    await publish(page, said(false));
    await happens(page, event('product_viewed', { productVariant: variant('p09') }));
    await publish(page, said(true));
    await happens(page, event('product_viewed', { productVariant: variant('p12') }));
    await eventually(async () => (await signalsOf(page)) === 'product_view p06,product_view p12', 'signals');
    await leave(page);
  });

  it('declares what it needs: settings, and the purpose that visitors allow', () => {
    const toml = readFileSync(new URL('shopify.extension.toml', folder), 'utf8');
    const fields = [...toml.matchAll(/^\[settings\.fields\.(\w+)\]$/gm)].map(([, name]) => name);
    assert.deepEqual(fields, ['address', 'apiKey', 'organizationId', 'productId']);
    assert.match(toml, /^type = "web_pixel_extension"$/m);
    const privacy = /\[customer_privacy\]\n([\s\S]*?)\n\n/.exec(toml)?.[1];
    assert.equal(
      privacy,
      'analytics = false\nmarketing = false\npreferences = true\nsale_of_data = "disabled"',
    );
  });
});
