import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ORGANIZATION, PRODUCTS, type Stage } from '../../sdk/browser/stage.ts';
import { buildStub, hashOf } from '../../sdk/snippet/build.ts';
import { buildModule } from '../build.ts';

/** The ids of the products in the shop's own order. */
export const OWN = PRODUCTS.map(({ id }) => id);

export const ofCategory = (category: string): ReadonlySet<string> =>
  new Set(PRODUCTS.filter((product) => product.category === category).map(({ id }) => id));

const card = ({ id, category, brand }: (typeof PRODUCTS)[number]) =>
  `<li class="item" data-decidable-id="${id}"><a href="/product/${id}">${brand} ${category} ${id}</a></li>`;

/** Something between the products that is none. */
const AD = '<li class="item" id="ad">Free delivery today</li>';

const TEMPLATE = `<template><li class="item">
  <a data-decidable-href="/product/{id}" data-decidable-text="name"></a>
  <b data-decidable-text="price" data-decidable-currency="EUR"></b></li></template>`;

const FORM = `<form action="/results" role="search"><decidable-suggest>
  <label for="q">Search</label> <input id="q" name="q" type="search"></decidable-suggest> <button>Search</button></form>`;

const PAGES: Readonly<Record<string, (parameters: URLSearchParams) => string>> = {
  '/own': () =>
    `<decidable-shelf signal="category_view:rug"><h2>Products</h2><ol>${[...PRODUCTS.slice(0, 2).map(card), AD, ...PRODUCTS.slice(2).map(card)].join('')}</ol></decidable-shelf>`,
  '/catalogue': () =>
    `<decidable-shelf category="lamp" limit="4"><h2>Lamps</h2><ul>${TEMPLATE}</ul></decidable-shelf>`,
  '/search': () => `<decidable-search limit="12"><h2>Find</h2>${FORM}<ol>${TEMPLATE}</ol></decidable-search>`,
  // As the shop itself finds.
  '/results': (parameters) =>
    `<decidable-search query="${parameters.get('q')}"><h2>Found</h2><ol>${PRODUCTS.filter(
      ({ category }) => category === parameters.get('q'),
    )
      .map(card)
      .join('')}</ol></decidable-search>`,
  '/empty': () => '<div id="place"></div>',
};

/** Records errors and policy violations of a page. */
const WATCH = `window.unhandled = []; window.violations = []; window.told = [];
addEventListener('unhandledrejection', (event) => unhandled.push(String(event.reason)));
addEventListener('error', (event) => unhandled.push(event.message));
addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
for (const name of ['decidable-ranked', 'decidable-searched', 'decidable-chosen'])
  document.addEventListener(name, ({ detail }) => told.push([name, detail]));`;

const STYLE = `:root { color-scheme: light dark; background: Canvas; color: CanvasText } body, ol { margin: 0 } a { color: LinkText } .item { height: 12vh }`;

export interface ServedShop {
  readonly address: string;
  close(): void;
}

/** Serves the pages under a strict policy. With `?away` in an address nobody answers to the page, with `?undefined`
 * it has no elements, and with `?early` it comes up to an element, and the rest once the elements are defined. */
export async function serveShop(stage: Stage): Promise<ServedShop> {
  const [elements, stub] = await Promise.all([buildModule(), buildStub()]);
  const script = (away: boolean) =>
    `Decidable.init(${JSON.stringify({
      apiKey: stage.key.value,
      organizationId: ORGANIZATION,
      endpoint: away ? 'http://127.0.0.1:1/api/v1' : `${stage.service.address}/api/v1`,
      // A loaded machine may take longer than the 800 ms that shoppers wait.
      timeout: away ? 500 : 8_000,
      autoTrack: false,
    })});`;
  const policy = `default-src 'none'; script-src 'self' '${hashOf(stub)}' ${stage.shop}; style-src 'self'; img-src 'self'; connect-src http://127.0.0.1:*; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'`;
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/watch.js': ['text/javascript', WATCH],
    '/elements.mjs': ['text/javascript', elements],
    '/early.mjs': ['text/javascript', "import '/elements.mjs'; import('/defined.mjs');"],
    '/defined.mjs': ['text/javascript', ''],
    '/style.css': ['text/css', STYLE],
    '/shop.js': ['text/javascript', script(false)],
    '/shop-away.js': ['text/javascript', script(true)],
  };
  let release = () => {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://shop');
    const page = PAGES[pathname];
    const away = searchParams.has('away') ? '-away' : '';
    const isEarly = searchParams.has('early');
    // The elements come before the script that calls `init`.
    const defining = isEarly ? 'src="/early.mjs" async' : 'src="/elements.mjs"';
    const head = `<script src="/watch.js"></script><link rel="stylesheet" href="/style.css"><script>${stub}</script>
      <script id="decidable" src="${stage.shop}/sdk/decidable.js" async></script>
      ${searchParams.has('undefined') ? '' : `<script type="module" ${defining}></script>`}
      <script type="module" src="/shop${away}.js"></script>`;
    const [type, body] = page
      ? [
          'text/html',
          `<!doctype html><html lang="de"><meta charset="utf-8"><title>Shop</title>${head}<body><main><h1>Shop</h1>${page(searchParams)}</main>`,
        ]
      : (files[pathname] ?? ['text/plain', 'Not here']);
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
    if (pathname === '/defined.mjs') release();
    if (!isEarly) return response.end(body);
    const upTo = body.indexOf('<decidable-suggest>') + '<decidable-suggest>'.length;
    response.write(body.slice(0, upTo));
    release = () => response.end(body.slice(upTo));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
