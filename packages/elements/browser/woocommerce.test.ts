import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importCatalogue } from '@decidable/server/shops';
import { createWebhook, webhookPath } from '@decidable/server/webhooks';
import type { Browser, Page, Route } from 'playwright-core';
import { launch, skip as withoutChromium } from '../../sdk/browser/chromium.ts';
import { SERVICE, SHOP, shopContext } from '../../sdk/browser/hosts/served-shop.ts';
import { leave, ORGANIZATION, Stage } from '../../sdk/browser/stage.ts';
import { readManifest } from '../../sdk/release.ts';
import { buildModule } from '../build.ts';

/*
 * The plugin runs in PHP, on the documented contract of WordPress and WooCommerce (`examples/woocommerce/testing`), as neither
 * of them is in a registry of ours. Its pages are played in Chromium, its feed is imported, and its webhook is delivered to the
 * real service.
 */

const folder = new URL('../../../examples/woocommerce/', import.meta.url);
const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']).status === 0;
const skip = !hasPhp && process.env.CI !== 'true' && 'needs php-cli and php-curl';

const CATEGORIES = {
  10: { name: 'Home &amp; garden', slug: 'home', parent: 0 },
  11: { name: 'Rugs', slug: 'rugs', parent: 10 },
  12: { name: 'Lamps', slug: 'lamps', parent: 10 },
};

/** Lamps first, then rugs, as the shop has them. */
const PRODUCTS = Array.from({ length: 12 }, (_, n) => ({
  id: 101 + n,
  sku: n === 0 ? '' : `SKU-${n}`,
  name: n === 0 ? 'Lamp <b>"One"</b>' : `${n < 6 ? 'Lamp' : 'Rug'} ${n}`,
  short: '<p>Made\nof <em>wool</em>.</p>',
  categories: n < 6 ? [10, 12] : [11],
  price: String(10 + n),
  stock: n !== 3,
  image: n % 2,
  brands: n % 3 === 0 ? ['North', 'South'] : [],
  attributes: { pa_colour: n % 2 ? 'Red, Blue' : 'Grey' },
}));

const OWN = PRODUCTS.map(({ id }) => id);

const SETTINGS = { address: SERVICE, key: 'pk_live_x', organization: ORGANIZATION };
type Task = readonly [name: string, ...args: unknown[]];

const host = fileURLToPath(new URL('testing/wordpress.php', folder));

const given = (tasks: readonly Task[], more: object) =>
  JSON.stringify({
    options: { decidable: SETTINGS },
    categories: CATEGORIES,
    products: PRODUCTS,
    attributes: [{ attribute_name: 'colour', attribute_label: 'Colour' }],
    do: tasks,
    ...more,
  });

/** What the plugin does in a shop. */
function run<Answers extends readonly unknown[]>(tasks: readonly Task[], more: object = {}): Answers {
  const input = given(tasks, more);
  const { status, stdout, stderr } = spawnSync('php', [host], { input, encoding: 'utf8' });
  assert.equal(status, 0, stderr + stdout);
  return JSON.parse(stdout) as Answers;
}

/** The server of the shop: PHP reads the cookies of requests to it. */
class ShopServer {
  readonly #php;
  readonly #address: string;

  private constructor(php: ReturnType<typeof spawn>, address: string) {
    this.#php = php;
    this.#address = address;
  }

