import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { OrganizationId } from '../../ports.ts';
import { openSqliteStorage } from '../storage.ts';
import { saltsOf } from './damaged-frames.ts';
import { readMarker } from './marker-file.ts';

const script = fileURLToPath(new URL('../write-load.child.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-damage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const database = () => join(folder, 'decidable.db');
const log = () => join(folder, 'decidable.db-wal');
const marker = () => join(folder, 'store.json');

const marked = (): number => (existsSync(marker()) ? JSON.parse(readFileSync(marker(), 'utf8')).number : 0);

/** Runs a load of commits in another process, and kills it after `marks` marks and `lines` lines of it: the log is left. */
async function killedAfter(marks: number, lines = 0): Promise<void> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, folder, 'a', '4'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const _ of createInterface(child.stdout!)) {
    if (marked() >= marks && lines-- <= 0) break;
  }
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** The same, until writes are in the log alone: a checkpoint may have put all of them into the database. */
async function killedWithLog(): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await killedAfter(3, 10 * tries);
    const { number, log: durable } = readMarker(folder)!;
    const present = saltsOf(log());
    const alone = join(folder, 'alone.db');
    copyFileSync(database(), alone);
    const copy = new DatabaseSync(alone);
    const found = copy.prepare('SELECT number FROM store_marks').get()!.number;
    copy.close();
    for (const file of [alone, `${alone}-wal`, `${alone}-shm`]) rmSync(file, { force: true });
    if (Number(found) < number && durable !== undefined && isDeepStrictEqual(present, durable.salts)) return;
  }
  assert.fail('Each of 20 kills came just after a checkpoint.');
}

/** A store that was closed, with some content. */
async function closedStore(): Promise<void> {
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  const organizationId = 'org_a' as OrganizationId;
  await storage.organizations.create({ id: organizationId, name: 'A', createdAt: 0 });
  const csv = new Uint8Array(600_000).fill(65);
  await storage.catalogues.put({ organizationId, version: 'v1', products: 1, importedAt: 0, csv });
  await storage.close();
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

/** No start, as the service or as a command, and each names the file and the way back. */
async function refused(message: RegExp): Promise<void> {
  for (const role of ['serve', 'command', 'serve'] as const) {
    await assert.rejects(openSqliteStorage({ folder, role }), (error: Error) => {
      assert.equal(error.name, 'DamagedStore', error.stack);
      assert.match(error.message, message);
      assert.match(error.message, /decidable restore COPY --data .* --replace/);
      return true;
    });
  }
}

describe('a store whose database is damaged while no service runs', () => {
  it('by zeroed pages is refused', async () => {
    await closedStore();
    for (let page = 1; page < 12; page++) overwrite(database(), page * 4096, new Uint8Array(4096));
    await refused(/decidable\.db is damaged/);
  });

  it('by a destroyed first page is refused', async () => {
    await closedStore();
    overwrite(database(), 0, new Uint8Array(4096));
    await refused(/decidable\.db is damaged.*SQLITE_NOTADB/);
  });

  it('by flipped bytes in a page is refused', async () => {
    await closedStore();
    // The header of a page and its list of cells.
    overwrite(database(), 4 * 4096, new Uint8Array(64).fill(0xa5));
    await refused(/decidable\.db is damaged/);
  });

  it('by a cut-off end is refused', async () => {
    await closedStore();
    truncateSync(database(), Math.floor(statSync(database()).size / 8192) * 4096);
    await refused(/decidable\.db is (damaged|shorter)/);
  });

  it('by being emptied is refused, and stays as it is', async () => {
    await closedStore();
    truncateSync(database(), 0);
    await refused(/decidable\.db is empty/);
    assert.equal(statSync(database()).size, 0);
  });

  it('by being replaced by a new database is refused', async () => {
    await closedStore();
    const other = mkdtempSync(join(tmpdir(), 'decidable-damage-'));
    await (await openSqliteStorage({ folder: other, role: 'serve' })).close();
    renameSync(join(other, 'decidable.db'), database());
    rmSync(other, { recursive: true });
    await refused(/decidable\.db is another store/);
  });

  it('by being replaced by a database without tables is refused', async () => {
    await closedStore();
    rmSync(database());
    const { DatabaseSync } = await import('node:sqlite');
    const empty = new DatabaseSync(database());
    empty.exec('VACUUM');
    empty.close();
    await refused(/decidable\.db is empty/);
  });

  it('by being removed is refused, and no new store is begun', async () => {
    await closedStore();
    rmSync(database());
    await refused(/decidable\.db is missing/);
    assert.ok(!existsSync(database()));
  });

  it('by being replaced by an older copy of itself is refused', async () => {
    await closedStore();
    const older = readFileSync(database());
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.organizations.create({ id: 'org_b' as OrganizationId, name: 'B', createdAt: 0 });
    await storage.close();
    writeFileSync(database(), older);
    await refused(/older than .*store\.json/);
  });
});

describe('a store whose files are removed while it is open', () => {
  for (const role of ['serve', 'command'] as const) {
    it(`begins no new one when it is closed (${role})`, async () => {
      const storage = await openSqliteStorage({ folder, role });
      rmSync(folder, { recursive: true });
      await storage.close();
      assert.ok(!existsSync(database()));
    });
  }
});

describe('a store that was not closed', () => {
  it('is refused where its log was removed', async () => {
    await killedWithLog();
    rmSync(log());
    await refused(/older than .*store\.json/);
  });

  it('is refused where its log lost its end', async () => {
    await killedWithLog();
    truncateSync(log(), 32 + 4120 * 3);
    await refused(/(older than .*store\.json|decidable\.db-wal is damaged)/);
  });

  it('is refused where a byte in the middle of its log is flipped, and the log stays as it is', async () => {
    await killedWithLog();
    const bytes = readFileSync(log());
    // Frames behind those of the present generation are left over from an earlier one, and read by nobody.
    const middle = 32 + 4120 * Math.floor(readMarker(folder)!.log!.frames / 2) + 1_000;
    overwrite(log(), middle, new Uint8Array([bytes[middle]! ^ 1]));
    await refused(/decidable\.db-wal is damaged/);
    assert.equal(statSync(log()).size, bytes.length);
  });

  it('is refused where its database is gone and only the log is left', async () => {
    await killedAfter(3);
    rmSync(database());
    rmSync(marker());
    await refused(/decidable\.db is missing/);
  });

  it('starts as it was where nothing is damaged', async () => {
    await killedAfter(3);
    await (await openSqliteStorage({ folder, role: 'command' })).close();
    await (await openSqliteStorage({ folder, role: 'serve' })).close();
  });
});

describe('a store of the current release, which has no marker', () => {
  it('is taken as it is, and has one from then on', async () => {
    await closedStore();
    rmSync(marker());
    await (await openSqliteStorage({ folder, role: 'serve' })).close();
    assert.ok(existsSync(marker()));
  });
});
