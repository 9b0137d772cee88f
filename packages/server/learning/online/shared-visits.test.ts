import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { emptyModel, update } from '@decidable/engine/ranking';
import { VISIT_GAP } from '@decidable/engine/session';
import pg from 'pg';
import { guard } from '../../availability/store-breaker.ts';
import { openServices, type Services } from '../../services.ts';
import { append } from '../../sessions/tracking.ts';
import { openClusterStorage } from '../../storage/cluster/storage.ts';
import type { KeyId, OrganizationId, SessionId, Storage, Write } from '../../storage/ports.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { digestOf } from '../admission/index.ts';
import { MODEL_FORMAT, NewerModel, packWhole } from '../stored-model.ts';
import { trainModel } from '../train-model.ts';
import { SharedVisits } from './shared-visits.ts';

/** A node of the cluster: its own connections, services, and memory. */
interface Node {
  readonly storage: Storage;
  readonly services: Services;
  /** Versions of models whose bytes it has read. */
  readonly read: string[];
  readonly faults: unknown[];
}

describe('nodes that share a store', { skip: withoutPostgres() }, () => {
  let database: TestDatabase;
  let nodes: Node[] = [];
  let organizationId: OrganizationId;
  let organizations = 0;
  before(async () => {
    database = await testDatabase();
  });
  after(async () => {
    await Promise.all(nodes.map(stop));
    await database.drop();
  });

  /** The time that nodes are told; ms. */
  let now = Date.UTC(2026, 4, 5, 6);

  async function start(): Promise<Node> {
    const opened = await openClusterStorage({ databaseUrl: database.url });
    const [read, faults]: [string[], unknown[]] = [[], []];
    const { models, ...others } = guard(opened);
    const watched = {
      ...models,
      find: (id: OrganizationId, version: string) => {
        read.push(version);
        return models.find(id, version);
      },
      current: async (id: OrganizationId) => {
        const current = await models.current(id);
        if (current !== undefined) read.push(current.version);
        return current;
      },
    };
    const storage = { ...others, models: watched };
    const services = openServices({
      storage,
      node: 'test',
      onFault: (_, error) => void faults.push(error),
    });
    const node = { storage, services, read, faults };
    nodes.push(node);
    return node;
  }

  async function stop(node: Node): Promise<void> {
    nodes = nodes.filter((other) => other !== node);
    await node.services.close();
    await node.storage.close();
  }

  /** Three nodes that serve a shop of its own. */
  async function cluster(): Promise<readonly [Node, Node, Node]> {
    await Promise.all(nodes.map(stop));
    const started = [await start(), await start(), await start()] as const;
    organizationId = `org_shared${++organizations}` as OrganizationId;
    const [{ storage }] = started;
    await storage.organizations.create({ id: organizationId, name: 'Shop', createdAt: 0 });
    return started;
  }

  async function visit({ storage, services }: Node, sessionId: string, ...items: readonly string[]) {
    const at = ++now;
    const call = {
      organizationId,
      sessionId: sessionId as SessionId,
      at,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
      address: `10.${sessionId.length}.${at % 250}.${(at >> 8) % 250}`,
      keyId: 'key_1' as KeyId,
      commit: (writes: readonly Write[]) => storage.commit({ organizationId, at, writes }),
    };
    const signals = items.map((value) => ({ type: 'product_view', value, at }));
    await append(services, call, signals, () => undefined);
  }

  const lookAll = (of: readonly Node[]) => Promise.all(of.map(({ services }) => services.learning.look(now)));

  /** All nodes look, at the same time, when the visits so far are over. */
  async function lookWhenOver(of: readonly Node[] = nodes): Promise<void> {
    now += VISIT_GAP + 61_000;
    await lookAll(of);
  }

  /** The model as the store has it. */
  const stored = async ({ services }: Node) => {
    const { storage } = nodes[0];
    const { learned } = (await services.shops.past(organizationId, {
      catalogueVersion: null,
      modelVersion: (await storage.models.currentVersion(organizationId)) ?? 'untrained',
    }))!;
    return learned;
  };

  /** How often a product is in the log of the stored model. */
  async function clicksOn(node: Node, item: string): Promise<number> {
    const { log, numbers } = (await stored(node)).model;
    const number = numbers.get(item);
    return number === undefined ? 0 : log.count[number];
  }

  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Sixty visits, of which each node has served a part. */
  async function sixtyVisits(started: readonly Node[]): Promise<void> {
    for (let n = 0; n < 60; n++)
      await visit(started[n % 3], `shopper-${n}`, `p${n % 20}`, `p${(n * 7) % 20}`);
  }

  /** A cluster whose shop has a model. */
  async function trained(): Promise<readonly [Node, Node, Node]> {
    const started = await cluster();
    const model = emptyModel();
    const steps = ['p1', 'p2', 'p3'].map((item, k) => ({ item, touch: 'viewed' as const, at: now + k }));
    update(
      model,
      Array.from({ length: 60 }, () => ({ steps, context: {} })),
    );
    const rulings = digestOf(new Map());
    await started[0].storage.models.put({
      organizationId,
      version: 'm-first',
      catalogueVersion: null,
      builtAt: now,
      bytes: packWhole(model, [], [], rulings),
    });
    return started;
  }

  it('train once when enough visits have ended, of which each has served a part', async () => {
    const started = await cluster();
    const [first] = started;
    await sixtyVisits(started);
    await lookWhenOver();
    const wholes = await query<{ version: string }>(
      `SELECT version FROM models WHERE organization_id = $1 AND version NOT LIKE '%.%'`,
      [organizationId],
    );
    assert.equal(wholes.length, 1);
    assert.equal((await stored(first)).trainedOn, 60);
  });

  it('learn three visits on three nodes as three, each once, whichever look at the same time', async () => {
    const started = await trained();
    const before = await stored(started[0]);
    for (const [k, node] of started.entries()) await visit(node, `of-node-${k}`, 'only-once', `p${k}`);
    await lookWhenOver();
    await lookWhenOver();
    const after = await stored(started[0]);
    assert.equal(after.model.log.sessions, before.model.log.sessions + 3);
    assert.equal(await clicksOn(started[0], 'only-once'), 3);
  });

  it('learn a visit whose signals came by turns as one', async () => {
    const started = await trained();
    const { sessions } = (await stored(started[0])).model.log;
    for (const [k, node] of started.entries()) await visit(node, 'by-turns', `p${k}`);
    await lookWhenOver();
    assert.equal((await stored(started[0])).model.log.sessions, sessions + 1);
    // The shopper is back: that is another visit, of a session that was learned before.
    await visit(started[1], 'by-turns', 'p9', 'p8');
    await lookWhenOver();
    assert.equal((await stored(started[0])).model.log.sessions, sessions + 2);
  });

  it('learn what ended while none was running, once, after all have been replaced', async () => {
    const before = await trained();
    const { sessions } = (await stored(before[0])).model.log;
    await visit(before[0], 'before-the-deploy', 'deployed', 'p1');
    await lookWhenOver();
    await visit(before[1], 'open-at-the-deploy', 'deployed', 'p2');
    await Promise.all(before.map(stop));
    now += 5 * 3_600_000;
    const started = [await start(), await start()];
    await lookAll(started);
    await lookAll(started);
    assert.equal((await stored(started[0])).model.log.sessions, sessions + 2);
    assert.equal(await clicksOn(started[0], 'deployed'), 2);
  });

  it('go on where a learner died, when its lease has run out', async () => {
    const [first, second, third] = await trained();
    await query('UPDATE leases SET expires_at = 0 WHERE organization_id = $1', [organizationId]);
    await visit(first, 'of-the-dead-1', 'orphan', 'p1');
    await lookWhenOver([first]);
    await visit(first, 'of-the-dead-2', 'orphan', 'p2');
    // It holds the lease, and is never heard of again.
    await lookWhenOver([second, third]);
    assert.equal(await clicksOn(second, 'orphan'), 1);
    await query('UPDATE leases SET expires_at = 0 WHERE organization_id = $1', [organizationId]);
    await lookAll([second, third]);
    assert.equal(await clicksOn(second, 'orphan'), 2);
  });

  it('learn once though a learner goes on that has lost its lease while it was stopped', async () => {
    const [first, second] = await trained();
    await query('UPDATE leases SET expires_at = 0 WHERE organization_id = $1', [organizationId]);
    await lookWhenOver([first]);
    for (let n = 0; n < 3; n++) await visit(first, `of-both-${n}`, 'twice', `p${n}`);
    now += VISIT_GAP + 61_000;
    // The first one is stopped when it has read the current version, and goes on when the second has learned.
    const gate = Promise.withResolvers<void>();
    const { models } = first.storage;
    const version = models.currentVersion.bind(models);
    let asked = 0;
    models.currentVersion = async (id) => {
      const current = await version(id);
      if (asked++ === 1) await gate.promise;
      return current;
    };
    const stopped = first.services.learning.look(now);
    while (asked < 2) await nextTurn();
    await query('UPDATE leases SET expires_at = 0 WHERE organization_id = $1', [organizationId]);
    await second.services.learning.look(now);
    assert.equal(await clicksOn(second, 'twice'), 3);
    gate.resolve();
    await stopped;
    assert.equal(await clicksOn(second, 'twice'), 3);
    assert.deepEqual([...first.faults, ...second.faults], []);
  });

  it('train no more where their lease was lost meanwhile', async () => {
    const [first, second] = await cluster();
    await sixtyVisits([first, first, first]);
    now += VISIT_GAP + 61_000;
    const lost = Promise.withResolvers<void>();
    const { storage, services } = first;
    const renew = async (...of: Parameters<Storage['leases']['renew']>) => {
      const renewed = await storage.leases.renew(...of);
      if (renewed === undefined) lost.resolve();
      return renewed;
    };
    const sessions = {
      ...storage.sessions,
      rulings: async (id: OrganizationId) => {
        const acquire = () => second.storage.leases.acquire(id, 'learning', 'second', 3_600_000);
        // The first one may renew the lease in between.
        do await query('UPDATE leases SET expires_at = 0 WHERE organization_id = $1', [id]);
        while ((await acquire()) === undefined);
        await lost.promise;
        return storage.sessions.rulings(id);
      },
    };
    const visits = new SharedVisits({
      storage: { ...storage, sessions, leases: { ...storage.leases, renew } },
      builder: services.builder,
      shops: services.shops,
      progress: storage.learning!,
      renewEvery: 10,
      onFault: (_, error) => assert.fail(error as Error),
    });
    await visits.look(now);
    assert.equal(await storage.models.currentVersion(organizationId), undefined);
  });

  it('keep their learner after a training that failed, and try again after a pause', async () => {
    const [first] = await cluster();
    await sixtyVisits([first, first, first]);
    now += VISIT_GAP + 61_000;
    const begun = now;
    const tried: number[] = [];
    /** A little more than a minute: the pause is counted from the end of the training, which takes some ms. */
    const LOOK = 61_000;
    const visits = new SharedVisits({
      storage: first.storage,
      builder: {
        train: async () => {
          tried.push((now - begun) / LOOK);
          throw new Error('out of memory');
        },
      },
      shops: first.services.shops,
      progress: first.storage.learning!,
    });
    for (let looks = 0; looks <= 200; looks++, now += LOOK) await visits.look(now);
    assert.deepEqual(tried, [0, 1, 3, 7, 15, 31, 63, 123, 183]);
  });

  it('apply the steps of others to their open shops, without reading the whole model again', async () => {
    const started = await trained();
    for (const { services } of started) await services.shops.get(organizationId);
    const rankedBy = (node: Node) => node.services.shops.peek(organizationId)!.learned;
    const caughtUp = async () => {
      const version = await started[0].storage.models.currentVersion(organizationId);
      for (const node of started) {
        while (rankedBy(node).version !== version) {
          await node.storage.keys.findByHash('any' as never);
          await nextTurn();
        }
      }
    };
    await caughtUp();
    for (const { read } of started) read.length = 0;
    for (let n = 0; n < 3; n++) {
      await visit(started[n], `step-${n}`, 'stepped', `p${n}`);
      await lookWhenOver();
    }
    await caughtUp();
    const model = await stored(started[0]);
    assert.equal(model.updates, 3);
    for (const node of started) {
      assert.deepEqual(rankedBy(node).model.log, model.model.log);
      const wholes = node.read.filter((version) => !version.includes('.'));
      assert.deepEqual(wholes, node === started[0] ? [model.version.split('.')[0]] : []);
    }
  });

  it('train again, once, when an owner has ruled, also where the ruling was made while none was running', async () => {
    const started = await cluster();
    const { storage } = started[0];
    await sixtyVisits(started);
    await lookWhenOver();
    const before = await stored(started[0]);
    await storage.sessions.rule(organizationId, ['shopper-1' as SessionId], 'excluded', now);
    for (const node of started) await node.storage.keys.findByHash('any' as never);
    await lookAll(started);
    const excluded = await stored(started[0]);
    assert.equal(excluded.trainedOn, before.trainedOn - 1);
    await lookAll(started);
    await lookAll(started);
    assert.equal((await stored(started[0])).version, excluded.version);
    await Promise.all(started.map(stop));
    const other = await openClusterStorage({ databaseUrl: database.url });
    await other.sessions.rule(organizationId, ['shopper-1' as SessionId], undefined, now);
    await other.close();
    const again = await start();
    await visit(again, 'later', 'p1', 'p2');
    await lookWhenOver();
    const { trainedOn } = await stored(again);
    assert.equal(trainedOn, before.trainedOn + 1, 'the session that was excluded, and the later visit');
  });

  it('leave a model of a later release alone: they rank on by what they have, and say so once', async () => {
    const started = await trained();
    const [first, second] = started;
    const { storage, services } = first;
    await services.shops.get(organizationId);
    const current = (await storage.models.current(organizationId))!;
    const header = new TextEncoder().encode(
      JSON.stringify({ kind: 'whole', format: MODEL_FORMAT + 1, other: [] }),
    );
    const bytes = new Uint8Array(4 + header.length + 9);
    new DataView(bytes.buffer).setUint32(0, header.length, true);
    bytes.set(header, 4);
    await storage.models.put({ ...current, version: 'm-later', bytes, builtAt: now });
    for (let n = 0; n < 60; n++) await visit(first, `since-${n}`, `p${n % 20}`, `p${(n * 3) % 20}`);
    await lookWhenOver([first, second]);
    await lookWhenOver([first, second]);
    const { builder } = services;
    await assert.rejects(trainModel(storage, builder, organizationId, now), /stored by a later release/);
    assert.equal(await storage.models.currentVersion(organizationId), 'm-later');
    assert.equal(services.shops.peek(organizationId)?.learned.version, current.version);
    const told = ({ faults }: Node) => faults.filter((error) => error instanceof NewerModel).length;
    assert.ok(told(first) + told(second) >= 1 && told(first) <= 2 && told(second) <= 1);
  });
});
