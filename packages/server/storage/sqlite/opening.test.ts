import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type OrganizationId, type SessionId, StoreUnavailable } from '../ports.ts';
import { LOG_KEPT, openForReading, openForWriting } from './connection/database.ts';
import { migrate, SCHEMA_VERSION } from './connection/schema.ts';
import { openSqliteStorage } from './storage.ts';
import { ThreadWriter } from './writer/thread-writer.ts';

/** Whether nobody has the database open: the last connection that is closed removes the log. */
const isLeft = (folder: string): boolean => !existsSync(join(folder, 'decidable.db-wal'));

describe('opening a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-opening-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes the folder and the schema, and finds them again', async () => {
    const deeper = join(folder, 'not', 'yet', 'there');
    for (let time = 0; time < 2; time++) {
      const storage = await openSqliteStorage({ folder: deeper, role: 'serve' });
      await storage.ping();
      await storage.close();
    }
    assert.equal(statSync(deeper).mode & 0o777, 0o700, 'others may not read what shoppers did');
  });

  it('refuses a store of a later release, and leaves it as it is', async () => {
    const database = openForWriting(folder);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    await assert.rejects(openSqliteStorage({ folder, role: 'serve' }), /later release/);
    assert.equal(database.prepare('PRAGMA user_version').get()?.user_version, SCHEMA_VERSION + 1);
    database.close();
  });

  it('leaves the folder free when it fails', async () => {
    const database = openForWriting(folder);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    await assert.rejects(openSqliteStorage({ folder, role: 'serve' }), /later release/);
    database.exec('PRAGMA user_version = 0');
    database.close();
    assert.ok(isLeft(folder));
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.close();
  });

  it('lets go of the database before the folder, where it takes no write', async () => {
    await (await openSqliteStorage({ folder, role: 'serve' })).close();
    const other = openForWriting(folder);
    other.exec('BEGIN IMMEDIATE');
    const writer = { patience: 1 };
    await assert.rejects(openSqliteStorage({ folder, role: 'serve', writer }), StoreUnavailable);
    other.exec('ROLLBACK');
    other.close();
    assert.ok(isLeft(folder));
    await (await openSqliteStorage({ folder, role: 'serve' })).close();
  });

  it('refuses a second service of the same folder, also of the same process, but not a command', async () => {
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    await assert.rejects(openSqliteStorage({ folder, role: 'serve' }), { name: 'FolderInUse' });
    const command = await openSqliteStorage({ folder, role: 'command' });
    await command.ping();
    await command.close();
    await storage.close();
    await (await openSqliteStorage({ folder, role: 'serve' })).close();
  });

  it('says that the store is damaged where a file is not a database', async () => {
    writeFileSync(
      join(folder, 'decidable.db'),
      'not a database, but long enough to be looked at '.repeat(50),
    );
    await assert.rejects(openSqliteStorage({ folder, role: 'serve' }), { name: 'DamagedStore' });
  });
});

describe('a data folder that cannot be taken', () => {
  for (const [what, name, inTheWay] of [
    ['whose lock is no database', 'serve.lock', (path: string) => writeFileSync(path, 'x'.repeat(1_000))],
    ['whose lock is a folder', 'serve.lock', mkdirSync],
    ['whose holder cannot be named', 'serve.process', mkdirSync],
  ] as const) {
    it(`${what} is unavailable, not in use, and taken once that is mended`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'decidable-opening-'));
      inTheWay(join(folder, name));
      await assert.rejects(openSqliteStorage({ folder, role: 'serve' }), StoreUnavailable);
      rmSync(join(folder, name), { recursive: true });
      const storage = await openSqliteStorage({ folder, role: 'serve' });
      await storage.close();
      rmSync(folder, { recursive: true });
    });
  }

  it('below a file is unavailable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-opening-'));
    writeFileSync(join(folder, 'file'), '');
    for (const role of ['serve', 'command'] as const) {
      const opening = openSqliteStorage({ folder: join(folder, 'file', 'data'), role });
      await assert.rejects(opening, StoreUnavailable);
    }
    rmSync(folder, { recursive: true });
  });
});

