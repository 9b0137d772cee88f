import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { readConfig, type Service, startService } from '@decidable/server';
import { mintKey } from '@decidable/server/keys';
import { type OrganizationId, openSqliteStorage } from '@decidable/server/storage';
import { pino } from 'pino';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, skip } from './chromium.ts';
import { eventually, leave, look, PATIENCE } from './stage.ts';

const CATALOGUE = new URL('../../../examples/catalogues/computer-parts.csv', import.meta.url);
const DEMO = 'org_storefronttestsstore' as OrganizationId;

describe('the demo shop', { skip, timeout: 600_000 }, () => {
  let service: Service;
  let browser: Browser;
  let folder: string;
  const complaints: string[] = [];
  const opened: Page[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decidable-storefront-'));
    const csv = await readFile(CATALOGUE);
    const { id, value, hash, prefix } = mintKey();
    const createdAt = Date.now();
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.organizations.create({ id: DEMO, name: 'Demo', createdAt });
    await storage.keys.create({ id, organizationId: DEMO, hash, prefix, origins: [], createdAt });
    await storage.catalogues.put({
      organizationId: DEMO,
      version: 'v1',
      products: 1413,
      importedAt: createdAt,
      csv: new Uint8Array(csv),
    });
    await storage.close();
    const config = readConfig({
      PORT: '0',
      OPERATIONS_PORT: '0',
      DECIDABLE_DATA: folder,
      WORKERS: '1',
      MAX_LAG_MS: '60000',
      DEADLINE_MS: '60000',
      RATE_LIMIT_SESSION: '1000:1000',
    });
    const demo = { organizationId: DEMO, pageKey: value, catalogue: csv.toString() };
    service = await startService(config, {
      log: pino({ level: 'silent' }),
      workers: { startLate: true },
      demo,
    });
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    await service.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await leave(page);
    assert.deepEqual(complaints.splice(0), []);
  });

  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    // A loaded machine may take longer than the default timeout of 800 ms; the fallback has a test of its own.
    await context.route('**/engine.js', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('init({', 'init({ timeout: 8_000,');
      await route.fulfill({ response, body });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    opened.push(page);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${service.address}/demo/${path}`);
    return page;
  }
  const ready = (page: Page) => page.waitForSelector('#products[aria-busy=false]');
  const names = (page: Page) => page.locator('#products .card-name').allInnerTexts();
  const panel = (page: Page) => page.locator('#panel').innerText();

  it('draws a picture of every product that it sells', async () => {
    const page = await visit('');
    const drawn = await page.evaluate(async () => {
      const here = (name: string): string => new URL(name, location.href).href;
      const { loadCatalogue } = await import(here('catalogue.js'));
      const { pictureOf } = await import(here('pictures.js'));
      const { products } = await loadCatalogue();
      const pictures = (products as { readonly id: string }[]).map((product): [string, SVGElement] => [
        product.id,
        pictureOf(product),
      ]);
      document.body.append(...pictures.map(([, picture]) => picture));
      const broken = pictures.filter(([, picture]) => {
        const shapes = picture.querySelectorAll<SVGGraphicsElement>('path, rect, circle, ellipse');
        const isEmpty = ({ width, height }: DOMRect): boolean => width === 0 && height === 0;
        return (
          /NaN|undefined|Infinity/.test(picture.outerHTML) ||
          [...shapes].some((shape) => isEmpty(shape.getBBox()))
        );
      });
      return { products: products.length, broken: broken.map(([id]) => id) };
    });
    assert.ok(drawn.products > 1_000);
    assert.deepEqual(drawn.broken, []);
  });

  it('is found without its slash, and shows its shelves to someone it knows nothing of', async () => {
    const page = await visit('');
    await page.goto(`${service.address}/demo`);
    await ready(page);
    assert.equal(new URL(page.url()).pathname, '/demo/');
    assert.equal((await names(page)).length, 24);
    assert.match(await panel(page), /Nothing is known of you yet/);
  });

  it('orders a category by viewed products, and explains the order', async () => {
    const page = await visit('?shelf=headphones');
    await ready(page);
    await page.locator('.card-link').nth(6).click();
    await page.waitForSelector('.row .card');
    const looked = await page.locator('h1').innerText();
    await page.goto(`${service.address}/demo/?shelf=headphones`);
    await ready(page);
    assert.equal((await names(page))[0], looked);
    await eventually(
      async () => /You, as the shop sees it\s+Headphones/.test(await panel(page)),
      'the persona is shown',
    );
    assert.match(await panel(page), /Place 1\s/);
    assert.match(await panel(page), /You have seen it before/);
    assert.doesNotMatch(await panel(page), /Place 1\s+\S.*\s+What every product starts with/);
    await page.locator('.why').nth(2).click();
    assert.match(await panel(page), /Place 3\s/);
  });

  it('shows a visitor what became of each call of his own visit', async () => {
    const page = await visit('?shelf=headphones');
    await ready(page);
    await page.goto(`${service.address}/demo/debug`);
    await page.getByText(/Understood: .*category_view "headphones"/).waitFor();
  });

  it('gives its reasons in words that a shopper would use', async () => {
    const { because } = await import(new URL('../../../examples/storefront/words.js', import.meta.url).href);
    const product = { brand: 'Acme', category: 'monitor' };
    const reason = (factor: string, signal: string): string => because({ factor, signal }, product);
    const shelf = 'The shelf: you looked at monitors';
    assert.equal(reason('category', 'category_view:monitor'), shelf);
    assert.equal(reason('category', 'category=monitor'), shelf);
    assert.equal(reason('attribute', 'category=monitor'), shelf);
    assert.equal(reason('attribute', 'color=Black'), 'Like what you saw (colour: Black)');
    assert.equal(reason('attribute', 'brand=Acme'), 'You looked at Acme');
    assert.equal(reason('attribute', 'attribute_filter:color=Black'), 'You asked for colour: Black');
    assert.equal(reason('category', 'attribute_filter:category=monitor'), 'You asked for monitors');
    assert.equal(reason('category', 'gone_to:category=monitor'), reason('attribute', 'gone_to:color=Black'));
    assert.equal(reason('category', 'category'), 'It is on another shelf');
    assert.equal(reason('prior', 'catalogue'), 'What every product starts with');
    assert.equal(
      reason('price', 'near_price_filter:50-150'),
      'Its price is near $50 to $150, which you asked for',
    );
    assert.equal(
      reason('price', 'outside_price_filter:50-150'),
      'Its price is outside $50 to $150, which you asked for',
    );
    assert.equal(reason('price', 'price_filter:-150'), 'Its price: you asked for up to $150');
  });

  it('falls back to its own order when the engine is off, and comes back', async () => {
    const page = await visit('?shelf=mouse');
    await ready(page);
    await page.goto(`${service.address}/demo/product?id=mouse-00042`);
    await page.waitForSelector('.row .card');
    await page.goto(`${service.address}/demo/?shelf=mouse`);
    await ready(page);
    const ranked = await names(page);
    await page.getByRole('switch', { name: 'Live ranking' }).click();
    await eventually(async () => /shop’s own order/.test(await panel(page)), 'the panel says so');
    const own = await names(page);
    assert.notDeepEqual(own, ranked);
    assert.equal(await page.locator('.why').count(), 0);
    await page.getByRole('switch', { name: 'Live ranking' }).click();
    await eventually(async () => (await names(page))[0] === ranked[0], 'the ranking is back');
  });

  it('shows its shelves when the ranking script is blocked or the service is down', async () => {
    for (const blocked of ['**/sdk/**', '**/api/**']) {
      const page = await visit('cart');
      await page.context().route(blocked, (route) => route.abort());
      complaints.length = 0;
      await page.goto(`${service.address}/demo/?shelf=webcam`);
      await ready(page);
      assert.equal((await names(page)).length, 24);
      assert.match(await panel(page), /shop’s own order/);
      // Only the browser's own messages about blocked requests.
      assert.ok(complaints.splice(0).every((text) => /Failed to load resource/.test(text)));
    }
  });

  it('shows a message when its catalogue cannot be loaded, and nothing on the page breaks', async () => {
    const page = await visit('cart');
    await page.context().route('**/catalogue.csv', (route) => route.abort());
    await page.goto(`${service.address}/demo/?shelf=webcam`);
    await page.getByText('The shelves are out of reach').waitFor();
    await page.getByRole('switch', { name: 'Live ranking' }).click();
    await page.goto(`${service.address}/demo/product?id=webcam-00001`);
    await page.getByRole('heading', { level: 1, name: 'The shelves are out of reach' }).waitFor();
    assert.ok(complaints.splice(0).every((text) => /Failed to load resource/.test(text)));
  });

  it('records the products that were in view, and no others', async () => {
    const page = await visit('?shelf=speakers');
    await ready(page);
    await look(page, '#products .card');
    await page.goto(`${service.address}/demo/cart`);
    const seen = await eventually(async () => {
      const all = await Array.fromAsync(service.storage.outcomes.exposures(DEMO, 0));
      const speakers = all.filter(({ itemId }) => itemId.startsWith('speakers'));
      return speakers.length > 0 && speakers;
    }, 'the exposures are stored');
    assert.ok(seen.length >= 3 && seen.length <= 12, `${seen.length} of 24 in a window of 800 pixels`);
    assert.ok(seen.every(({ matched }) => matched));
  });

  it('filters by price, and sends the filter as a signal', async () => {
    const page = await visit('?shelf=monitor');
    await ready(page);
    const all = await page.locator('#count').innerText();
    await page.getByPlaceholder('From $').fill('200');
    await page.getByPlaceholder('To $').fill('250');
    await page.keyboard.press('Enter');
    await eventually(
      async () => Number.parseInt(await page.locator('#count').innerText(), 10) < 100,
      'fewer are left',
    );
    const prices = await page.locator('#products .price').allInnerTexts();
    assert.ok(prices.every((price) => Number(price.slice(1)) >= 200 && Number(price.slice(1)) <= 250));
    await page.getByPlaceholder('To $').fill('200');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Any price' }).click();
    await eventually(async () => (await page.locator('#count').innerText()) === all, 'all are back');
  });

  it('is searched by keyboard alone, with suggestions', async () => {
    const page = await visit('');
    await ready(page);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the content');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('key');
    const box = page.locator('#search');
    await page.getByRole('option').first().waitFor();
    assert.equal(await box.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('ArrowDown');
    const active = await box.getAttribute('aria-activedescendant');
    const chosen = await page.locator(`#${active}`).innerText();
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=/);
    await ready(page);
    assert.equal(new URL(page.url()).searchParams.get('q'), chosen);
    assert.equal(await page.locator('h1').innerText(), `“${chosen}”`);
  });

  it('keeps the suggestions while the shopper chooses, even when later ones arrive', async () => {
    const page = await visit('');
    await ready(page);
    const box = page.locator('#search');
    await box.pressSequentially('key', { delay: 20 });
    await page.getByRole('option', { name: 'keyboard' }).first().waitFor();
    let late: (() => Promise<void>) | undefined;
    await page.route('**/api/v1/suggest', (route) => {
      late = () => route.fulfill({ json: { suggestions: [{ query: 'mouse' }] } });
    });
    await box.press('b');
    const letGo = await eventually(async () => late ?? false, 'more is asked for');
    await box.press('ArrowDown');
    const chosen = await page.locator(`#${await box.getAttribute('aria-activedescendant')}`).innerText();
    // The page may have given up the request; then there is nothing to answer.
    await letGo().catch(() => {});
    await box.press('Enter');
    await page.waitForURL(/q=/);
    assert.equal(new URL(page.url()).searchParams.get('q'), chosen);
  });

  it('shows a message when nothing is found', async () => {
    const page = await visit('?q=%3Cimg%20src%3Dqzqz%20onerror%3Dzqzq%3E');
    await page.waitForSelector('.notice');
    assert.match(await page.locator('.notice').innerText(), /Nothing matches all of/);
    assert.equal(await page.locator('#main img').count(), 0);
  });

  it('counts what it lists: of a search, beside each value of its menus, and to the last page', async () => {
    const page = await visit('?q=wireless%20mouse');
    await ready(page);
    const counted = async () => Number.parseInt(await page.locator('#count').innerText(), 10);
    const drawn = () => page.locator('#products .card').count();
    const all = await counted();
    assert.ok(all > 24, `${all} wireless mice`);
    const more = page.getByRole('button', { name: 'Show more' });
    while (await more.isVisible()) {
      const before = await drawn();
      await more.click();
      await eventually(async () => (await drawn()) > before, 'the next page is shown');
    }
    assert.equal(await drawn(), all);
    const links = await page
      .locator('#products .card-link')
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
    assert.equal(new Set(links).size, all, 'no product twice');
    assert.ok(
      links.every((link) => /id=mouse-/.test(link)),
      'mice only',
    );

    const menu = page.locator('details.facet').first();
    await menu.locator('summary').click();
    const row = menu.locator('li').first();
    const promised = Number.parseInt((await row.locator('.facet-count').innerText()).replace(',', ''), 10);
    assert.ok(promised > 0 && promised < all);
    await row.locator('input').click();
    await eventually(async () => (await counted()) === promised, `${promised} are left`);
    assert.equal(await drawn(), Math.min(24, promised));
  });

  it('says so where nothing has all of a search, and offers what comes nearest', async () => {
    const page = await visit('?q=wireless%20mouse%20xylophone');
    const said = await page.locator('.notice').innerText();
    assert.match(said, /Nothing matches all of “wireless mouse xylophone”/);
    assert.equal(await page.locator('#count').innerText(), '0 products');
    const near = await page
      .locator('.row .card-link')
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
    assert.equal(near.length, 8);
    assert.ok(near.every((link) => /id=mouse-/.test(link)));
  });

  it('has a heading and a title for a product that is gone', async () => {
    const page = await visit('product?id=gone');
    await page.getByRole('heading', { level: 1, name: 'This product is gone' }).waitFor();
    assert.equal(await page.title(), 'This product is gone · Halden');
  });

  it('keeps to its columns, however long a word is', async () => {
    for (const width of [320, 1280]) {
      const page = await visit(`?q=${'verylongword'.repeat(6)}`, { viewport: { width, height: 800 } });
      await page.waitForSelector('.notice');
      const wide = await page.evaluate(() =>
        ['h1', '.notice', '.filters'].filter((name) => {
          const element = document.querySelector(name)!;
          const column = element.closest('#main')!.getBoundingClientRect();
          return [element, ...element.querySelectorAll('*')].some(
            (part) => part.getBoundingClientRect().right > column.right + 0.5,
          );
        }),
      );
      assert.deepEqual(wide, [], `${width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    }
  });

  it('sells: product, cart, order, and the outcome is recorded', async () => {
    const page = await visit('product?id=keyboard-00010');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'See the cart' }).click();
    await page.getByRole('spinbutton').fill('2');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByText('Thank you').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Cart, empty' }).count(), 1);
    await eventually(async () => {
      const events = await Array.fromAsync(service.storage.outcomes.events(DEMO, 0));
      return ['add_to_cart', 'order_placed'].every((name) => events.some((event) => event.name === name));
    }, 'both outcomes are stored');
  });

  it('keeps the focus while amounts change, announces the new total, and takes an order once', async () => {
    const page = await visit('product?id=keyboard-00011');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.goto(`${service.address}/demo/cart`);
    const amount = page.getByRole('spinbutton');
    const total = page.locator('.total');
    const single = await total.innerText();
    await amount.focus();
    await page.keyboard.press('ArrowUp');
    await eventually(async () => (await total.innerText()) !== single, 'the total has changed');
    assert.equal(await amount.inputValue(), '2');
    assert.ok(await amount.evaluate((element) => element === document.activeElement));
    assert.equal(await page.locator('.total [aria-live=polite]').count(), 1);
    await page.keyboard.press('Tab');
    assert.match((await page.evaluate(() => document.activeElement?.ariaLabel)) ?? '', /^Remove /);

    await page.getByRole('button', { name: 'Place the order' }).dblclick();
    await page.getByText('Thank you').waitFor();
    const id = await page.evaluate(() => window.Decidable.getSessionId());
    const orders = async (): Promise<number> => {
      const events = await Array.fromAsync(service.storage.outcomes.events(DEMO, 0));
      return events.filter(({ name, sessionId }) => name === 'order_placed' && sessionId === id).length;
    };
    await eventually(async () => (await orders()) > 0, 'the order is stored');
    // Calls arrive in order: a second order would have arrived before this.
    await page.evaluate(() => window.Decidable.event('after_the_order'));
    assert.equal(await orders(), 1);
  });

  it('shows the cart as it is: filled in another tab, or before the page came back', async () => {
    const page = await visit('?shelf=mouse');
    await ready(page);
    const cart = page.locator('.cart-link');
    const other = await page.context().newPage();
    await other.goto(`${service.address}/demo/product?id=mouse-00001`);
    await other.getByRole('button', { name: 'Add to cart' }).click();
    await eventually(async () => (await cart.getAttribute('aria-label')) === 'Cart, 1 item', 'one is there');
    // A page in the back/forward cache receives no events until it is shown again.
    await page.evaluate(() => {
      localStorage.setItem('halden:cart', '{"mouse-00001":3}');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    assert.equal(await cart.getAttribute('aria-label'), 'Cart, 3 items');
  });

  it('does not promise to keep a cart where the browser keeps nothing', async () => {
    const page = await visit('cart');
    await page.context().addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await page.reload();
    await page.getByText('This browser keeps nothing for the shop').waitFor();
  });

  it('is a plain page without JavaScript: its purpose, its requirement, and no empty frames', async () => {
    const page = await visit('', { javaScriptEnabled: false });
    assert.equal(await page.locator('noscript h1').isVisible(), true);
    assert.equal(await page.locator('noscript p').isVisible(), true);
    assert.equal(await page.locator('#panel').isVisible(), false);
  });

  it('shows its switch and its shares also in the colours that a visitor forces', async () => {
    const page = await visit('?shelf=headphones', { forcedColors: 'active' });
    await ready(page);
    const colours = () =>
      page.evaluate(() =>
        ['.panel', '.switch-track', '.bar', '.bar-filled'].map((name) => {
          const element = document.querySelector(name);
          return element && getComputedStyle(element).backgroundColor;
        }),
      );
    const [panelColour, on, , filled] = await colours();
    assert.notEqual(on, panelColour);
    assert.notEqual(filled, panelColour);
    await page.locator('.switch').click();
    await eventually(async () => (await colours())[1] !== on, 'the switch looks off');
  });

  it('forgets a shopper on request', async () => {
    const page = await visit('?shelf=case');
    await ready(page);
    const before = await page.evaluate(() => window.Decidable.getSessionId());
    await page.getByRole('button', { name: 'Forget me' }).click();
    await page.waitForURL(/\/demo\/$/);
    await ready(page);
    assert.notEqual(await page.evaluate(() => window.Decidable.getSessionId()), before);
    assert.match(await panel(page), /Nothing is known of you yet/);
  });

  it('fits a phone: nothing to scroll sideways, and the panel is a sheet that gives the focus back', async () => {
    const page = await visit('?shelf=drive', {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    await page.goto(`${service.address}/demo/?shelf=external-hard-drive`);
    await ready(page);
    for (const path of ['?shelf=external-hard-drive', 'product?id=case-00010', 'cart']) {
      await page.goto(`${service.address}/demo/${path}`);
      await page.waitForLoadState('networkidle');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
    }
    await page.goto(`${service.address}/demo/?shelf=external-hard-drive`);
    await ready(page);
    assert.equal(await page.locator('#panel').isVisible(), false);
    const hidden: string[] = [];
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      hidden.push(
        ...(await page.evaluate(() => {
          const handle = document.querySelector('.panel-handle')!;
          const { activeElement } = document;
          const covered =
            activeElement &&
            activeElement !== handle &&
            activeElement.getBoundingClientRect().bottom > handle.getBoundingClientRect().top;
          return covered ? [activeElement.outerHTML.slice(0, 120)] : [];
        })),
      );
    }
    assert.deepEqual(hidden, [], 'what has the focus is not behind the handle');
    await page.locator('.why').first().tap();
    await eventually(async () => page.locator('#panel').isVisible(), 'the sheet is open');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Why this order');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Why here?');
  });

  it('has a name for everything that can be used, headings in order, and text that can be read', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await visit('?shelf=headphones', { colorScheme });
      await ready(page);
      const faults = await page.evaluate(() => {
        const found: string[] = [];
        for (const element of document.querySelectorAll('a, button, input, select')) {
          const label =
            element.getAttribute('aria-label') ||
            element.closest('label')?.textContent ||
            element.textContent;
          if (!label?.trim()) found.push(`no name: ${element.outerHTML}`);
        }
        const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
        const luminance = (color: string) => {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
            const value = channel / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
        };
        const ground = (element: Element | null): string => {
          if (!element) return 'white';
          const color = getComputedStyle(element).backgroundColor;
          return color === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement) : color;
        };
        for (const element of document.querySelectorAll('h1, h2, h3, p, a, button, span, label, legend')) {
          if (
            !element.textContent?.trim() ||
            !element.checkVisibility() ||
            element.closest('.visually-hidden, .skip')
          )
            continue;
          const [text, behind] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
          const contrast = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
          if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(2)}: ${element.textContent}`);
        }
        for (const field of document.querySelectorAll('input')) {
          const text = luminance(getComputedStyle(field, '::placeholder').color);
          const behind = luminance(ground(field));
          const contrast = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
          if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(2)}: ${field.placeholder}`);
        }
        let level = 0;
        for (const heading of document.querySelectorAll('h1, h2, h3')) {
          const next = Number(heading.tagName[1]);
          if (next > level + 1) found.push(`heading ${next} after ${level}: ${heading.textContent}`);
          level = next;
        }
        if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
        return found;
      });
      assert.deepEqual(faults, [], colorScheme);
    }
  });
});
