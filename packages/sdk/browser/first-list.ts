import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import type { SlowNetwork } from './slow-network.ts';
import { ORGANIZATION, PATIENCE, PRODUCTS, type Stage } from './stage.ts';

/** The category that the shopper opens; its first product is the third of the page. */
const OPENED = 'rug';

export interface FirstVisit {
  /** Address of the script. */
  readonly script: string;
  /** Whether the page waits for the answer to its signal before it asks. */
  readonly waits: boolean;
  /** How long the page waits for an answer, in ms. */
  readonly timeout: number;
  readonly list: 'search' | 'rerank' | 'rankedCatalog';
}

export interface FirstList {
  /** Why the order is the page's own, where it is. */
  readonly reason?: string;
  /** Whether a product of the opened category comes first. */
  readonly isRight: boolean;
  /** From the first call of the page to the list, in ms. */
  readonly took: number;
  /** Requests of the API until the list was answered, or the page went on without it. */
  readonly requests: readonly string[];
  /** All of the visit, a moment later. */
  readonly all: readonly string[];
}

interface Told {
  readonly first: string;
  readonly took: number;
  readonly reason?: string;
}

/**
 * A first visit as in the quick start: the page opens a category and asks for its list. The browser knows nothing of the
 * service, so that each path needs a preflight.
 */
export async function firstList(
  stage: Stage,
  browser: Browser,
  network: SlowNetwork,
  { script, waits, timeout, list }: FirstVisit,
): Promise<FirstList> {
  const config = {
    apiKey: stage.key.value,
    organizationId: ORGANIZATION,
    endpoint: `${network.address}/api/v1`,
    timeout,
  };
  const products = JSON.stringify(PRODUCTS.map(({ id }) => ({ id })));
  const asked =
    list === 'rankedCatalog' ? `{ limit: 30, fallbackItems: ${products} }` : `${products}, { strength: 1 }`;
  const page = `<!doctype html><title>Shop</title><script src="${script}"></script><script type="module">
const began = performance.now();
Decidable.init(${JSON.stringify(config)});
const tracked = Decidable.track([{ type: 'category_view', value: '${OPENED}' }]);
${waits ? 'await tracked;' : ''}
const answer = await Decidable.${list}(${asked});
const [{ id: first }] = answer.results ?? answer.items;
window.told = { first, took: performance.now() - began, ...(answer.fallback && { reason: answer.reason }) };
</script>`;
  const shop = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  );
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const context = await browser.newContext();
  const from = network.events.length;
  try {
    const tab = await context.newPage();
    // Another site than that of the API.
    await tab.goto(`http://localhost:${(shop.address() as AddressInfo).port}`);
    const told = (await (
      await tab.waitForFunction('window.told', undefined, { timeout: PATIENCE })
    ).jsonValue()) as Told;
    const path = list === 'rankedCatalog' ? '/catalog/ranked' : `/${list}`;
    const before = network.events.slice(from);
    const answered = before.indexOf(`answered POST /api/v1${path}`);
    const requestsOf = (events: readonly string[]) =>
      events.filter((event) => /^(OPTIONS|POST) /.test(event)).map((event) => event.replace('/api/v1', ''));
    // Longer than signals wait for company.
    await tab.waitForTimeout(200);
    const { first, took, reason } = told;
    return {
      ...(reason !== undefined && { reason }),
      isRight: PRODUCTS.find(({ id }) => id === first)!.category === OPENED,
      took,
      requests: requestsOf(answered < 0 ? before : before.slice(0, answered)),
      all: requestsOf(network.events.slice(from)),
    };
  } finally {
    await context.close();
    shop.close();
    shop.closeAllConnections();
  }
}
