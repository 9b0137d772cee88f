import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ORGANIZATION, PRODUCTS, type Stage } from '../../sdk/browser/stage.ts';
import type { BuiltShop } from './built-shop.ts';

const NAMED = PRODUCTS.map(({ id, brand, category, price }) => ({ id, price, name: `${brand} ${category}` }));

/** The ids of the products in the shop's own order. */
export const OWN = NAMED.map(({ id }) => id);

export const ofCategory = (category: string): ReadonlySet<string> =>
  new Set(PRODUCTS.filter((product) => product.category === category).map(({ id }) => id));

/**
 * Keeps what React says in the console, and reports as an error of the page, where the driver of the browser hands on
 * neither.
 */
const HEAR = `window.said = [];
addEventListener('error', (event) => said.push(event.message));
addEventListener('unhandledrejection', (event) => said.push(String(event.reason)));
for (const level of ['error', 'warn']) console[level] = (...words) => said.push(words.join(' '));`;

export interface ServedShop {
  /** Its origin. `/` uses the service; to `/alone` nobody answers. */
  readonly address: string;
  /** The page without the service, as the server renders it. */
  readonly rendered: () => string;
  close(): void;
}

/** Serves the example shop: each page is rendered on the server, and taken over in the browser. */
export async function serveShop({ render, script }: BuiltShop, stage: Stage): Promise<ServedShop> {
  const page = (endpoint: string, timeout: number) =>
    render(
      {
        config: { apiKey: stage.key.value, organizationId: ORGANIZATION, endpoint, timeout },
        categories: { rug: NAMED, lamp: NAMED.slice(0, 12) },
      },
      '/shop.js',
    );
  const withService = () => page(`${stage.service.address}/api/v1`, 8_000);
  const alone = () => page('http://127.0.0.1:1/api/v1', 500);
  const heard = (html: string) => html.replace('<body>', '<body><script src="/hear.js"></script>');
  const pages: Readonly<Record<string, () => readonly [type: string, body: string]>> = {
    '/': () => ['text/html', withService()],
    '/alone': () => ['text/html', alone()],
    '/heard': () => ['text/html', heard(withService())],
    '/heard-alone': () => ['text/html', heard(alone())],
    '/hear.js': () => ['text/javascript', HEAR],
    '/shop.js': () => ['text/javascript', script],
    '/style.css': () => ['text/css', 'body, ol { margin: 0 } ol > li { height: 20vh }'],
  };
  const server = createServer((request, response) => {
    const [type, body] = pages[request.url!]?.() ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    rendered: alone,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
