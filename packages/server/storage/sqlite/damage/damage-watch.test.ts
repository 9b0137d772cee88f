import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { OrganizationId, StorageObserver } from '../../ports.ts';
import { databasePath } from '../connection/database.ts';
import { openSqliteStorage } from '../storage.ts';
import { DamageWatch } from './damage-watch.ts';
import { CHECKED_AT_START } from './start-check.ts';

let folder: string;
const damages: string[] = [];
const failures: string[] = [];
let checked: Promise<void>;
let observer: StorageObserver;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-watch-'));
  damages.length = 0;
  failures.length = 0;
  checked = new Promise((resolve) => {
    observer = {
      damaged: ({ message }) => damages.push(message),
      failing: ({ name }) => failures.push(name),
      checked: resolve,
    };
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const failure = (errcode: number) => Object.assign(new Error('told by SQLite'), { errcode });

describe('a watch over a store', () => {
  it('takes corruption, a file that is no database, and unreadable pages for damage, and tells it once', () => {
    for (const code of [11, 267, 26, 266, 522, 8202, 8458]) {
      const watch = new DamageWatch(folder, observer);
      watch.failed(failure(code));
      watch.failed(failure(code));
      assert.match(
        damages.pop() ?? '',
        new RegExp(`decidable\\.db is damaged \\(SQLITE_\\w+, ${code}: told by SQLite\\)`),
      );
      assert.equal(damages.length, 0);
      assert.notEqual(watch.damage, undefined);
    }
  });

  it('takes a full disk, a lock and a failed write for failures, each told once a minute', () => {
    const watch = new DamageWatch(folder, observer);
    for (const code of [13, 5, 778, 13, 5, 778]) watch.failed(failure(code));
    watch.failed(new Error('of a statement'));
    for (let time = 0; time < 2; time++)
      watch.markFailed(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    assert.deepEqual(failures, ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR', 'ENOSPC']);
    assert.equal(watch.damage, undefined);
  });
});

describe('a store that is too large to be checked at the start', () => {
  const organizationId = 'org_a' as OrganizationId;
  beforeEach(async () => {
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    const csv = new Uint8Array((CHECKED_AT_START + 500) * 4096).fill(65);
    await storage.catalogues.put({ organizationId, version: 'v1', products: 1, importedAt: 0, csv });
    await storage.close();
  });

  it('is checked while it runs, and is sound', async () => {
    const storage = await openSqliteStorage({ folder, role: 'serve', observer });
    await checked;
    await storage.ping();
    await storage.close();
    assert.deepEqual(damages, []);
  });

  it('is checked again where the check met a lock, and until then does not count as checked', async () => {
    const holder = new DatabaseSync(databasePath(folder));
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT');
    const told: string[] = [];
    let failed = () => {};
    const failure = new Promise<void>((resolve) => {
      failed = resolve;
    });
    const watch = new DamageWatch(folder, {
      failing: ({ name }) => {
        told.push(name);
        failed();
      },
      checked: () => {
        told.push('checked');
        observer.checked?.();
      },
    });
    watch.checkPages(10);
    await failure;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told, ['SQLITE_BUSY']);
    holder.close();
    await checked;
    await watch.close();
    assert.deepEqual(told, ['SQLITE_BUSY', 'checked']);
    assert.equal(watch.damage, undefined);
  });

  it('is found damaged while it runs, though nobody reads the page', async () => {
    const database = new DatabaseSync(databasePath(folder));
    const { rootpage } = database
      .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'artefact_parts'`)
      .get() as { rootpage: number };
    database.close();
    const file = openSync(databasePath(folder), 'r+');
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (rootpage - 1) * 4096);
    closeSync(file);
    let damaged = () => {};
    const found = new Promise<void>((resolve) => {
      damaged = resolve;
    });
    const storage = await openSqliteStorage({
      folder,
      role: 'serve',
      observer: {
        damaged: (damage) => {
          observer.damaged?.(damage);
          damaged();
        },
        checked: () => assert.fail('it counts as checked'),
      },
    });
    await found;
    await assert.rejects(storage.ping(), { name: 'DamagedStore' });
    await storage.close();
    assert.equal(damages.length, 1);
    assert.match(damages[0] ?? '', /decidable\.db is damaged \((table artefact_parts|SQLITE_CORRUPT)/);
  });
});
