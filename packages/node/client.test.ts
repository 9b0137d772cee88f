import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@decidable/contract';
import { importCatalogue } from '@decidable/server/shops';
import { RunningService } from '../server/testing/running-service.ts';
import { SIXTY_PRODUCTS } from '../server/testing/service-under-test.ts';
import {
  ConnectionError,
  createClient,
  DecidableError,
  type Operations,
  ServiceError,
  TimeoutError,
  UnexpectedAnswerError,
} from './index.ts';
import { FaultyProxy } from './testing/faulty-proxy.ts';

let running: RunningService;
let proxy: FaultyProxy;
let decidable: Operations;

const options = () => ({
  endpoint: proxy.address + basePath,
  apiKey: running.key.value,
  organizationId: running.key.organizationId as string,
});

before(async () => {
  running = await RunningService.start({ RATE_LIMIT_SESSION: '5:5' });
  const file = { name: 'shop.csv', bytes: new TextEncoder().encode(SIXTY_PRODUCTS) };
  await importCatalogue(running.service.storage, running.key.organizationId, file, {}, Date.now());
  proxy = await FaultyProxy.start(running.service.address);
  decidable = createClient(options());
});
after(async () => {
  await proxy.close();
  await running.close();
});

const session = (name: string) => `${name}-0123456789abcdef`;
const CSV = 'id,colour,size\n1,red,40\n2,,41\n3,blue,42\n4,,40\n';

test('every operation is answered by the service, over connections that are kept', async () => {
  const sessionId = session('all');
  const before = proxy.connections;
  const { signals } = await decidable.track({
    sessionId,
    signals: [{ type: 'category_view', value: 'boots' }],
  });
  assert.deepEqual(signals, { accepted: 1, unrecognised: [] });
  const { items, decisionId } = await decidable.catalogRanked({ sessionId, limit: 3 });
  assert.deepEqual(
    items.map(({ attributes }) => attributes.category),
    ['Boots', 'Boots', 'Boots'],
  );
  assert.equal((await decidable.exposure({ sessionId, decisionId, items: [items[0]!.id] })).recorded, 1);
  const { duplicate } = await decidable.event({ sessionId, name: 'product_click', decisionId });
  assert.equal(duplicate, false);
  assert.equal((await decidable.session({ sessionId })).signalCount, 1);

  const other = session('other');
  const { behavior } = await decidable.trackBehavior({ sessionId: other, behavior: 'opened-lookbook' });
  assert.equal(behavior, 'opened-lookbook');
  const { keywords } = await decidable.trackKeywords({ sessionId: other, query: 'red hat' });
  assert.deepEqual(keywords, ['red', 'hat']);
  const products = [{ id: 'p0' }, { id: 'p1', price: 12 }];
  assert.equal((await decidable.search({ sessionId: other, products })).results.length, 2);
  assert.equal((await decidable.rerank({ sessionId: other, results: ['p0', 'p1'] })).results.length, 2);
  assert.ok((await decidable.suggest({ sessionId: other, query: 'bo' })).suggestions.length > 0);

  const audit = await decidable.catalogAudit({ csv: CSV });
  assert.deepEqual([audit.products, audit.storage.stored], [4, false]);
  const { organizationId } = options();
  const { claims, storage } = await decidable.catalogVerify({
    before: CSV,
    after: CSV.replace('2,,', '2,green,'),
    repairs: [{ attribute: 'colour' }],
    organizationId,
  });
  assert.deepEqual([claims?.length, storage.stored], [1, true]);
  // One, and another where the first was not free again when the next call came.
  assert.ok(proxy.connections - before <= 2, `${proxy.connections - before} connections for 12 calls`);
});

test('a refusal says what the service said', async () => {
  const wrong = decidable.catalogRanked({ sessionId: session('wrong'), limit: 0 });
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof ServiceError && error instanceof DecidableError);
    const { operation, status, code, envelope, correlationId } = error;
    assert.deepEqual([operation, status, code], ['catalogRanked', 400, 'BAD_REQUEST']);
    assert.match(envelope.error.message, /limit/);
    assert.ok(running.log.some((line) => line.correlationId === correlationId));
    assert.ok(error.message.includes(correlationId));
    return true;
  });
  const stranger = createClient({ ...options(), apiKey: 'sk_live_unknown' });
  await assert.rejects(stranger.session({ sessionId: 's' }), { name: 'ServiceError', code: 'UNAUTHORIZED' });
});

