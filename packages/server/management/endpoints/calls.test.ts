import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eraseSession } from '@decidable/contract/management';
import { ManagedShop } from '../../testing/managed-shop.ts';
import type { Loose } from '../../testing/running-service.ts';

let shop: ManagedShop;
before(async () => {
  shop = await ManagedShop.start();
});
after(() => shop.close());

const SESSION = 'session-0123456789';

/** Opens the stream of calls; reads one event at a time. */
async function watch() {
  const path = `/management/v1/organizations/${shop.organizationId}/calls/live`;
  const hungUp = new AbortController();
  const response = await fetch(shop.running.url(path), {
    headers: { cookie: shop.owner.cookieHeader(path), 'accept-encoding': 'gzip, br' },
    signal: hungUp.signal,
  });
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(response.headers.get('content-encoding'), null, 'a stream is never compressed');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  const next = async (): Promise<Loose[]> => {
    while (!read.includes('\n\n')) read += (await reader.read()).value ?? '';
    const end = read.indexOf('\n\n');
    const event = read.slice(0, end);
    read = read.slice(end + 2);
    return [...(JSON.parse(event.replace(/^data: /, '')) as Loose).calls];
  };
  return { next, hangUp: () => hungUp.abort() };
}

test('the last calls of an organization are shown, then each that arrives, with what became of it', async () => {
  const { organizationId, running } = shop;
  const foreign = await running.newKey();
  await running.post(
    '/event',
    { ...running.event(), organizationId: foreign.organizationId },
    { key: foreign },
  );
  await shop.track(SESSION, [{ type: 'product_view', value: 'p1' }, { type: 'product_veiw' }]);
  const { next, hangUp } = await watch();
  const [tracked, ...none] = await next();
  assert.deepEqual(none, [], 'calls of others are theirs');
  assert.deepEqual([tracked.endpoint, tracked.status, tracked.sessionId], ['/track', 200, SESSION]);
  assert.deepEqual(tracked.understood, ['product_view "p1"']);
  assert.equal(tracked.problems[0].fix, 'Did you mean product_view?');
  assert.equal(tracked.key, running.key.prefix);
  assert.match(String(tracked.request), /"sessionId":"session-0123456789"/);
  assert.match(String(tracked.answer), /"unrecognised":\["product_veiw"\]/);

  const headers = { origin: 'https://shop.example' };
  await running.post('/catalog/ranked', { organizationId, sessionId: SESSION, limit: 60 }, { headers });
  const [ranked] = await next();
  assert.deepEqual(ranked.understood, ['60 products', 'ranked for the session']);
  assert.equal(ranked.origin, 'https://shop.example');
  assert.equal(String(ranked.answer).length, 2_048);

  const refused = await running.post('/track', { organizationId, sessionId: SESSION, signals: 'none' });
  const [problem] = await next();
  assert.deepEqual(
    [problem.status, problem.code, problem.correlationId],
    [400, 'BAD_REQUEST', refused.headers.get('x-correlation-id')],
  );
  assert.equal(problem.problems[0].message, refused.body.error.message);

  const results = Array.from({ length: 800 }, (_, n) => ({ id: `p-${n}`, title: 'x'.repeat(50) }));
  await running.post('/rerank', { organizationId, sessionId: SESSION, results });
  const [large] = await next();
  assert.equal(String(large.request).length, 4_096);
  assert.equal(large.requestBytes, JSON.stringify({ organizationId, sessionId: SESSION, results }).length);

  const revoked = await running.newKey(organizationId, { revokedAt: 1 });
  await running.post('/track', { organizationId, sessionId: SESSION }, { key: revoked });
  const [unauthorized] = await next();
  assert.deepEqual([unauthorized.status, unauthorized.key], [401, revoked.prefix]);
  assert.match(String(unauthorized.problems[0].fix), /revoked or has expired/);
  assert.equal(unauthorized.request, undefined);
  assert.equal(
    JSON.stringify([tracked, ranked, problem, large, unauthorized]).includes(revoked.value),
    false,
  );
  hangUp();
});

test('no call is shown any more once a session is erased', async () => {
  await shop.track(SESSION, []);
  const { organizationId } = shop;
  await shop.owner.call(eraseSession, { params: { organizationId, sessionId: SESSION } });
  const { next, hangUp } = await watch();
  assert.deepEqual(await next(), []);
  hangUp();
});
