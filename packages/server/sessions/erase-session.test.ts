import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { trainModel } from '../learning/train-model.ts';
import { BuildPool } from '../shops/build/build-pool.ts';
import { openSqliteStorage } from '../storage/index.ts';
import type { SessionId, Storage } from '../storage/ports.ts';
import { RunningService } from '../testing/running-service.ts';
import { SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { type ErasedSession, type ErasingOptions, eraseSession } from './erase-session.ts';
import { exportSession } from './export-session.ts';

const ID = 'zq9-erased-7f3a' as SessionId;
const NEIGHBOUR = 'neighbour-1' as SessionId;
/** A text that only the erased session sent, and a product that only it touched. */
const MARKER = 'xylophagous';
const PRODUCT = 'p57';

describe('erasing a session', () => {
  let running: RunningService;
  let builder: BuildPool;
  /** Signals of the neighbour. */
  let signals = 0;
  const org = () => running.key.organizationId;

  before(async () => {
    running = await RunningService.start({ LOG_SAMPLE: '0' });
    builder = new BuildPool();
    await running.service.storage.catalogues.put({
      organizationId: org(),
      version: 'v1',
      products: 60,
      importedAt: Date.now(),
      csv: new TextEncoder().encode(SIXTY_PRODUCTS),
    });
  });
  after(async () => {
    await builder.close();
    await running.close();
  });

  const ok = async (path: Parameters<RunningService['post']>[0], body: object) => {
    const answer = await running.post(path, { organizationId: org(), ...body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  /** All that one session can leave behind, some of it long ago. */
  async function visit(sessionId: string, marker: string, product: string): Promise<void> {
    for (let k = 0; k < 60; k++) {
      await ok('/track', { sessionId, signals: [{ type: 'search', value: `${marker} ${k}` }] });
    }
    await ok('/track', {
      sessionId,
      batchId: `batch-${marker}`,
      signals: [
        { type: 'product_view', value: product },
        { type: 'product_view', value: 'p3' },
        { type: 'attribute_filter', value: `${marker}=yes` },
      ],
    });
    await ok('/track/behavior', { sessionId, behavior: marker, metadata: { note: marker } });
    await ok('/track/keywords', { sessionId, query: `${marker} boots` });
    const { decisionId, items } = await ok('/catalog/ranked', { sessionId, limit: 5 });
    await ok('/search', { sessionId, products: [{ id: 'p1', note: marker }] });
    const order = {
      orderId: `order-${product}`,
      at: Date.now(),
      sessionId: sessionId as SessionId,
      decisionId: `${decisionId}`,
    };
    await running.service.storage.orders.put(org(), [{ ...order, products: [{ id: product }] }], Date.now());
    await ok('/exposure', { sessionId, decisionId, items: [...items].map(({ id }) => id) });
    await ok('/event', { sessionId, name: 'order', eventId: `event-${marker}`, data: { note: marker } });
  }

  /** Where a text stands in the files of the store. */
  const filesWith = (...texts: readonly string[]): string[] =>
    readdirSync(running.folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      if (!entry.isFile()) return [];
      const { name, parentPath } = entry;
      const bytes = readFileSync(join(parentPath, name));
      return texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`);
    });

  /** Another process on the same folder, as the command is. */
  async function beside<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openSqliteStorage({ folder: running.folder, role: 'command' });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  }

  const erase = (sessionId = ID, options?: ErasingOptions): Promise<ErasedSession> =>
    beside((storage) => eraseSession(storage, builder, org(), sessionId, Date.now(), options));

  it('shows everything before, and leaves nothing of it in any file, whatever a service holds', async () => {
    await visit(NEIGHBOUR, 'neighbourly', 'p5');
    signals = (await running.service.storage.sessions.log(org(), NEIGHBOUR)).length;
    await visit(ID, MARKER, PRODUCT);
    // A model that was trained on it, and a step after it, as a running service stores them.
    const trained = await beside(async (storage) => {
      const { packStep } = await import('../learning/stored-model.ts');
      const whole = await trainModel(storage, builder, org(), Date.now());
      assert.ok(whole);
      const { version } = whole.stored;
      const visits = [{ steps: [{ item: MARKER, at: Date.now(), kind: 'viewed' }] }] as never;
      await storage.models.put(
        { ...whole.stored, version: `${version}.1`, bytes: packStep(version, visits) },
        version,
      );
      return version;
    });
    // Some of it in the compacted log, some in the journal: a command compacts what is there when it writes signals.
    await beside((storage) =>
      storage.commit({
        organizationId: org(),
        at: Date.now(),
        writes: [{ kind: 'signals', sessionId: 'other' as SessionId, after: 0, openedAt: 0, signals: [] }],
      }),
    );
    await ok('/track', { sessionId: ID, signals: [{ type: 'search', value: `${MARKER} again` }] });
    assert.ok(filesWith(ID, MARKER).length > 0);

    const exported = await beside((storage) => exportSession(storage, org(), ID));
    assert.equal(exported?.signals.filter(({ value }) => value?.includes(MARKER)).length, 64);
    assert.ok(exported?.profile?.statements.length);
    const { events = [], exposures = [], decisions = [], batches = [], orders = [] } = exported?.facts ?? {};
    assert.deepEqual(
      [events, exposures, decisions, batches, orders].map(({ length }) => length),
      [1, 5, 2, 1, 1],
    );
    assert.deepEqual(events[0]?.data, { note: MARKER });
    assert.match(JSON.stringify(decisions), new RegExp(MARKER));

    const { removed, unlinked, model, store } = await erase();
    assert.ok(removed >= 10, `${removed} rows`);
    assert.deepEqual([unlinked, model, store], [1, 'trained', 'rewritten']);
    const order = await running.service.storage.orders.find(org(), `order-${PRODUCT}`);
    assert.deepEqual([order?.sessionId, order?.decisionId], [undefined, undefined]);
    assert.deepEqual(order?.products, [{ id: PRODUCT }]);
    assert.deepEqual(filesWith(ID, MARKER, String(orders[0]?.decisionId)), []);
    await beside(async (storage) => {
      assert.equal(await exportSession(storage, org(), ID), undefined);
      for (const version of [trained, `${trained}.1`]) {
        assert.equal(await storage.models.find(org(), version), undefined);
      }
      const now = await storage.models.current(org());
      assert.ok(!Buffer.from(now?.bytes ?? []).includes(PRODUCT), 'the model knows its product');
      const neighbour = await exportSession(storage, org(), NEIGHBOUR);
      assert.equal(neighbour?.signals.length, signals);
      assert.equal(neighbour?.facts.decisions?.length, 2);
    });
    assert.equal(
      (await running.post('/session', { organizationId: org(), sessionId: ID })).body.found,
      false,
    );
  });

  it('finds a session that is only in the journal, which keeps the rest of it', async () => {
    await visit(ID, MARKER, PRODUCT);
    await ok('/track', { sessionId: NEIGHBOUR, signals: [{ type: 'product_view', value: 'p2' }] });
    signals++;
    const { removed } = await erase();
    // Fewer rows where a compaction has joined the signals meanwhile.
    assert.ok(removed >= 10, `${removed} rows`);
    assert.deepEqual(filesWith(ID, MARKER), []);
    assert.equal((await running.service.storage.sessions.log(org(), NEIGHBOUR)).length, signals);
  });

  it('lets the shopper begin anew, and the others go on', async () => {
    await ok('/track', { sessionId: ID, signals: [{ type: 'product_view', value: 'p1' }] });
    await ok('/track', { sessionId: NEIGHBOUR, signals: [{ type: 'product_view', value: 'p1' }] });
    const { storage } = running.service;
    assert.deepEqual(
      (await storage.sessions.log(org(), ID)).map(({ type }) => type),
      ['context', 'product_view'],
    );
    assert.equal((await storage.sessions.log(org(), NEIGHBOUR)).length, signals + 1);
    await running.restart();
    assert.equal((await running.service.storage.sessions.log(org(), NEIGHBOUR)).length, signals + 1);
  });

  it('finds nothing of a session that was never there, and removes the model where nothing is left to learn', async () => {
    const nothing = { removed: 0, unlinked: 0, model: 'unchanged', store: 'clean' };
    const current = await running.service.storage.models.current(org());
    assert.deepEqual(await erase('nobody' as SessionId), nothing);
    assert.equal((await running.service.storage.models.current(org()))?.version, current?.version);
    await erase(ID);
    assert.equal((await erase(NEIGHBOUR)).model, 'none');
    assert.equal(await running.service.storage.models.current(org()), undefined);
    assert.deepEqual(filesWith(NEIGHBOUR, 'neighbourly'), []);
    assert.equal((await ok('/catalog/ranked', { sessionId: 'later', limit: 1 })).total, 60);
  });

  it('waits for the training of another process, and says so where that does not end', async () => {
    const { leases } = running.service.storage;
    const begin = () => ok('/track', { sessionId: ID, signals: [{ type: 'product_view', value: 'p1' }] });
    await begin();
    const lease = await leases.acquire(org(), 'training', 'another', 60_000);
    assert.ok(lease);
    let looks = 0;
    const waiting = async () => {
      if (++looks === 3) await leases.release(lease);
    };
    assert.equal((await erase(ID, { pause: waiting })).model, 'none');
    assert.equal(looks, 3);
    await begin();
    assert.ok(await leases.acquire(org(), 'training', 'another', 60_000));
    assert.equal((await erase(ID, { pause: async () => {} })).model, 'busy');
    // The models are still to be replaced, though nothing of the session is left: whoever asks again does so.
    await leases.release((await leases.renew({ ...lease, token: lease.token + 2 } as typeof lease, 1))!);
    assert.deepEqual(await erase(), { removed: 0, unlinked: 0, model: 'none', store: 'clean' });
  });

  it('trains once for all erasures that wait, none of which takes the lease then, and leaves the rewrite to the service', async () => {
    await ok('/track', { sessionId: NEIGHBOUR, signals: [{ type: 'product_view', value: 'p5' }] });
    const ids = Array.from({ length: 6 }, (_, k) => `many-${k}` as SessionId);
    for (const sessionId of ids) await ok('/track', { sessionId, signals: [{ type: 'search', value: 'a' }] });
    let trainings = 0;
    const counting: Pick<BuildPool, 'train'> = {
      train: (...lessons) => {
        trainings++;
        return builder.train(...lessons);
      },
    };
    const { organizations, sessions, catalogues, models, outcomes, orders, erasure, leases } =
      running.service.storage;
    let taken = 0;
    const acquire: Storage['leases']['acquire'] = async (...asked) => {
      const lease = await leases.acquire(...asked);
      if (lease !== undefined) taken++;
      return lease;
    };
    const counted = { acquire, renew: leases.renew.bind(leases), release: leases.release.bind(leases) };
    const storage = {
      organizations,
      sessions,
      catalogues,
      models,
      outcomes,
      orders,
      erasure,
      leases: counted,
    };
    await beside((store) => trainModel(store, builder, org(), Date.now()));
    const erased = await Promise.all(
      ids.map((id) =>
        eraseSession(storage, counting, org(), id, Date.now(), {
          rewrite: 'idle',
          pause: (time) => new Promise((resolve) => setTimeout(resolve, time / 100)),
        }),
      ),
    );
    for (const { removed, model, store } of erased)
      assert.deepEqual([removed > 0, model, store], [true, 'trained', 'scheduled']);
    assert.ok(trainings <= 2, `${trainings} trainings`);
    // Taken one after the other for nothing, it would cost the last of sixty a minute.
    assert.ok(taken <= 2, `the lease was taken ${taken} times`);
  });
});