test('a limit that is reached is waited for, as long as the service says', async () => {
  const sessionId = session('limited');
  const all = await Promise.all(Array.from({ length: 6 }, () => decidable.session({ sessionId })));
  assert.deepEqual(new Set(all.map(({ found }) => found)), new Set([false]));
  const impatient = createClient({ ...options(), retries: 0 });
  const calls = Array.from({ length: 30 }, () => impatient.session({ sessionId }));
  const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
  const { reason } = refused[0] as PromiseRejectedResult;
  assert.deepEqual([reason.code, reason.retryAfterSeconds], ['TOO_MANY_REQUESTS', 1]);
});

test('a request whose answer is lost is sent again under its name, and applied once', async () => {
  const sessionId = session('lost');
  proxy.next('lose');
  await decidable.track({ sessionId, signals: [{ type: 'category_view', value: 'hats' }] });
  assert.equal(proxy.bodies.length, 2);
  assert.ok(typeof proxy.bodies[0]!.batchId === 'string');
  assert.deepEqual(proxy.bodies[0], proxy.bodies[1]);
  assert.equal((await decidable.session({ sessionId })).signalCount, 1);

  proxy.next('lose');
  const signals = [{ type: 'category_view', value: 'boots' }];
  const { tracked } = await decidable.catalogRanked({ sessionId, signals });
  assert.ok(typeof proxy.bodies[0]!.batchId === 'string');
  assert.deepEqual(proxy.bodies[0], proxy.bodies[1]);
  assert.deepEqual(tracked?.signals, { accepted: 1, unrecognised: [] });
  assert.equal((await decidable.session({ sessionId })).signalCount, 2);
  proxy.next('lose');
  await decidable.catalogRanked({ sessionId });
  assert.ok(!('batchId' in proxy.bodies[0]!), 'what has no signals needs no name for them');

  // Sessions of their own, so that none reaches its limit.
  proxy.next('lose');
  const ordered = { sessionId: session('ordered'), name: 'checkout_started' };
  const { duplicate, eventId } = await decidable.event(ordered);
  assert.deepEqual([duplicate, eventId], [true, proxy.bodies[0]!.eventId]);
  proxy.next('lose');
  assert.equal(
    (await decidable.event({ sessionId: session('paid'), name: 'paid', eventId: 'order-7' })).eventId,
    'order-7',
  );
});

test('a request that would count twice is not sent again', async () => {
  const sessionId = session('twice');
  proxy.next('lose');
  const lost = decidable.trackBehavior({ sessionId, behavior: 'asked' });
  await assert.rejects(lost, ConnectionError);
  assert.equal(proxy.bodies.length, 1);
  assert.equal((await decidable.trackBehavior({ sessionId, behavior: 'asked' })).count, 2);

  const { organizationId } = options();
  proxy.next('lose');
  await assert.rejects(decidable.catalogAudit({ csv: CSV, organizationId }), ConnectionError);
  proxy.next('lose');
  assert.equal((await decidable.catalogAudit({ csv: CSV })).products, 4);
});

test('retries end with the last failure', async () => {
  proxy.next('lose', 'lose', 'lose');
  await assert.rejects(decidable.session({ sessionId: session('gone') }), ConnectionError);
  assert.equal(proxy.bodies.length, 3);
  proxy.next('lose');
  await assert.rejects(decidable.session({ sessionId: session('gone') }, { retries: 0 }), ConnectionError);
  assert.equal(proxy.bodies.length, 1);
});