  static async start(): Promise<ShopServer> {
    const php = spawn('php', ['-S', '127.0.0.1:0', host], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    for await (const chunk of php.stderr.iterator({ destroyOnReturn: false })) {
      told += chunk;
      const [address] = /http:\/\/[\d.:]+/.exec(told) ?? [];
      if (address !== undefined) {
        php.stderr.resume();
        return new ShopServer(php, address);
      }
    }
    throw new Error(told);
  }

  /** What the plugin does at a request with these cookies. */
  async run(cookie: string, tasks: readonly Task[], more: object = {}): Promise<unknown[]> {
    const response = await fetch(this.#address, {
      method: 'POST',
      headers: { cookie },
      body: given(tasks, more),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  }

  close(): void {
    this.#php.kill();
  }
}

/** The hooks of either checkout. */
const CHECKOUTS = ['woocommerce_checkout_create_order', 'woocommerce_store_api_checkout_update_order_meta'];

describe('the plugin for WooCommerce', { skip }, () => {
  it('prints nothing before it is set, and then the SDK that it pins', async () => {
    assert.deepEqual(run([['head']], { options: {} }), ['']);
    const [head] = run<[string]>([['head']], {
      options: { decidable: { ...SETTINGS, key: '"><script>alert(1)</script>' } },
    });
    const { moving } = await readManifest();
    assert.ok(head.includes(`src="${SERVICE}/sdk/v${Object.values(moving)[0]}/decidable.js" async`));
    assert.ok(!head.includes('<script>alert'));
  });

  it('lists a category in its order, as text, and the category of the page as what the visitor opened', () => {
    const ids = (html: string) =>
      [...html.matchAll(/data-decidable-id="(\d+)"/g)].map(([, id]) => Number(id));
    const [rugs, page, none, modules] = run<[string, string, string, object]>(
      [
        ['shelf', { category: 'rugs', limit: 4, heading: 'For <you>' }],
        ['shelf', {}],
        ['shelf', { category: 'no' }],
        ['modules'],
      ],
      { page: 12 },
    );
    assert.deepEqual(ids(rugs), [107, 108, 109, 110]);
    assert.ok(!rugs.includes('signal=') && rugs.includes('<h2>For &lt;you&gt;</h2>'));
    assert.deepEqual(ids(page), [101, 102, 103, 104, 105, 106]);
    assert.ok(
      page.includes('signal="category_view:Lamps"') &&
        page.includes('Lamp &lt;b&gt;&quot;One&quot;&lt;/b&gt;'),
    );
    assert.equal(none, '');
    assert.match(JSON.stringify(modules), /assets\/decidable-elements\.js/);
  });

  it('has no block where WooCommerce is off, so that the page of the block is whole', () => {
    assert.deepEqual(run([['blocks']], { woocommerce: false }), [[]]);
    assert.deepEqual(run([['blocks']]), [['decidable/shelf']]);
  });

  it('writes every product into the feed, however many there are, by the paths of categories', () => {
    const many = Array.from({ length: 401 }, (_, n) => ({
      ...{ id: n + 1, name: `P, "${n}"`, price: '1' },
      ...(n === 7 && { password: 'for friends' }),
    }));
    const [feed] = run<[string]>([['feed']], { products: many });
    assert.equal(
      feed.trim().split('\n').length,
      401,
      'all but the one with a password, and the names of the columns',
    );
    const [own] = run<[string]>([['feed']]);
    const [header, first, , , fourth] = own.split('\n');
    assert.equal(header, 'id,sku,title,description,category,brand,price,availability,image,url,Colour');
    assert.equal(
      first,
      '101,,"Lamp <b>""One""</b>","Made of wool.","Home & garden > Lamps","North, South",10,"in stock",,https://shop.test/product/101/,Grey',
    );
    assert.ok(fourth!.includes('"out of stock"') && fourth!.includes('"Red, Blue"'));
  });

  describe('at the checkout', () => {
    let shop: ShopServer;
    before(async () => {
      shop = await ShopServer.start();
    });
    after(() => shop.close());

    it('keeps a session with the order, by either checkout, and nothing else that a cookie has', async () => {
      const session = '1234567890-1234567890.12';
      for (const hook of CHECKOUTS) {
        for (const written of [session, session.replaceAll('-', '%2D').replaceAll('.', '%2E')])
          assert.deepEqual(await shop.run(`decidable_session=${written}`, [['order', hook]]), [
            { _decidable_session: session },
          ]);
        for (const wrong of ['=', '=short', `=${'x'.repeat(129)}`, `=${session}%0A`, `=${session}<script>`])
          assert.deepEqual(await shop.run(`decidable_session${wrong}`, [['order', hook]]), [{}]);
        assert.deepEqual(await shop.run(`decidable_session[]=${session}`, [['order', hook]]), [{}]);
      }
    });

    it('keeps none without the consent that a plugin of the shop asks for', async () => {
      const cookie = 'decidable_session=1234567890-1234567890';
      const keep = (allowed: boolean) => shop.run(cookie, [['order', CHECKOUTS[0]]], { asks: true, allowed });
      assert.deepEqual(await keep(false), [{}]);
      assert.deepEqual(await keep(true), [{ _decidable_session: '1234567890-1234567890' }]);
    });

    it('asks the service nothing, nor does a page, so that neither waits for it', async () => {
      let connections = 0;
      const silent = createServer().on('connection', () => connections++);
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const settings = { ...SETTINGS, address, webhook: '/management/v1/x', secret: 'a secret of a webhook' };
      const tasks = [
        ['head'],
        ['shelf', {}],
        ['order', CHECKOUTS[0]],
        ['feed'],
        ['settings', settings],
      ] as const;
      const more = { options: { decidable: settings } };
      const [head] = await shop.run('decidable_session=1234567890-1234567890', tasks, more);
      assert.ok(String(head).includes(address));
      silent.close();
      assert.equal(connections, 0);
    });
  });

  it('hands the secret to the webhooks of WooCommerce, and keeps none', () => {
    const settings = {
      ...SETTINGS,
      version: '',
      webhook: '/management/v1/x',
      secret: 'a secret of a webhook',
    };
    const mended = { ...settings, secret: 'another secret of it' };
    const [[saved, first], [, again]] = run<
      [[object, Record<string, string>[]], [object, Record<string, string>[]]]
    >([
      ['settings', settings],
      ['settings', mended],
    ]);
    assert.deepEqual(saved, { ...settings, secret: '' });
    assert.deepEqual(
      first.map(({ topic }) => topic),
      ['order.created', 'order.updated', 'order.deleted'],
    );
    for (const { delivery_url, secret, status } of first)
      assert.deepEqual(
        [delivery_url, secret, status],
        [`${SERVICE}/management/v1/x`, 'a secret of a webhook', 'active'],
      );
    assert.deepEqual(
      again.map(({ secret }) => secret),
      Array(3).fill('another secret of it'),
    );
  });

  it('says why it hands a secret to nobody, and takes an address as it was copied', () => {
    const secret = 'a secret of a webhook';
    const path = '/management/v1/x';
    const absolute = 'https://other.test/management/v1/x';
    type Saved = readonly [{ readonly secret: string }, readonly Record<string, string>[], readonly string[]];
    const save = (settings: object) => run<[Saved]>([['settings', { ...settings, secret }]])[0];
    for (const wrong of [
      { ...SETTINGS, webhook: '' },
      { ...SETTINGS, webhook: 'management/v1/x' },
      { ...SETTINGS, address: '', webhook: path },
    ]) {
      const [saved, webhooks, errors] = save(wrong);
      assert.deepEqual([saved.secret, webhooks], ['', []]);
      assert.equal(errors.length, 1);
      assert.match(errors[0]!, /secret/);
    }
    for (const settings of [
      { ...SETTINGS, webhook: absolute },
      { ...SETTINGS, address: '', webhook: absolute },
    ]) {
      const [, webhooks, errors] = save(settings);
      assert.deepEqual(errors, []);
      assert.deepEqual(new Set(webhooks.map(({ delivery_url }) => delivery_url)), new Set([absolute]));
    }
  });

  it('has its webhooks deliver to a new address, with the secret that they have', () => {
    const settings = { ...SETTINGS, webhook: '/management/v1/x' };
    const moved = { ...settings, address: 'https://new.test' };
    const [, [, webhooks, errors]] = run<[unknown, [object, Record<string, string>[], string[]]]>([
      ['settings', { ...settings, secret: 'a secret of a webhook' }],
      ['settings', moved],
    ]);
    assert.deepEqual(errors, []);
    assert.equal(webhooks.length, 3);
    for (const { delivery_url, secret } of webhooks)
      assert.deepEqual([delivery_url, secret], ['https://new.test/management/v1/x', 'a secret of a webhook']);
    const [[, none]] = run<[[object, unknown[]]]>([['settings', settings]]);
    assert.deepEqual(none, [], 'none is made without a secret');
  });

  it('warns those who manage the shop of its webhooks that are not active, with the page that mends each', () => {
    const settings = { ...SETTINGS, webhook: '/management/v1/x', secret: 'a secret of a webhook' };
    const make = ['settings', settings] as const;
    const warned = (tasks: readonly Task[], more = {}) => run([make, ...tasks, ['notices']], more).at(-1);
    const off: Task = ['webhook', 2, 'status', 'disabled'];

    assert.equal(warned([]), '');
    const page = 'https://shop.test/wp-admin/admin.php?page=wc-settings';
    const link = `<a href="${page}&amp;tab=advanced&amp;section=webhooks&amp;edit-webhook=2">`;
    const warning = String(warned([off, ['webhook', 2, 'name', 'Orders <changed>']]));
    assert.match(warning, /class="notice notice-warning"/);
    assert.ok(warning.includes(`${link}Orders &lt;changed&gt;</a>`), warning);
    assert.equal(warning.split('<a ').length, 2);
    const both = String(warned([off, ['webhook', 3, 'status', 'paused']]));
    assert.match(both, /edit-webhook=2">.*, <a .*edit-webhook=3">/);

    assert.equal(warned([off, ['webhook', 2, 'delivery_url', 'https://other.test/']]), '');
    assert.equal(warned([off, ['settings', SETTINGS]]), '', 'the shop has no address of ours');
    assert.equal(warned([off], { can: [] }), '');
    assert.equal(warned([off], { woocommerce: false }), '');
  });

  it('lets those who manage the shop save its settings, and shows them what is wrong', () => {
    const settings = { ...SETTINGS, secret: 'a secret of a webhook' };
    const [capability, , page] = run<[string, unknown, string]>([
      ['capability'],
      ['settings', settings],
      ['page'],
    ]);
    assert.equal(capability, 'manage_woocommerce');
    assert.match(page, /class="notice-error">[^<]*secret/);
    assert.ok(page.includes('name="decidable[address]"') && !page.includes('a secret of a webhook'));
  });
});

describe('the plugin, when it is uninstalled,', { skip }, () => {
  it('leaves neither settings nor webhooks', () => {
    const settings = { ...SETTINGS, webhook: '/management/v1/x', secret: 'a secret of a webhook' };
    const [, left] = run<[unknown, unknown]>([['settings', settings], ['uninstall']]);
    assert.deepEqual(left, [[], 0]);
  });
});

type Fault = (route: Route) => unknown;

/** What comes in place of an answer. */
const FAULTS: Readonly<Record<string, Fault>> = {
  hangs: () => undefined,
  'is away': (route) => route.abort('connectionrefused'),
  'answers with an error': (route) => route.fulfill({ status: 500, body: '{}' }),
  'answers with something else': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }),
};

