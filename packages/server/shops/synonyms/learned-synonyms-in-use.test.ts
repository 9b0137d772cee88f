import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SessionId } from '../../storage/ports.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../../testing/service-under-test.ts';
import { importSynonyms, removeSynonym } from './synonym-settings.ts';

const DAY = 86_400_000;
let service: ServiceUnderTest;
before(async () => {
  service = await ServiceUnderTest.start();
  await service.importCatalogue(SIXTY_PRODUCTS);
});
after(() => service.stop());

/** Visits of distinct networks over six days: a search, and views of some products of a category. */
async function visits(search: string, category: number, count: number): Promise<void> {
  const { organizationId, storage } = service;
  for (let k = 0; k < count; k++) {
    const at = Date.now() - (2 + (k % 6)) * DAY + 7_000 * (k + 97 * category);
    const products = [0, 1, 2].map((i) => `p${3 * ((7 * k + 3 * i * i + search.length) % 20) + category}`);
    const signals = [
      { type: 'context', value: `net${search.slice(0, 3)}${k}.page`, data: '{}', at },
      { type: 'search', value: search, at: at + 1_000 },
      ...products.map((value, i) => ({ type: 'product_view', value, at: at + 20_000 * (i + 1) })),
    ];
    const sessionId = `${search} ${k}` as SessionId;
    await storage.commit({
      organizationId,
      at,
      writes: [{ kind: 'signals', sessionId, after: 0, openedAt: at, signals }],
    });
  }
}

const firstSignal = async (query: string): Promise<string> => {
  const { items } = await service.ranked('fresh', { query, limit: 1 });
  const { attributes, scoreBreakdown } = items[0]!;
  return `${attributes.category}: ${scoreBreakdown.find(({ factor }) => factor === 'keyword')?.signal}`;
};
const matched = async (query: string) => (await service.ranked('fresh', { query, limit: 1 })).matched;

test('what sessions teach is found by a running service, gives way to what the shop says, and stays refused', async () => {
  for (const [k, category] of ['boots', 'hats', 'scarves'].entries()) await visits(category, k, 40);
  await visits('wellies', 0, 40);
  assert.equal(await matched('wellies'), 0);
  await service.learn();
  while ((await matched('wellies')) === 0);
  assert.equal(await matched('wellies'), 20);
  assert.equal(await firstSignal('wellies'), 'Boots: search:boots (for wellies)');
  const { decisionId } = await service.ranked('fresh', { query: 'wellies' });
  const replayed = await service.replay(decisionId);
  assert.ok(replayed.made && replayed.same);

  const { storage, organizationId } = service;
  await importSynonyms(storage, organizationId, new TextEncoder().encode('boots => wellies'));
  while ((await matched('wellies')) !== 0);
  assert.equal(await removeSynonym(storage, organizationId, 'boots'), 1);
  while ((await matched('wellies')) === 0);

  assert.ok((await removeSynonym(storage, organizationId, 'Wellies')) > 0);
  while ((await matched('wellies')) !== 0);
  await service.learn();
  assert.equal(await matched('wellies'), 0);
});