/** What the log may have in bytes: twice the length at which the writer checkpoints it, since others may do so meanwhile. */
const LONGEST = 2 * 16_000 * 4_096;

describe('the writer thread', () => {
  it('is started again after it died, and loses only what it was writing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-thread-'));
    const data = join(folder, 'data');
    // A thread that finds a file where its folder should be ends as it starts.
    writeFileSync(data, '');
    const writer = new ThreadWriter({ folder: data, node: 'local', options: {} });
    await assert.rejects(writer.write('pulse', 1), StoreUnavailable);
    await assert.rejects(writer.write('pulse', 2), StoreUnavailable);
    renameSync(data, join(folder, 'elsewhere'));
    mkdirSync(data);
    const database = openForWriting(data);
    migrate(database);
    await writer.write('pulse', 3);
    assert.equal(database.prepare('SELECT at FROM pulse').get()?.at, 3);
    database.close();
    await writer.close();
    rmSync(folder, { recursive: true });
  });

  it('folds its log into the database as it goes, so that the log does not grow without end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-thread-'));
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    try {
      const organizationId = 'org_a' as OrganizationId;
      const megabytes = 160;
      const csv = new Uint8Array(megabytes * 1_000_000);
      await storage.catalogues.put({ organizationId, version: 'v1', products: 1, importedAt: 0, csv });
      const log = statSync(join(folder, 'decidable.db-wal')).size;
      assert.ok(log < LONGEST, `${log} bytes`);
      const database = statSync(join(folder, 'decidable.db')).size;
      assert.ok(database > megabytes * 1_000_000 - LONGEST, `${database} bytes`);
    } finally {
      await storage.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('gives back what its log grew to beside a long read of another process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-thread-'));
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    const length = () => statSync(join(folder, 'decidable.db-wal')).size;
    const organizationId = 'org_a' as OrganizationId;
    const put = (version: string, bytes: number) =>
      storage.catalogues.put({
        organizationId,
        version,
        products: 1,
        importedAt: 0,
        csv: new Uint8Array(bytes),
      });
    try {
      const other = openForReading(folder);
      other.exec('BEGIN');
      other.prepare('SELECT COUNT(*) FROM organizations').get();
      await put('long', LOG_KEPT);
      assert.ok(length() > LOG_KEPT, `${length()} bytes`);
      other.close();
      for (let n = 0; length() > LOG_KEPT; n++) await put(`more-${n}`, 1);
      assert.equal(length(), LOG_KEPT);
    } finally {
      await storage.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('folds its log in and begins it anew while writes of many go on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-thread-'));
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    const organizationId = 'org_a' as OrganizationId;
    const at = Date.now();
    const rounds = 300;
    const each = 100;
    try {
      for (let round = 0; round < rounds; round++) {
        const data = 'x'.repeat(4_000);
        await Promise.all(
          Array.from({ length: each }, (_, n) => {
            const event = {
              eventId: `${round}-${n}`,
              sessionId: `s${n}` as SessionId,
              name: 'seen',
              at,
              data,
            };
            return storage.commit({ organizationId, at, writes: [{ kind: 'event', event }] });
          }),
        );
      }
      let found = 0;
      for await (const _ of storage.outcomes.events(organizationId, 0)) found++;
      assert.equal(found, rounds * each);
      // 120 MB were written at least.
      const log = statSync(join(folder, 'decidable.db-wal')).size;
      assert.ok(log < LONGEST, `${log} bytes`);
    } finally {
      await storage.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('finishes what it accepted before it closes, and accepts nothing afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-thread-'));
    const database = openForWriting(folder);
    migrate(database);
    const writer = new ThreadWriter({ folder, node: 'local', options: {} });
    const writes = Array.from({ length: 3_000 }, (_, at) => writer.write('pulse', at));
    const closed = writer.close();
    await assert.rejects(writer.write('pulse', 4_000), StoreUnavailable);
    await Promise.all(writes);
    await closed;
    assert.equal(database.prepare('SELECT at FROM pulse').get()?.at, 2_999);
    database.close();
    rmSync(folder, { recursive: true });
  });
});
