import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogRankedResponse } from '@decidable/contract';
import { readConfig, type Service, startService } from '@decidable/server';
import { mintKey } from '@decidable/server/keys';
import type { Exposure, OrganizationId, OutcomeEvent, SessionId } from '@decidable/server/storage';
import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildSdk } from '../build.ts';
import { readManifest } from '../release.ts';
import { buildStub, hashOf } from '../snippet/build.ts';
import type { Config, ScriptClient } from '../src/types.ts';

/** Globals of the test pages. */
declare global {
  interface Window {
    Decidable: ScriptClient;
    config: Config;
    /** Uncaught errors. */
    unhandled: string[];
    violations: string[];
  }
}

export const ORGANIZATION = 'org_browsertestsbrowsert' as OrganizationId;

/** What is stored of a visitor who has denied consent. */
export const DENIED = `decidable:${ORGANIZATION}:denied`;

/** Thirty products: more than a screen shows. */
export const PRODUCTS = Array.from({ length: 30 }, (_, i) => ({
  id: `p${String(i + 1).padStart(2, '0')}`,
  category: ['lamp', 'chair', 'rug'][i % 3]!,
  brand: ['North', 'South'][i % 2]!,
  colour: ['red', 'blue', 'green', 'grey'][i % 4]!,
  price: 10 + i * 5,
}));

const CSV = [
  'id,category,name,brand,colour,price',
  ...PRODUCTS.map(({ id, category, brand, colour, price }) =>
    [id, category, `${brand} ${category} ${id}`, brand, colour, price].join(','),
  ),
].join('\n');

/** A strict policy: no inline script but that of the snippet, no eval, and connections to the API only. */
const policy = (api: string, stub: string) =>
  `default-src 'none'; script-src 'self' '${hashOf(stub)}' ${api}; style-src 'self'; img-src 'self'; connect-src ${api}; base-uri 'none'; require-trusted-types-for 'script'`;