test('an error of a proxy is told as such, after it was tried again', async () => {
  const sessionId = session('proxied');
  proxy.next({ status: 502 });
  assert.equal((await decidable.session({ sessionId })).found, false);
  proxy.next({ status: 404 });
  await assert.rejects(decidable.session({ sessionId }), (error) => {
    assert.ok(error instanceof UnexpectedAnswerError);
    assert.deepEqual([error.status, proxy.bodies.length], [404, 1]);
    assert.match(error.message, /<h1>Bad gateway<\/h1>/);
    return true;
  });
});

test('a redirect is not followed, as it would take the key along', async () => {
  proxy.next({ status: 308, headers: { location: 'https://elsewhere.example/' } });
  await assert.rejects(decidable.session({ sessionId: session('moved') }), {
    name: 'UnexpectedAnswerError',
    message: /redirects to https:\/\/elsewhere\.example\/\..*`endpoint`/,
  });
});

test('a call ends with its time, retries included', async () => {
  proxy.next('hang');
  const sessionId = session('slow');
  await assert.rejects(decidable.session({ sessionId }, { timeout: 30 }), {
    name: 'TimeoutError',
    message: 'session: No answer within 30 ms.',
  });
  proxy.next({ status: 502 }, 'hang');
  await assert.rejects(decidable.session({ sessionId }, { timeout: 1_500 }), (error) => {
    assert.ok(error instanceof TimeoutError && error.cause instanceof UnexpectedAnswerError);
    return true;
  });
});

test('a call that is given up rejects with the reason of its signal', async () => {
  const sessionId = session('given-up');
  proxy.next('hang');
  const giveUp = new AbortController();
  const call = decidable.session({ sessionId }, { signal: giveUp.signal });
  while (proxy.bodies.length === 0) await sleep(1);
  const reason = new Error('the shopper has left');
  giveUp.abort(reason);
  await assert.rejects(call, reason);
  proxy.next();
  await assert.rejects(decidable.session({ sessionId }, { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(proxy.bodies.length, 0);
});

test("headers of the shopper's request give the context", async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  const { context } = await decidable.track(
    { sessionId: session('phone') },
    { headers: { 'user-agent': userAgent, 'x-api-key': 'not this one' } },
  );
  assert.equal(context.device, 'mobile');
});

test('a service that cannot be reached is named, without the key', async () => {
  const nowhere = createClient({ ...options(), endpoint: 'http://127.0.0.1:9/api/v1', retries: 1 });
  await assert.rejects(nowhere.session({ sessionId: session('nowhere') }), (error) => {
    assert.ok(error instanceof ConnectionError && error.cause instanceof Error);
    assert.match(error.message, /^session: No answer from http:\/\/127\.0\.0\.1:9\/api\/v1 \(.+\)\.$/);
    assert.ok(!error.message.includes(running.key.value));
    return true;
  });
});

test('an option that is missing or wrong is refused by its name', async () => {
  const right = options();
  for (const [wrong, named] of [
    [{ endpoint: 'decidable.example' }, /`endpoint`.*https:/],
    [{ endpoint: 'ftp://decidable.example' }, /`endpoint`.*https:/],
    [{ endpoint: 'https://decidable.example/api/v1?x=1' }, /`endpoint`/],
    [{ apiKey: '' }, /`apiKey` is missing/],
    [{ apiKey: 'sk_\nlive' }, /`apiKey` has a character/],
    [{ organizationId: ' ' }, /`organizationId` is missing/],
    [{ timeout: 0 }, /`timeout`/],
    [{ timeout: 2 ** 31 }, /`timeout`/],
    [{ gradingTimeout: 1.5 }, /`gradingTimeout`/],
    [{ retries: -1 }, /`retries`/],
    [{ retries: 101 }, /`retries`/],
  ] as const) {
    assert.throws(() => createClient({ ...right, ...wrong }), { name: 'TypeError', message: named });
  }
  createClient({ ...right, timeout: 2 ** 31 - 1, gradingTimeout: 1, retries: 100 });
  const calls = createClient({ ...right, endpoint: `${right.endpoint}/` });
  await assert.rejects(calls.session({ sessionId: 's' }, { timeout: -1 }), /`timeout`/);
  assert.equal((await calls.session({ sessionId: session('slash') })).found, false);
});
