import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { OrganizationId, Retention, SessionId, Storage, StoredCatalogue, Write } from '../../ports.ts';
import { SqliteChangeFeed } from '../change-feed.ts';
import { openForReading, openForWriting } from '../connection/database.ts';
import { Reader } from '../connection/reader.ts';
import { migrate } from '../connection/schema.ts';
import type { CatalogueWrites } from '../repositories/catalogues.ts';
import { SqliteCatalogues } from '../repositories/catalogues.ts';
import type { PartWrites } from '../repositories/versioned-bytes.ts';
import { openSqliteStorage } from '../storage.ts';
import { commitRecord } from '../writer/commit-record.ts';
import { GroupCommit } from '../writer/group-commit.ts';
import { InlineWriter } from '../writer/inline-writer.ts';
import type { StoreWrites } from '../writer/store-writes.ts';
import type { Queued, Writer } from '../writer/writer.ts';
import type { RetentionCursor } from './retention.ts';

const now = Date.UTC(2025, 2, 14);
const retention: Retention = { sessions: 1_000, outcomes: 2_000, decisions: 3_000, exports: 4_000 };
const organizationId = 'org_a' as OrganizationId;

describe('retention', () => {
  let folder: string;
  let database: DatabaseSync;
  let writer: InlineWriter;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-retention-'));
    database = openForWriting(folder);
    migrate(database);
    writer = new InlineWriter(database, 'local');
    for (const id of ['org_a', 'org_b', 'org_c'] as OrganizationId[]) {
      const args = [{ id, name: id, createdAt: now }];
      await writer.write('operate', { repository: 'organizations', operation: 'create', args });
    }
  });
  afterEach(async () => {
    await writer.close();
    rmSync(folder, { recursive: true });
  });

  const commit = (at: number, ...writes: Write[]) =>
    writer.write('commit', commitRecord({ organizationId, at, writes }));
  const count = (table: string) =>
    Number(database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n ?? Number.NaN);

  /** One whole round; returns how many steps it took. */
  async function round({ at = now, after = () => {} } = {}): Promise<number> {
    let cursor: RetentionCursor | null = {};
    let steps = 0;
    while (cursor !== null) {
      cursor = await writer.write('retain', { retention, now: at, cursor });
      after();
      steps++;
    }
    return steps;
  }

  const visit = (sessionId: string): Write => ({
    kind: 'signals',
    sessionId: sessionId as SessionId,
    after: 0,
    openedAt: now,
    batchId: 'b',
    snapshot: { sequence: 1, profile: '{}' },
    signals: [{ type: 'search', at: now }],
  });

  it('removes idle sessions with their signals, snapshots and batch ids, and keeps the others', async () => {
    await commit(now - 1_001, visit('idle'));
    await commit(now - 1_000, visit('alive'));
    await round();
    for (const table of ['sessions', 'signal_runs', 'snapshots', 'batches']) {
      const [row] = database.prepare(`SELECT session_id FROM ${table}`).all();
      assert.equal(count(table), 1, table);
      assert.equal(row?.session_id, 'alive', table);
    }
  });

  it('leaves sessions alone that have rows in the journal, until those are compacted', async () => {
    const group = new GroupCommit(database, 'local', { afterRows: 2, stepRows: 1 });
    const run = (write: Queued<StoreWrites>) => {
      const [result] = group.run([write]);
      assert.ok(result?.ok, JSON.stringify(result));
      return result.output;
    };
    for (const name of ['one', 'two', 'three']) {
      const input = commitRecord({ organizationId, at: now - 9_000, writes: [visit(name)] });
      run({ name: 'commit', input });
    }
    const retain = () => {
      let cursor: RetentionCursor | null = {};
      for (let steps = 0; cursor !== null && steps < 10; steps++) {
        cursor = run({ name: 'retain', input: { retention, now, cursor } }) as RetentionCursor | null;
      }
    };
    retain();
    assert.equal(count('journal'), 3);
    for (let steps = 0; count('journal') > 0; steps++) {
      group.maintainWhenIdle(steps * 60_000);
      retain();
      // Sessions that a crash would compact again are still there.
      if (count('journal') > 0) assert.equal(count('sessions'), Math.min(steps + 1, 3));
    }
    retain();
    assert.equal(count('sessions') + count('signal_runs') + count('batches'), 0);
  });

  it('removes old events and exposures with the ids that made them count once', async () => {
    const sessionId = 's' as SessionId;
    const event = { eventId: 'e1', sessionId, name: 'n', at: now - 2_001 };
    const exposure = { sessionId, decisionId: 'd', itemId: 'i', at: now - 2_001 };
    await commit(now, { kind: 'event', event }, { kind: 'exposures', exposures: [exposure] });
    await commit(now, { kind: 'event', event: { ...event, eventId: 'e2', at: now - 2_000 } });
    await round();
    assert.equal(count('events'), 1);
    assert.equal(count('exposures'), 0);
    const [outcome] = await commit(now, { kind: 'event', event: { ...event, at: now } });
    assert.deepEqual(outcome, { kind: 'event', duplicate: false });
  });

  it('removes old orders, and keeps the others', async () => {
    const orders = [
      { orderId: 'old', at: now - 2_001, products: [{ id: 'a' }] },
      { orderId: 'kept', at: now - 2_000, products: [{ id: 'a' }] },
    ];
    const args = [organizationId, orders, now];
    await writer.write('operate', { repository: 'orders', operation: 'put', args });
    await round();
    assert.deepEqual(
      database
        .prepare('SELECT order_id FROM orders')
        .all()
        .map((row) => row.order_id),
      ['kept'],
    );
  });

  it('removes when orders were last changed long ago, and keeps later changes', async () => {
    for (const [orderId, changedAt] of [
      ['old', now - 2_001],
      ['kept', now - 2_000],
    ] as const) {
      const args = [organizationId, { orderId, changedAt }, now];
      await writer.write('operate', { repository: 'orders', operation: 'change', args });
    }
    await round();
    assert.equal(count('order_changes'), 1);
    assert.equal(database.prepare('SELECT order_id FROM order_changes').get()?.order_id, 'kept');
  });

  it('removes old ids of requests that were counted once, and not their counts', async () => {
    for (const at of [now - 2_001, now - 2_000]) {
      const once = { organizationId, at, metered: '/catalog/audit', requestId: 'r', writes: [] };
      await writer.write('commit', commitRecord(once));
    }
    await round();
    assert.equal(count('counted_requests'), 1);
    assert.equal(database.prepare('SELECT SUM(requests) AS n FROM usage').get()?.n, 2);
  });

  describe('of what was being written when a process died', () => {
    const part = (version: string, number: number, kind: 'catalogue' | 'model' = 'catalogue') =>
      writer.write('putPart', {
        organizationId,
        kind,
        content: version,
        part: number,
        bytes: new Uint8Array(3),
      });
    const versions = () =>
      database
        .prepare('SELECT DISTINCT version FROM parts ORDER BY version')
        .all()
        .map(({ version }) => version);
    const HOUR = 3_600_000;
    const publish = (version: string, bytes: number) =>
      writer.write('publishCatalogue', { organizationId, version, bytes, products: 1, importedAt: now });

    it('removes parts that nothing names an hour after they were found, and nothing else', async () => {
      await part('dead', 0);
      await part('dead', 1, 'model');
      await part('published', 0);
      await publish('published', 3);
      await round();
      await round({ at: now + HOUR - 1 });
      assert.deepEqual(versions(), ['dead', 'published']);
      await part('under way', 0);
      await round({ at: now + HOUR });
      assert.deepEqual(versions(), ['published', 'under way']);
      await part('under way', 1);
      assert.equal(await publish('under way', 6), 'stored');
      for (let hours = 2; hours < 5; hours++) await round({ at: now + hours * HOUR });
      // The one before it is by then too old.
      assert.deepEqual(versions(), ['under way']);
    });

    it('leaves alone what is put again in the meantime, under the version of the dead one', async () => {
      await part('again', 0);
      await part('other', 0);
      await round();
      await part('again', 0);
      await round({ at: now + HOUR });
      assert.deepEqual(versions(), ['again']);
    });

    it('goes through everything in small steps, of which none removes more than two megabytes', async () => {
      const many = 250;
      for (let version = 0; version < many; version++) await part(`v${version}`, 0);
      await round();
      let most = 0;
      let before = many;
      const removed = () => {
        const left = count('parts');
        most = Math.max(most, before - left);
        before = left;
      };
      await round({ at: now + HOUR, after: removed });
      assert.equal(before, 0);
      assert.equal(most, 8);
    });
  });

  it('removes many versions in one step where they are small, and one at a time where they are not', async () => {
    const put = async (version: string, bytes: number) => {
      const part = { organizationId, content: version, part: 0, bytes: new Uint8Array(bytes) };
      await writer.write('putPart', { ...part, kind: 'model' });
      const facts = { organizationId, version, bytes, catalogueVersion: null, builtAt: now - 9_000 };
      await writer.write('publishModel', { ...facts, content: version });
    };
    const most = async () => {
      let before = count('models');
      let removed = 0;
      const after = () => {
        removed = Math.max(removed, before - count('models'));
        before = count('models');
      };
      await round({ after });
      assert.equal(before, 1);
      assert.equal(count('parts'), 1);
      return removed;
    };
    for (let version = 0; version < 60; version++) await put(`small-${version}`, 1_000);
    assert.equal(await most(), 20);
    for (let version = 0; version < 5; version++) await put(`large-${version}`, 2_000_000);
    assert.equal(await most(), 1);
    for (let version = 0; version < 6; version++) await put(`half-${version}`, 1_000_000);
    assert.equal(await most(), 2);
  });

  it('removes old decisions, and old catalogues and models that are no longer current', async () => {
    const decision = (id: string, at: number): Write => ({
      kind: 'decision',
      decision: { id, sessionId: 's' as SessionId, endpoint: '/search', at, replay: '', ranked: '' },
    });
    await commit(now, decision('old', now - 3_001), decision('new', now - 3_000));
    for (const version of ['v1', 'v2', 'v3']) {
      const part = { organizationId, content: version, part: 0, bytes: new Uint8Array(3) };
      await writer.write('putPart', { ...part, kind: 'catalogue' });
      await writer.write('putPart', { ...part, kind: 'model' });
      const facts = { organizationId, version, bytes: 3 };
      await writer.write('publishCatalogue', { ...facts, products: 1, importedAt: now - 9_000 });
      await writer.write('publishModel', {
        ...facts,
        content: version,
        catalogueVersion: null,
        builtAt: now - 9_000,
      });
    }
    await round();
    const versions = (table: string) =>
      database
        .prepare(`SELECT version FROM ${table}`)
        .all()
        .map(({ version }) => version);
    assert.deepEqual(
      database
        .prepare('SELECT decision_id FROM decisions')
        .all()
        .map(({ decision_id }) => decision_id),
      ['new'],
    );
    assert.deepEqual(versions('catalogues'), ['v3']);
    assert.deepEqual(versions('models'), ['v3']);
    assert.deepEqual(versions('parts'), ['v3', 'v3']);
  });

  it('keeps what the current model was updated from, however long ago that was', async () => {
    for (const version of ['m-old', 'm-old.1', 'm-older', 'm', 'm.1', 'm.2']) {
      const facts = { organizationId, version, content: version, bytes: 0 };
      await writer.write('publishModel', { ...facts, catalogueVersion: null, builtAt: now - 9_000 });
    }
    await round();
    const kept = database.prepare('SELECT version FROM models ORDER BY version').all();
    assert.deepEqual(
      kept.map(({ version }) => version),
      ['m', 'm.1', 'm.2'],
    );
  });

  it('removes artefacts with their catalogue, and parts of those that were never finished', async () => {
    const facts = { organizationId, bytes: 3, products: 1, importedAt: now - 9_000 };
    const key = (catalogueVersion: string) => ({
      organizationId,
      catalogueVersion,
      kind: 'index',
      format: '1',
    });
    for (const version of ['v1', 'v2']) {
      const bytes = new Uint8Array(3);
      await writer.write('putPart', { organizationId, kind: 'catalogue', content: version, part: 0, bytes });
      await writer.write('publishCatalogue', { ...facts, version });
      const part = { ...key(version), part: 0, bytes };
      await writer.write('putArtefactPart', { ...part, content: `${version} a` });
      await writer.write('publishArtefact', { ...key(version), content: `${version} a`, bytes: 3 });
      for (let dead = 0; dead < 20; dead++) {
        await writer.write('putArtefactPart', { ...part, content: `${version} dead ${dead}` });
      }
    }
    assert.deepEqual([count('artefacts'), count('artefact_parts')], [2, 42]);
    await round();
    assert.deepEqual([count('catalogues'), count('artefacts'), count('artefact_parts')], [1, 1, 21]);
    assert.equal(database.prepare('SELECT catalogue_version FROM artefacts').get()?.catalogue_version, 'v2');
  });

  it('removes old exports, removed ones and those that never came whole, and keeps the others', async () => {
    const most = { files: 100, bytes: 1e9 };
    const file = (id: string, at: number) => ({
      organizationId,
      id,
      kind: 'export' as const,
      name: 'a.csv',
      at,
      bytes: 20,
      facts: '{}',
    });
    const hour = 3_600_000;
    for (const [id, at, isWhole] of [
      ['old', now - 4_001, true],
      ['kept', now - 4_000, true],
      ['removed', now, true],
      ['stuck', now - hour - 1, false],
      ['coming', now - 10, false],
    ] as const) {
      await writer.write('openKeptFile', { ...file(id, at), most });
      for (let part = 0; part < 20; part++)
        await writer.write('putKeptPart', { organizationId, id, part, bytes: new Uint8Array(1) });
      if (isWhole) await writer.write('publishKeptFile', { organizationId, id });
    }
    await writer.write('removeKeptFile', { organizationId, id: 'removed' });
    await round();
    const left = database.prepare('SELECT file_id FROM kept_files ORDER BY file_id').all();
    assert.deepEqual(
      left.map(({ file_id }) => file_id),
      ['coming', 'kept'],
    );
    assert.equal(count('kept_file_parts'), 40);
  });

  it('leaves whole what is put again while its old version is removed', async () => {
    const reader = new Reader(openForReading(folder));
    const changes = new SqliteChangeFeed(reader);
    const catalogueOf = (version: string, importedAt: number): StoredCatalogue => ({
      organizationId,
      version,
      products: 1,
      importedAt,
      csv: new TextEncoder().encode(version),
    });
    const catalogues = new SqliteCatalogues(reader, writer, changes);
    for (const version of ['v1', 'v2']) await catalogues.put(catalogueOf(version, now - 9_000));
    const removing: Writer<CatalogueWrites & PartWrites> = {
      write: async (name, input) => {
        const output = await writer.write(name, input);
        if (name === 'putPart') await round();
        return output;
      },
    };
    await new SqliteCatalogues(reader, removing, changes).put(catalogueOf('v1', now));
    assert.deepEqual(await catalogues.current(organizationId), catalogueOf('v1', now));
    reader.close();
  });

  it('takes small steps, in the same transactions as requests, until all is gone', async () => {
    await commit(
      now,
      ...Array.from({ length: 1_000 }, (_, index): Write => {
        const event = { eventId: `e${index}`, sessionId: 's' as SessionId, name: 'n', at: now - 5_000 };
        return { kind: 'event', event };
      }),
    );
    for (let index = 0; index < 450; index++) await commit(now - 5_000, visit(`s${index}`));
    const cursor = await writer.write('retain', { retention, now, cursor: {} });
    assert.equal(count('events'), 800);
    assert.equal(count('sessions'), 250);
    assert.notEqual(cursor, null);
    await round();
    assert.equal(count('events') + count('sessions') + count('signal_runs'), 0);
  });
});

