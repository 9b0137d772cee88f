import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Metrics } from './metrics.ts';
import { version } from './release.ts';
import { type Operations, startOperations } from './server.ts';

describe('the operations port', () => {
  let operations: Operations;
  let metrics: Metrics;
  let ping: () => Promise<void>;
  let draining: boolean;
  let opening: boolean;

  beforeEach(async () => {
    metrics = new Metrics();
    ping = async () => {};
    draining = false;
    opening = false;
    operations = await startOperations({
      port: 0,
      metrics,
      state: { ping: () => ping(), opening: () => opening, draining: () => draining },
    });
  });
  afterEach(() => operations.close());

  const get = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${operations.port}${path}`, { method });

  it('is healthy while the event loop turns, whatever the store does', async () => {
    ping = () => Promise.reject(new Error('The store is unavailable.'));
    assert.equal((await get('/health')).status, 200);
  });

  it('says which release runs, and on which Node.js', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    assert.deepEqual(await (await get('/health')).json(), {
      status: 'ok',
      version,
      node: process.versions.node,
    });
  });

  it('is ready when the store answers', async () => {
    assert.equal((await get('/ready')).status, 200);
  });

  it('is not ready when the store does not answer, and says why', async () => {
    ping = () => Promise.reject(new Error('The store is unavailable.'));
    const response = await get('/ready');
    assert.equal(response.status, 503);
    assert.match(await response.text(), /The store is unavailable/);
  });

  it('is not ready while the store does not answer in time', async () => {
    ping = () => new Promise(() => {});
    assert.equal((await get('/ready')).status, 503);
  });

  it('is not ready while shops are being opened, but healthy', async () => {
    opening = true;
    const response = await get('/ready');
    assert.equal(response.status, 503);
    assert.match(await response.text(), /used lately are being opened/);
    assert.equal((await get('/health')).status, 200);
    opening = false;
    assert.equal((await get('/ready')).status, 200);
  });

  it('is not ready while it drains, but healthy', async () => {
    draining = true;
    assert.equal((await get('/ready')).status, 503);
    assert.equal((await get('/health')).status, 200);
  });

  it('counts requests by endpoint and status', async () => {
    metrics.answered('/track', 200, 3);
    metrics.answered('/track', 200, 4);
    metrics.answered('/event', 503, 1);
    const text = await (await get('/metrics')).text();
    assert.match(text, /^decidable_requests_total\{endpoint="\/track",status="200"\} 2$/m);
    assert.match(text, /^decidable_requests_total\{endpoint="\/event",status="503"\} 1$/m);
    assert.match(text, /^decidable_request_duration_seconds_count\{endpoint="\/track"\} 2$/m);
  });

  it('reports the shops as they are at each request', async () => {
    const shops = {
      state: { open: 3, opening: 1, bytes: 4_096, opened: 9, evicted: 5 },
      trained: [],
    };
    metrics.watchShops(shops);
    await get('/metrics');
    shops.state = { ...shops.state, open: 2, evicted: 6 };
    const lines = (await (await get('/metrics')).text()).split('\n');
    for (const line of [
      'decidable_shops_open 2',
      'decidable_shops_opening 1',
      'decidable_shops_bytes 4096',
      'decidable_shops_opened_total 9',
      'decidable_shops_evicted_total 6',
    ]) {
      assert.ok(lines.includes(line), line);
    }
  });

  it('reports openings, catalogues that are read, trainings and the age of models', async () => {
    metrics.shopOpened(400, true);
    metrics.shopOpened(90_000, false);
    metrics.built({ task: 'train', milliseconds: 7_000, failed: true });
    metrics.watchBuilding({ underWay: { build: 0, train: 2 } });
    const state = { open: 0, opening: 0, bytes: 0, opened: 0, evicted: 0 };
    metrics.watchShops({ state, trained: [Date.now() - 90_000, Date.now()] });
    const text = await (await get('/metrics')).text();
    for (const line of [
      'decidable_shop_opening_duration_seconds_count{outcome="opened"} 1',
      'decidable_shop_opening_duration_seconds_sum{outcome="failed"} 90',
      'decidable_building_duration_seconds_sum{task="train",outcome="failed"} 7',
      'decidable_building_under_way{task="train"} 2',
    ]) {
      assert.ok(text.split('\n').includes(line), line);
    }
    const age = Number(/^decidable_model_age_seconds\{which="oldest"\} (\S+)$/m.exec(text)?.[1]);
    assert.ok(age >= 90, `${age}`);
  });

  it('reports what a start that had to begin again watches, in place of what was watched before', async () => {
    const state = { open: 1, opening: 0, bytes: 0, opened: 0, evicted: 0 };
    for (const count of [1, 2]) {
      metrics.watchGrading({ depth: count });
      metrics.watchShops({ state: { ...state, open: count }, trained: [Date.now()] });
      metrics.watchBuilding({ underWay: { build: count } });
      metrics.watchPool({ pool: { used: count, idle: 0, waiting: 0 } });
      metrics.watchWork({ seconds: new Map([['org_a', count]]) });
      metrics.watchSessions({ state: { held: count, bytes: 0 } });
    }
    const lines = (await (await get('/metrics')).text()).split('\n');
    for (const line of [
      'decidable_grading_depth 2',
      'decidable_shops_open 2',
      'decidable_building_under_way{task="build"} 2',
      'decidable_postgres_pool{state="used"} 2',
      'decidable_work_seconds_total{organization="org_a"} 2',
      'decidable_sessions_held 2',
    ]) {
      assert.ok(lines.includes(line), line);
    }
  });

  it('reports leases, retention, the pool, Valkey, limits and the release', async () => {
    const { lease, retained } = metrics.storage;
    lease?.({ name: 'training', held: true });
    lease?.({ name: 'learning', held: true });
    lease?.({ name: 'learning', held: false });
    for (const what of ['step', 'step', 'failure'] as const) retained?.(what);
    metrics.watchPool({ pool: { used: 5, idle: 1, waiting: 3 } });
    metrics.valkeyLease(false);
    metrics.valkeyLease(true);
    metrics.valkeyCalled(2, false);
    metrics.valkeyCalled(400, true);
    metrics.limited('session');
    const before = await (await get('/metrics')).text();
    for (const line of [
      'decidable_leases_held{name="training"} 1',
      'decidable_leases_held{name="learning"} 0',
      'decidable_leases_held{name="valkey"} 1',
      'decidable_retention_steps_total 2',
      'decidable_retention_failures_total 1',
      'decidable_retention_completed_timestamp_seconds 0',
      'decidable_postgres_pool{state="used"} 5',
      'decidable_postgres_pool{state="waiting"} 3',
      'decidable_valkey_call_duration_seconds_count{outcome="failed"} 1',
      'decidable_rate_limited_total{limit="session"} 1',
      `decidable_build_info{version="${version}",node="${process.versions.node}"} 1`,
    ]) {
      assert.ok(before.split('\n').includes(line), line);
    }
    retained?.('round');
    const text = await (await get('/metrics')).text();
    assert.match(text, /^decidable_retention_completed_timestamp_seconds 1\d{9}/m);
  });

  it('reports the sessions in memory as they are at each request', async () => {
    const sessions = { state: { held: 3, bytes: 9_000 } };
    metrics.watchSessions(sessions);
    await get('/metrics');
    sessions.state = { held: 4, bytes: 12_000 };
    const lines = (await (await get('/metrics')).text()).split('\n');
    for (const line of ['decidable_sessions_held 4', 'decidable_sessions_bytes 12000'])
      assert.ok(lines.includes(line), line);
  });

  it('reports the store, the breaker, the grading queue, refused requests and the process', async () => {
    metrics.storage.group?.({ size: 40, milliseconds: 3, failed: false });
    metrics.storage.group?.({ size: 2, milliseconds: 9, failed: true });
    metrics.breaker('store', 'open');
    metrics.shed('event-loop');
    metrics.watchGrading({ depth: 7 });
    const text = await (await get('/metrics')).text();
    for (const line of [
      'decidable_store_group_size_sum 42',
      'decidable_store_group_failures_total 1',
      'decidable_breaker_state{dependency="store",state="open"} 1',
      'decidable_breaker_state{dependency="store",state="closed"} 0',
      'decidable_requests_shed_total{reason="event-loop"} 1',
      'decidable_grading_depth 7',
    ]) {
      assert.ok(text.split('\n').includes(line), line);
    }
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
    assert.match(text, /^process_cpu_seconds_total /m);
  });

  it('serves no other path, and no method but reads', async () => {
    assert.equal((await get('/')).status, 404);
    assert.equal((await get('/health', 'POST')).status, 405);
    assert.equal((await get('/health', 'HEAD')).status, 200);
  });
});