const SHELL = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<link rel="stylesheet" href="/style.css"><script src="/watch.js"></script><script src="/sdk/decidable.js"></script>
<script src="/config.js"></script>`;

/** Records errors and policy violations of a page. */
const WATCH = `window.unhandled = []; window.violations = [];
addEventListener('unhandledrejection', (event) => unhandled.push(String(event.reason)));
addEventListener('error', (event) => unhandled.push(event.message));
addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));`;

/** Ranks, shows, and reports exposures: five products to a screen. */
const RANKED = `Decidable.init(config);
Decidable.rankedCatalog({ limit: 30, diversity: 0 }).then((ranking) => {
  for (const item of ranking.items) {
    const element = document.createElement('div');
    element.className = 'item';
    element.textContent = item.id;
    document.body.append(element);
    if (ranking.decisionId) Decidable.observe(element, ranking.decisionId, { id: item.id, position: item.rank });
  }
  document.body.dataset.decision = ranking.decisionId ?? ranking.reason;
});`;

/** Calls from before and after the script, of which the first wait for it. */
const QUEUED = `document.body.dataset.ran = '';
const ran = (name) => { document.body.dataset.ran += (document.body.dataset.ran && ',') + name; };
(window.Decidable = window.Decidable || []).push(
  ['init', { ...config, autoTrack: false }],
  () => ran('init'),
  ['nothing'],
  (client) => client.track([{ type: 'search', value: 'queued lamp' }]).then(() => { ran('track'); Decidable.push(() => ran('later')); }),
);
`;

/** Page and script of the quick start as in the guide, with a key, two products of the catalogue and a longer timeout. */
async function quickStart(api: string, key: string): Promise<[page: string, script: string]> {
  const guide = await readFile(new URL('../../../docs/guides/quick-start.md', import.meta.url), 'utf8');
  const page = /```html\n([\s\S]*?)```/.exec(guide)?.[1];
  const script = /```js\n(\/\/ shop\.js\n[\s\S]*?)```/.exec(guide)?.[1];
  if (!page || !script) throw new Error('The quick start has no page, or no script.');
  return [
    `<!doctype html><link rel="stylesheet" href="/style.css">${page
      .replace('https://decidable.example', api)
      .replaceAll('<li', '<li class="item"')
      .replace('sku-1', 'p02')
      .replace('sku-2', 'p03')}`,
    // A loaded machine may take longer than the 800 ms that shoppers wait.
    script.replace('pk_live_…', key).replace("'org_…'", `'${ORGANIZATION}', timeout: 8_000`),
  ];
}

export interface StageOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Additional configuration of the test pages. */
  readonly config?: Partial<Config>;
}

const LAMPS = {
  '@graph': [
    { '@type': 'CollectionPage' },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 2, name: 'Lamps' },
        { position: 1, name: 'Home' },
      ],
    },
  ],
};
const jsonLd = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

/** Resolves when the service ranks the products of a catalogue: the shoppers of the tests come later. */
async function ranksBy(service: Service, key: string, catalogueVersion: string): Promise<void> {
  let ranked: unknown;
  while (ranked !== catalogueVersion) {
    const response = await fetch(`${service.address}/api/v1/catalog/ranked`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ sessionId: 'before-all-others', organizationId: ORGANIZATION }),
    });
    if (!response.ok) throw new Error(await response.text());
    ranked = ((await response.json()) as CatalogRankedResponse).catalogueVersion;
  }
}

/** The real service with a catalogue and a key, and a shop on another origin whose pages use the SDK. */
export class Stage {
  readonly service: Service;
  /** Origin of the shop; that of the API is `service.address`. */
  readonly shop: string;
  readonly key: ReturnType<typeof mintKey>;
  readonly #close: () => Promise<void>;

  constructor(service: Service, shop: string, key: ReturnType<typeof mintKey>, close: () => Promise<void>) {
    this.service = service;
    this.shop = shop;
    this.key = key;
    this.#close = close;
  }

  static async set({ environment = {}, config: more = {} }: StageOptions = {}): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'decidable-browser-'));
    const config = readConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      OPERATIONS_PORT: '0',
      DECIDABLE_DATA: join(folder, 'data'),
      WORKERS: '1',
      MAX_LAG_MS: '60000',
      DEADLINE_MS: '60000',
      RATE_LIMIT_CLIENT: '100000:100000',
      ...environment,
    });
    const service = await startService(config, {
      log: pino({ level: 'silent' }),
      workers: { startLate: true },
    });
    const { storage } = service;
    const createdAt = Date.now();
    await storage.organizations.create({ id: ORGANIZATION, name: 'Browser tests', createdAt });
    await storage.catalogues.put({
      organizationId: ORGANIZATION,
      version: 'v1',
      products: PRODUCTS.length,
      importedAt: createdAt,
      csv: new TextEncoder().encode(CSV),
    });
    const key = mintKey();
    const { id, hash, prefix } = key;
    await storage.keys.create({ id, organizationId: ORGANIZATION, hash, prefix, origins: [], createdAt });

    await ranksBy(service, key.value, 'v1');

    const sdk = join(folder, 'sdk');
    await buildSdk(sdk);
    const script = await readFile(join(sdk, 'decidable.js'));
    const { releases } = await readManifest();
    const stub = await buildStub();
    const [guidePage, guideScript] = await quickStart(service.address, key.value);
    const pageConfig = JSON.stringify({
      apiKey: key.value,
      organizationId: ORGANIZATION,
      endpoint: `${service.address}/api/v1`,
      // A loaded machine may exceed the default timeout; the fallback has a test of its own.
      timeout: 8_000,
      ...more,
    });
    const pages = new Map<string, readonly [type: string, body: string | Buffer]>([
      ['/', ['text/html', SHELL]],
      ['/ranked', ['text/html', `${SHELL}<script src="/ranked.js" defer></script><body>`]],
      [
        '/queue',
        [
          'text/html',
          '<!doctype html><body><script src="/watch.js"></script><script src="/config.js"></script><script src="/queued.js"></script><script src="/sdk/decidable.js" async></script>',
        ],
      ],
      // What search engines are told of a category, and, once it takes its place, of a product in it.
      [
        '/lamps',
        [
          'text/html',
          `${SHELL}${jsonLd(LAMPS)}<body><template>${jsonLd({ '@type': 'Product', sku: 'p01' })}</template>`,
        ],
      ],
      ['/queued.js', ['text/javascript', QUEUED]],
      ['/elsewhere', ['text/html', '<!doctype html><title>Elsewhere</title><p>Another page']],
      [
        '/tag',
        ['text/html', `<!doctype html><script src="${service.address}/sdk/v0/decidable.js"></script>`],
      ],
      ...Object.entries(releases).map(([version, { files }]) => {
        const address = `${service.address}/sdk/v${version}/decidable.js`;
        const script = `<script src="${address}" integrity="${files['decidable.js']!.integrity}" crossorigin="anonymous"></script>`;
        const page = `<!doctype html><script src="/config.js"></script>${script}`;
        return [`/pinned/${version}`, ['text/html', page]] as const;
      }),
      ['/guide', ['text/html', guidePage]],
      ['/shop.js', ['text/javascript', guideScript]],
      ['/style.css', ['text/css', 'body { margin: 0 } .item { height: 20vh; outline: 1px solid }']],
      ['/watch.js', ['text/javascript', WATCH]],
      ['/config.js', ['text/javascript', `window.config = ${pageConfig};`]],
      ['/ranked.js', ['text/javascript', RANKED]],
      ['/sdk/decidable.js', ['text/javascript', script]],
      ...(await Promise.all(
        ['debug', 'markup', 'data-layer', 'json-ld'].map(async (name) => {
          const file = `decidable-${name}.mjs`;
          return [`/sdk/${file}`, ['text/javascript', await readFile(join(sdk, file))]] as const;
        }),
      )),
    ]);
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://shop');
      const [type, body] = pages.get(pathname) ?? ['text/plain', 'Not found'];
      response
        .writeHead(pages.has(pathname) ? 200 : 404, {
          'content-type': type,
          // An opaque origin: the browser itself refuses its storage.
          'content-security-policy':
            policy(service.address, stub) + (searchParams.has('blocked') ? '; sandbox allow-scripts' : ''),
          'access-control-allow-origin': '*',
        })
        .end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Another site than `127.0.0.1` of the API, not only another port.
    const shop = `http://localhost:${(server.address() as AddressInfo).port}`;
    return new Stage(service, shop, key, async () => {
      server.close();
      server.closeAllConnections();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    });
  }

  /** Resolves when the service ranks the products of a catalogue, which it opens after the first look at it. */
  ranksBy(catalogueVersion: string): Promise<void> {
    return ranksBy(this.service, this.key.value, catalogueVersion);
  }

  close(): Promise<void> {
    return this.#close();
  }

  async exposures(decisionId?: string): Promise<(Exposure & { readonly matched: boolean })[]> {
    const all = await Array.fromAsync(this.service.storage.outcomes.exposures(ORGANIZATION, 0));
    return all.filter((exposure) => decisionId === undefined || exposure.decisionId === decisionId);
  }

  events(): Promise<OutcomeEvent[]> {
    return Array.fromAsync(this.service.storage.outcomes.events(ORGANIZATION, 0));
  }

  /** The signals of a session, without those that the service derives from requests. */
  async signals(sessionId: string): Promise<string[]> {
    const log = await this.service.storage.sessions.log(ORGANIZATION, sessionId as SessionId);
    return log.filter(({ type }) => type !== 'context').map(({ type, value }) => `${type}:${value}`);
  }
}