it('a running store removes nothing unless it was told how long to keep things', async () => {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'decidable-retention-')));
  const event = { eventId: 'old', sessionId: 's' as SessionId, name: 'seen', at: now };
  const left = async (storage: Storage) =>
    (await Array.fromAsync(storage.outcomes.events(organizationId, 0))).length;
  for (const folder of folders) {
    const storage = await openSqliteStorage({ folder, role: 'command' });
    await storage.organizations.create({ id: organizationId, name: 'A', createdAt: now });
    await storage.commit({ organizationId, at: now, writes: [{ kind: 'event', event }] });
    await storage.close();
  }
  const [untold, told] = await Promise.all(
    folders.map((folder, n) => openSqliteStorage({ folder, role: 'serve', ...(n === 1 && { retention }) })),
  );
  try {
    while ((await left(told!)) > 0) await setTimeout(20);
    assert.equal(await left(untold!), 1);
  } finally {
    await Promise.all([untold!.close(), told!.close()]);
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
});

describe('rounds of retention', () => {
  it('begin an hour after the last, also where the clock was set back meanwhile', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const clock = t.mock.method(Date, 'now', () => now);
    const folder = mkdtempSync(join(tmpdir(), 'decidable-rounds-'));
    const storage = await openSqliteStorage({ folder, role: 'serve', retention });
    const record = (eventId: string, at: number) => {
      const event = { eventId, sessionId: 's' as SessionId, name: 'n', at };
      return storage.commit({ organizationId, at, writes: [{ kind: 'event', event }] });
    };
    const kept = async () => {
      const events = await Array.fromAsync(storage.outcomes.events(organizationId, 0));
      return events.map(({ eventId }) => eventId);
    };
    /** Each step is a write, and written before that of the ping after it. */
    const steps = async (count: number) => {
      for (let step = 0; step < count; step++) {
        t.mock.timers.tick(250);
        await storage.ping();
      }
    };
    const day = 86_400_000;
    try {
      await storage.organizations.create({ id: organizationId, name: 'A', createdAt: now });
      await record('first', now - 10 * day);
      await steps(100);
      assert.deepEqual(await kept(), []);
      await record('second', now - 10 * day);
      await steps(20);
      assert.deepEqual(await kept(), ['second']);
      clock.mock.mockImplementation(() => now - day);
      t.mock.timers.tick(3_600_000);
      await steps(100);
      assert.deepEqual(await kept(), []);
    } finally {
      await storage.close();
      rmSync(folder, { recursive: true });
    }
  });
});
