import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CatalogRankedResponse } from '@decidable/contract';
import { trainModel } from '../learning/train-model.ts';
import { BuildPool } from '../shops/build/build-pool.ts';
import { RunningService } from '../testing/running-service.ts';

/** Twelve shelves of fifty products. */
const SHELVES = 12;
const PRODUCTS = 600;
const HONEST = 300;
const CATALOGUE = [
  'sku,title,category,brand,price',
  ...Array.from(
    { length: PRODUCTS },
    (_, i) => `p${i},Thing ${i},Shelf ${i % SHELVES},Brand ${i % 7},${10 + ((i * 37) % 190)}`,
  ),
].join('\n');
/** The product that a stranger wants everybody to see, of the first shelf; no shopper has looked at it. */
const WANTED = 'p588';
const SHELF = 'Shelf 0';
const HOUR = 3_600_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** A list of 20 that a new shopper sees, as ids. */
type Page = readonly string[];

describe('one visitor does not speak for all', () => {
  let service: RunningService;
  let honest: readonly [front: Page, shelf: Page];
  before(async () => {
    service = await RunningService.start({ TRUSTED_PROXIES: 'loopback', LOG_SAMPLE: '0' });
    const { organizationId } = service.key;
    const csv = new TextEncoder().encode(CATALOGUE);
    const version = 'catalogue';
    await service.service.storage.catalogues.put({
      organizationId,
      version,
      products: PRODUCTS,
      importedAt: Date.now(),
      csv,
    });
    for (let n = 0; n < HONEST; n++) {
      // Some products are liked much more than others, and the wanted one is the least.
      const items = [0, 1, 2].map((k) => {
        const likes = ((n * 7919 + k * 104_729) % 1_000) / 1_000;
        return `p${Math.floor(588 * likes ** 2)}`;
      });
      await track(
        `shopper${n}`,
        `10.${n % 200}.${n}.7`.replace(/\.(\d{3,})\./, (_, d) => `.${d % 250}.`),
        items.map((value) => ({ type: 'product_view', value })),
      );
    }
    honest = await pages();
  });
  after(() => service.close());

  async function track(
    sessionId: string,
    address: string,
    signals: readonly object[],
    userAgent = BROWSER,
  ): Promise<void> {
    const { organizationId } = service.key;
    const headers = { 'x-forwarded-for': address, 'user-agent': userAgent };
    const { status, text } = await service.post(
      '/track',
      { organizationId, sessionId, signals },
      { headers },
    );
    assert.equal(status, 200, text);
  }

  /** What a new shopper sees first on the front page and on the shelf, after a training. */
  async function pages(): Promise<readonly [front: Page, shelf: Page]> {
    const { organizationId } = service.key;
    const { storage } = service.service;
    const builder = new BuildPool();
    const trained = await trainModel(storage, builder, organizationId, Date.now()).finally(() =>
      builder.close(),
    );
    const page = async (more: object): Promise<Page> => {
      for (;;) {
        const body = { organizationId, sessionId: 'nobody', limit: 20, ...more };
        const answer = await service.post('/catalog/ranked', body);
        const { decisionId, items } = answer.body as unknown as CatalogRankedResponse;
        const decision = await storage.outcomes.decision(organizationId, decisionId);
        if (JSON.parse(decision!.replay).modelVersion === trained!.stored.version)
          return items.map(({ id }) => id);
      }
    };
    return [await page({}), await page({ category: SHELF })];
  }

  /** A hundred signals about the wanted product, at times that pretend to be four visits. */
  const hundred = (): object[] =>
    Array.from({ length: 100 }, (_, i) => ({
      type: ['product_view', 'cart_add', 'purchase', 'wishlist_add', 'compare'][i % 5],
      value: WANTED,
      at: Date.now() - (4 - Math.floor(i / 25)) * 5 * HOUR + i * 20_000,
    }));

  it('in one call of a hundred signals over made-up visits', async () => {
    await track('stranger', '203.0.113.5', hundred());
    assert.deepEqual(await pages(), honest);
  });

  it('as a robot by its own User-Agent', async () => {
    await track('robot', '203.0.113.6', [{ type: 'product_view', value: WANTED }], 'Googlebot/2.1');
    assert.deepEqual(await pages(), honest);
  });

  it('in five such calls', async () => {
    for (let n = 0; n < 5; n++) await track(`stranger${n}`, '203.0.113.5', hundred());
    assert.deepEqual(await pages(), honest);
  });

  it('in twenty requests of one address, each like a visit', async () => {
    for (let n = 0; n < 20; n++) {
      const signals = [WANTED, `p${n * 11}`, WANTED].map((value) => ({ type: 'product_view', value }));
      await track(`patient${n}`, `203.0.113.${n + 9}`, signals);
    }
    const [front, shelf] = await pages();
    assert.deepEqual(front, honest[0]);
    assert.deepEqual(shelf, honest[1]);
  });
});