/** A page that records its unexpected messages. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Calls of the API, `POST /track`, in the order in which they were made. */
  readonly calls: string[];
  /** Console errors and exceptions, except the browser's own messages about failed requests. */
  readonly complaints: string[];
}

/** Timeout of a condition that a test waits for, in ms, with room for a loaded machine. */
export const PATIENCE = 60_000;

/** A little more than the 300 ms after which an element counts as seen, in ms. */
const LOOK = 400;

/**
 * Resolves when everything in view has been visible for long enough to count as seen. Its observer is notified after
 * those of the SDK, so their timers have fired before this one, however slow the machine is.
 */
export function look(page: Page, element = '.item'): Promise<void> {
  return page.evaluate(
    ([selector, time]) =>
      new Promise<void>((resolve) => {
        const later = (): unknown => setTimeout(resolve, time);
        new IntersectionObserver(later).observe(document.querySelector(selector)!);
      }),
    [element, LOOK] as const,
  );
}

/** Chromium's own message about a failed request, which no page can prevent. */
const BROWSERS_OWN = /^(Failed to load resource|Access to (fetch|script|resource))|net::ERR_|ERR_FAILED/;

export async function open(browser: Browser, url: string, existing?: BrowserContext): Promise<Visit> {
  const context = existing ?? (await browser.newContext({ viewport: { width: 800, height: 600 } }));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  const calls: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !BROWSERS_OWN.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname.replace('/api/v1', ''));
  });
  await page.goto(url);
  return { page, context, calls, complaints };
}

/**
 * Closes a page and its context. Requests that a route is still answering are not waited for: they would fail later,
 * after their test.
 */
export async function leave(page: Page): Promise<void> {
  const context = page.context();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** Resolves when `probe` returns a truthy value; fails after the timeout. */
export async function eventually<T>(probe: () => Promise<T>, what: string): Promise<Exclude<T, false>> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const answer = await probe();
    if (answer) return answer as Exclude<T, false>;
    if (Date.now() > deadline) throw new Error(`It did not come to be that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