/** How long the SDK waits, ms. */
const PATIENCE = 800;
/** By how much a busy machine may be late, ms. */
const LATE = 2_000;

describe('a shop with the plugin, in Chromium', { skip: skip || withoutChromium, timeout: 300_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let elements: string;
  let shop: ShopServer;
  before(async () => {
    [stage, browser, elements, shop] = await Promise.all([
      Stage.set(),
      launch(),
      buildModule(),
      ShopServer.start(),
    ]);
    const [feed] = run<[string]>([['feed']]);
    const file = { name: 'feed.csv', bytes: new TextEncoder().encode(feed) };
    const { storage } = stage.service;
    const { roles, catalogueVersion } = await importCatalogue(storage, ORGANIZATION, file, {}, Date.now());
    await stage.ranksBy(catalogueVersion);
    const { title, category, brand, price, availability, image, url } = roles;
    assert.deepEqual(
      { title, category, brand, price, availability, image, url },
      Object.fromEntries(
        ['title', 'category', 'brand', 'price', 'availability', 'image', 'url'].map((role) => [role, role]),
      ),
    );
  });
  after(async () => {
    shop.close();
    await browser.close();
    await stage.close();
  });

  /** Names that themes have outside of functions. */
  const THEME =
    'var key = 1, address, COOKIE, consent; function update() {} function keep() {} function isAllowed() {}';

  /**
   * @param consent a script of a plugin that asks visitors
   * @param late a script of it that comes after ours
   * @param fault what goes wrong, and where
   */
  async function enter(consent = '', late?: string, fault?: readonly [path: string, Fault]): Promise<Page> {
    const [head, list] = run<[string, string]>([['head'], ['shelf', { limit: 12, heading: 'Ours' }]], {
      options: { decidable: { ...SETTINGS, key: stage.key.value } },
      asks: late !== undefined,
    });
    const base = '/wp-content/plugins/decidable/assets';
    const page = `<!doctype html><html lang="en"><head><title>Shop</title><script>${consent}</script>${head}<script defer src="/theme.js"></script></head><body>
${list.replace('<decidable-shelf', '<decidable-shelf signal="category_view:Rugs"')}
<script type="module" src="${base}/decidable-elements.js"></script></body></html>`;
    const context = await shopContext(browser, stage, {
      '/': ['text/html', page],
      [`${base}/decidable-elements.js`]: ['text/javascript', elements],
      '/theme.js': ['text/javascript', `${THEME} window.theme = true; ${late ?? ''}`],
      [`${base}/start-sdk.js`]: [
        'text/javascript',
        readFileSync(new URL('decidable/assets/start-sdk.js', folder), 'utf8'),
      ],
    });
    if (fault) await context.route(...fault);
    const opened = await context.newPage();
    await opened.goto(`${SHOP}/`, { waitUntil: fault ? 'domcontentloaded' : 'load' });
    return opened;
  }
  const order = (page: Page) =>
    page
      .locator('[data-decidable-id]')
      .evaluateAll((items) => items.map((item) => Number(item.getAttribute('data-decidable-id'))));
  /** As the browser sends them to the shop. */
  const cookies = async (page: Page) =>
    (await page.context().cookies(SHOP)).map(({ name, value }) => `${name}=${value}`).join('; ');
  /** What the shop's server keeps with an order of the page. */
  const kept = async (page: Page) => {
    const [meta] = await shop.run(await cookies(page), [['order', CHECKOUTS[0]]]);
    return meta as Readonly<Record<string, string>>;
  };
  const sessionOf = (page: Page) => page.evaluate(() => window.Decidable.getSessionId());

  describe('whose theme ranks on the server as the guide says', () => {
    let theme: string;
    /** The same with a limit that a busy machine keeps. */
    let patient: string;
    // Answers as its address says: it hangs, drips its answer, or is out of order.
    const faulty = createServer(({ url }, response) => {
      if (url!.startsWith('/hangs')) return;
      if (!url!.startsWith('/drips')) {
        response.writeHead(500).end('<h1>Out of order</h1>');
        return;
      }
      const dripping = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(dripping));
    });
    before(async () => {
      const guide = readFileSync(new URL('../../docs/guides/woocommerce.md', folder), 'utf8');
      const [, code] = /```php\n([\s\S]*?)```/.exec(guide)!;
      const [limit] = /'timeout' +=> 0\.3/.exec(code)!;
      const key = `define( 'DECIDABLE_SERVER_KEY', '${stage.key.value}' );`;
      const themeOf = (functions: string) => {
        const path = mkdtempSync(join(tmpdir(), 'decidable-theme-'));
        writeFileSync(
          join(path, 'functions.php'),
          `<?php ${key} ini_set( 'error_log', '/dev/null' );\n${functions}`,
        );
        symlinkSync(fileURLToPath(new URL('../../packages/php', folder)), join(path, 'decidable-client'));
        return path;
      };
      theme = themeOf(code);
      patient = themeOf(code.replace(limit, "'timeout' => 60"));
      await new Promise<void>((resolve) => faulty.listen(0, '127.0.0.1', resolve));
    });
    after(() => {
      faulty.close();
      faulty.closeAllConnections();
      for (const path of [theme, patient]) rmSync(path, { recursive: true });
    });

    /** The order for a visitor with these cookies, of the service at an address, and the time that it took, ms. */
    async function ranked(cookie: string, address: string, functions = theme) {
      const options = { decidable: { ...SETTINGS, address } };
      const start = performance.now();
      const [ids] = await shop.run(cookie, [['call', 'order_for_visitor', [OWN]]], {
        theme: functions,
        options,
      });
      return { ids: (ids as unknown[]).map(Number), took: performance.now() - start };
    }

    it('has page and server rank for one session', async () => {
      const page = await enter();
      await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
      const { ids } = await ranked(await cookies(page), stage.service.address, patient);
      assert.deepEqual(ids, await order(page));
      assert.notDeepEqual(ids, OWN);
      await leave(page);
    });

    for (const fault of ['hangs', 'drips', 'is out of order', 'is away', 'is set wrongly'])
      it(`shows the shop's own order, and does not wait on, where the service ${fault}`, async (t) => {
        const own = `http://127.0.0.1:${(faulty.address() as AddressInfo).port}/${encodeURIComponent(fault)}`;
        const address = { 'is away': 'http://127.0.0.1:9', 'is set wrongly': '' }[fault] ?? own;
        const { ids, took } = await ranked('decidable_session=1234567890-1234567890', address);
        assert.deepEqual(ids, OWN);
        t.diagnostic(`took ${Math.round(took)} ms`);
        assert.ok(took < 300 + LATE, `${took} ms`);
      });

    it('asks for nobody without a session, and shows the own order for a cookie that nobody can read', async () => {
      for (const cookie of ['', 'decidable_session=%E9', 'decidable_session[]=x'])
        assert.deepEqual((await ranked(cookie, stage.service.address)).ids, OWN);
    });
  });

  it("shows the visitor's order, and an order of the checkout belongs to the session", async () => {
    const page = await enter();
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    const first = (await order(page)).slice(0, 3);
    assert.ok(
      first.every((id) => id >= 107),
      `rugs are first: ${first}`,
    );
    const session = await sessionOf(page);
    assert.equal(await page.evaluate(() => (window as unknown as { theme: boolean }).theme), true);
    const meta = await kept(page);
    assert.deepEqual(meta, { _decidable_session: session });
    const { storage, address } = stage.service;
    const made = await createWebhook(storage, ORGANIZATION, { sender: 'woocommerce' }, Date.now());
    // As WooCommerce delivers and signs it.
    const body = JSON.stringify({
      id: 9001,
      status: 'processing',
      date_created_gmt: '2026-11-20T10:00:00',
      meta_data: Object.entries(meta).map(([key, value], id) => ({ id, key, value })),
      line_items: [{ product_id: 108, variation_id: 0, sku: 'SKU-7', quantity: 1 }],
    });
    const delivered = await fetch(address + webhookPath(made.webhook), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-wc-webhook-topic': 'order.created',
        'x-wc-webhook-signature': createHmac('sha256', made.secret!).update(body).digest('base64'),
      },
      body,
    });
    assert.deepEqual(await delivered.json(), { received: 1, recorded: 1, ignored: 0 });
    const delivery = await storage.orders.find(ORGANIZATION, '9001');
    assert.deepEqual([delivery?.sessionId, delivery?.products], [session, [{ id: '108', quantity: 1 }]]);
    await leave(page);
  });

  it('shares one session with the server of the shop, also where the page begins another', async () => {
    const page = await enter();
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    const before = await sessionOf(page);
    await page.evaluate(() => window.Decidable.reset());
    assert.notEqual(await sessionOf(page), before);
    assert.deepEqual(await kept(page), { _decidable_session: await sessionOf(page) });
    const [{ domain, secure } = {}] = await page.context().cookies(SHOP);
    assert.deepEqual([domain, secure], ['.shop.test', true]);
    await leave(page);
  });

  /** Records how long the list was waited for. */
  const CLOCK = `new MutationObserver(([{ target }]) => {
    window[target.getAttribute('state')] = performance.now();
  }).observe(document, { subtree: true, attributeFilter: ['state'] });`;

  for (const [said, fault] of Object.entries(FAULTS))
    for (const [what, path] of [
      ['the service', `${SERVICE}/api/**`],
      ['the host of the SDK', `${SERVICE}/**`],
    ] as const)
      it(`shows its own order within the time of the SDK where ${what} ${said}`, async (t) => {
        const page = await enter(CLOCK, undefined, [path, fault]);
        assert.equal(await page.evaluate(() => (window as unknown as { theme: boolean }).theme), true);
        await page.waitForSelector('decidable-shelf[state="fallback"]', { timeout: 60_000 });
        assert.deepEqual(await order(page), OWN);
        const waited = await page.evaluate(() => {
          const { waiting, fallback } = window as unknown as { waiting: number; fallback: number };
          return fallback - waiting;
        });
        t.diagnostic(`waited for ${Math.round(waited)} ms`);
        assert.ok(waited < PATIENCE + LATE, `${waited} ms`);
        await leave(page);
      });

  it('shows its own order where the file of the elements is missing', async () => {
    const page = await enter('', undefined, [
      '**/decidable-elements.js',
      (route) => route.fulfill({ status: 404 }),
    ]);
    assert.equal(await page.evaluate(() => (window as unknown as { theme: boolean }).theme), true);
    assert.deepEqual(await order(page), OWN);
    await leave(page);
  });

  it('waits for the consent that a plugin of the shop asks for, and ends with it', async () => {
    await waitsFor(await enter('window.allowed = false; window.wp_has_consent = () => window.allowed;'));
  });

  it('waits for it also where the script of the Consent API comes after it', async () => {
    await waitsFor(await enter('window.allowed = false;', 'window.wp_has_consent = () => window.allowed;'));
  });

  it('leaves nothing of a visit that began before that script said what is asked for', async () => {
    const page = await enter(
      'window.wp_has_consent = () => true;',
      'addEventListener("load", () => { window.wp_has_consent = () => false; });',
    );
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    assert.notEqual(await cookies(page), '');
    await page.evaluate(() => document.dispatchEvent(new Event('wp_consent_type_defined')));
    assert.equal(await cookies(page), '');
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.endsWith(':denied'))),
      [],
    );
    await leave(page);
  });

  it('begins where that script says that the visitor has allowed it before', async () => {
    const page = await enter('', 'window.wp_has_consent = () => true;');
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    assert.deepEqual(await kept(page), { _decidable_session: await sessionOf(page) });
    await leave(page);
  });

  async function waitsFor(page: Page): Promise<void> {
    await page.waitForSelector('decidable-shelf[state="fallback"]', { timeout: 60_000 });
    assert.deepEqual(await order(page), OWN);
    assert.deepEqual([await cookies(page), await page.evaluate(() => localStorage.length)], ['', 0]);
    const say = (preferences: string) =>
      page.evaluate(
        (detail) => document.dispatchEvent(new CustomEvent('wp_listen_for_consent_change', { detail })),
        { preferences },
      );
    await say('allow');
    await page.waitForSelector('decidable-shelf[state="ranked"]', { timeout: 60_000 });
    assert.deepEqual(await kept(page), { _decidable_session: await sessionOf(page) });
    await say('deny');
    assert.equal(await cookies(page), '');
    assert.equal(await sessionOf(page), null);
    await leave(page);
  }
});
