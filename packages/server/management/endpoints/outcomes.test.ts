import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOutcomes, selfTest } from '@decidable/contract/management';
import { ManagedShop } from '../../testing/managed-shop.ts';

let shop: ManagedShop;
const params = () => ({ organizationId: shop.organizationId });

before(async () => {
  shop = await ManagedShop.start();
});
after(() => shop.close());

/** The verdicts of the checks, by their names. */
async function verdicts(site: string, key?: string): Promise<Readonly<Record<string, string>>> {
  const { status, body, text } = await shop.owner.call(selfTest, { params: params(), body: { site, key } });
  assert.equal(status, 200, text);
  return Object.fromEntries([...body.checks].map(({ check, verdict }) => [String(check), String(verdict)]));
}

test('a self-test tells a shop without traffic from one whose ids are not those of the catalogue', async () => {
  const quiet = await verdicts('https://shop.example/boots');
  assert.deepEqual(quiet, {
    key: 'good',
    origin: 'warning',
    calls: 'good',
    preflight: 'good',
    traffic: 'unknown',
  });
  await shop.track('s-1', [{ type: 'product_view', value: 'SKU-9' }]);
  const wrong = await verdicts('shop.example');
  assert.deepEqual([wrong.traffic, wrong.ids], ['good', 'bad']);
  const many = Array.from({ length: 30 }, (_, n) => ({ type: 'product_view', value: `p${n}` }));
  await shop.track('s-2', many);
  assert.equal((await verdicts('shop.example')).ids, 'good');
});

test('a self-test tells keys that do not fit the site', async () => {
  const { organizationId } = shop;
  const scoped = await shop.running.newKey(organizationId, { origins: ['https://www.shop.example'] });
  const limited = await shop.running.newKey(organizationId, { endpoints: ['/suggest'] });
  const revoked = await shop.running.newKey(organizationId, { revokedAt: 1 });
  const foreign = await shop.running.newKey();
  assert.equal((await verdicts('https://shop.example', scoped.value)).origin, 'bad');
  assert.equal((await verdicts('https://www.shop.example', scoped.value)).origin, 'good');
  assert.equal((await verdicts('https://shop.example', limited.value)).calls, 'bad');
  assert.equal((await verdicts('https://shop.example', revoked.value)).key, 'bad');
  assert.deepEqual(
    await verdicts('https://shop.example', foreign.value).then(({ key, origin }) => [key, origin]),
    ['bad', undefined],
  );
  assert.equal((await verdicts('http://shop.example')).preflight, 'warning');
  const body = { site: 'mailto:ada@shop.example' };
  assert.equal((await shop.owner.call(selfTest, { params: params(), body })).status, 400);
});

test('outcomes count what was shown and clicked, and name what cannot have worked with its fix', async () => {
  const { organizationId } = shop;
  const sessionId = 'buyer';
  await shop.track(sessionId, [
    { type: 'search', value: 'Boots' },
    { type: 'search', value: 'lawn mower' },
  ]);
  const { body: ranked } = await shop.running.post('/catalog/ranked', {
    organizationId,
    sessionId,
    limit: 4,
  });
  const [first, second] = [...ranked.items].map(({ id }) => String(id));
  await shop.running.post('/exposure', {
    organizationId,
    sessionId,
    decisionId: ranked.decisionId,
    items: [first, second],
  });
  await shop.track(sessionId, [{ type: 'product_view', value: first }]);
  await shop.running.post('/event', {
    organizationId,
    sessionId,
    name: 'order_completed',
    data: { productId: 'SKU-1' },
  });
  const { status, body, text } = await shop.owner.call(readOutcomes, {
    params: params(),
    query: { days: 1 },
  });
  assert.equal(status, 200, text);
  assert.deepEqual([body.total.shown, body.total.clicked, body.decisions], [2, 1, 1]);
  const found = new Map([...body.findings].map((finding) => [String(finding.code), finding]));
  assert.deepEqual(
    [...found.keys()],
    ['searches_without_results', 'unknown_products_in_signals', 'unknown_products_in_events'],
  );
  const [search] = [...found.get('searches_without_results')!.examples];
  assert.deepEqual([search.text, search.count], ['lawn mower', 1]);
  assert.equal([...found.get('unknown_products_in_events')!.examples][0].text, 'SKU-1');
  for (const { fix } of found.values()) assert.ok(String(fix).length > 20);
});
