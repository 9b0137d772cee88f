import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { OrganizationId, SessionId, Storage } from '../../ports.ts';
import { SCHEMA_VERSION } from '../connection/schema.ts';
import { openSqliteStorage } from '../storage.ts';
import { backupStore } from './backup.ts';
import { restoreStore } from './restore.ts';

const organizationId = 'org_a' as OrganizationId;
const now = Date.UTC(2025, 2, 14);

let place: string;
let folder: string;
let copy: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'decidable-copies-'));
  folder = join(place, 'data');
  copy = join(place, 'copy');
});
afterEach(() => rmSync(place, { recursive: true }));

const open = (role: 'serve' | 'command' = 'serve', of = folder) => openSqliteStorage({ folder: of, role });
const writeEvent = (storage: Storage, eventId: string) =>
  storage.commit({
    organizationId,
    at: now,
    metered: '/event',
    writes: [{ kind: 'event', event: { eventId, sessionId: 's' as SessionId, name: 'n', at: now } }],
  });
async function eventsIn(of: string): Promise<string[]> {
  const storage = await open('serve', of);
  const events = await Array.fromAsync(storage.outcomes.events(organizationId, 0));
  await storage.close();
  return events.map(({ eventId }) => eventId);
}
async function storeWith(...events: readonly string[]): Promise<void> {
  const storage = await open();
  for (const event of events) await writeEvent(storage, event);
  await storage.close();
}
const restore = (replace = false, from = copy) => restoreStore({ copy: from, folder, replace, now });
const backUp = () => backupStore({ folder, destination: copy, now });

describe('a backup', () => {
  it('holds every write that was acknowledged before, and none twice, while writes go on', async () => {
    const storage = await open();
    // Enough for many steps of the copy.
    const csv = new Uint8Array(40_000_000);
    await storage.catalogues.put({ organizationId, version: 'v1', products: 1, importedAt: 0, csv });
    const kept: string[] = [];
    let over = false;
    let next = 0;
    const load = async () => {
      while (!over) {
        const id = `e${next++}`;
        await writeEvent(storage, id);
        kept.push(id);
      }
    };
    const loads = Promise.all(Array.from({ length: 20 }, load));
    while (kept.length < 1_000) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = [...kept];
    const shares: number[] = [];
    await backupStore({ folder, destination: copy, now, onProgress: (_, share) => shares.push(share) });
    assert.ok(kept.length > before.length, 'writes went on meanwhile');
    assert.ok(
      shares.some((share) => share > 0 && share < 1),
      'progress was told',
    );
    over = true;
    await loads;
    await storage.close();
    rmSync(folder, { recursive: true });
    await restore();
    const found = await eventsIn(folder);
    assert.equal(new Set(found).size, found.length, 'none twice');
    const there = new Set(found);
    assert.deepEqual(
      before.filter((id) => !there.has(id)),
      [],
    );
    const reopened = await open('command');
    const [line] = await reopened.usage.report(organizationId, '2025-03-14', '2025-03-14');
    assert.equal(line?.requests, found.length, 'an event and its count share a transaction');
    await reopened.close();
  });

  it('includes pending usage and other files of the folder, but none of a process', async () => {
    await storeWith('a');
    writeFileSync(join(folder, 'owed-usage.jsonl'), 'pending\n');
    writeFileSync(join(folder, 'untrusted-forwarding.json'), '{"at":0,"peer":"10.0.0.1"}');
    await backUp();
    assert.deepEqual(readdirSync(copy).sort(), ['backup.json', 'decidable.db', 'owed-usage.jsonl']);
    rmSync(folder, { recursive: true });
    await restore();
    assert.equal(readFileSync(join(folder, 'owed-usage.jsonl'), 'utf8'), 'pending\n');
  });

  it('is refused where its folder exists, where there is no store, and where its place does not exist', async () => {
    await assert.rejects(backUp(), /no store/);
    await storeWith('a');
    mkdirSync(copy);
    await assert.rejects(backUp(), /exists already/);
    const destination = join(place, 'nowhere', 'copy');
    await assert.rejects(backupStore({ folder, destination, now }), {
      name: 'InvalidInput',
      message: /ENOENT/,
    });
  });

  it('of a damaged store is refused, and leaves nothing', async () => {
    await storeWith('a');
    const database = new DatabaseSync(join(folder, 'decidable.db'));
    const { rootpage } = database
      .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'events'`)
      .get() as { rootpage: number };
    database.close();
    const file = openSync(join(folder, 'decidable.db'), 'r+');
    writeSync(file, Buffer.alloc(4096), 0, 4096, (rootpage - 1) * 4096);
    closeSync(file);
    await assert.rejects(backUp(), { name: 'DamagedStore' });
    assert.deepEqual(readdirSync(place), ['data']);
  });
});

describe('a copy', () => {
  beforeEach(async () => {
    await storeWith('a', 'b');
    await backUp();
  });

  it('does not replace a store unless told, and then moves it aside', async () => {
    await storeWith('later');
    await assert.rejects(restore(), { name: 'UnusableStore', message: /--replace/ });
    const { replaced } = await restore(true);
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
    assert.ok(replaced !== null && existsSync(join(replaced, 'decidable.db')));
    assert.deepEqual(await eventsIn(replaced), ['a', 'b', 'later']);
  });

  it('replaces a store that is damaged, and the next start finds nothing to complain about', async () => {
    truncateSync(join(folder, 'decidable.db'), 0);
    await restore(true);
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
  });

  it('is refused while a service runs on the folder', async () => {
    const storage = await open();
    await assert.rejects(restore(true), { name: 'FolderInUse' });
    await storage.close();
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
  });

  it('in which a byte has changed is refused, and the store stays as it is', async () => {
    const file = join(copy, 'decidable.db');
    const bytes = readFileSync(file);
    bytes[bytes.length - 10]! ^= 1;
    writeFileSync(file, bytes);
    await assert.rejects(restore(true), { name: 'InvalidInput', message: /copy is damaged: decidable\.db/ });
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
  });

  it('that is not whole, unfinished, or not there is refused', async () => {
    rmSync(folder, { recursive: true });
    await assert.rejects(restore(false, join(place, 'nowhere')), {
      name: 'InvalidInput',
      message: /cannot be read/,
    });
    rmSync(join(copy, 'decidable.db'));
    await assert.rejects(restore(), { name: 'InvalidInput', message: /decidable\.db is missing/ });
    rmSync(join(copy, 'backup.json'));
    await assert.rejects(restore(), { name: 'InvalidInput', message: /no copy made by/ });
  });

  it('that names a file outside of itself is refused', async () => {
    const path = join(copy, 'backup.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.files.push({ name: '../evil', bytes: 0, sha256: '' });
    writeFileSync(path, JSON.stringify(manifest));
    await assert.rejects(restore(true), { name: 'InvalidInput', message: /outside/ });
  });

  it('made before the proxies of its machine were left out is restored without them', async () => {
    const contents = '{"at":0,"peer":"10.0.0.1"}';
    writeFileSync(join(copy, 'untrusted-forwarding.json'), contents);
    const manifest = JSON.parse(readFileSync(join(copy, 'backup.json'), 'utf8'));
    const sha256 = createHash('sha256').update(contents).digest('hex');
    manifest.files.unshift({ name: 'untrusted-forwarding.json', bytes: contents.length, sha256 });
    writeFileSync(join(copy, 'backup.json'), JSON.stringify(manifest));
    rmSync(folder, { recursive: true });
    await restore();
    assert.equal(existsSync(join(folder, 'untrusted-forwarding.json')), false);
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
  });

  it('of a later release is refused, and the store stays as it is', async () => {
    const path = join(place, 'later.db');
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    database.close();
    await assert.rejects(restore(true, path), { name: 'UnusableStore', message: /later release/ });
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
  });

  it('may be a database file alone, but not any file', async () => {
    await restore(true, join(copy, 'decidable.db'));
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
    appendFileSync(join(place, 'text'), 'no database, but long enough to be one '.repeat(100));
    await assert.rejects(restore(true, join(place, 'text')), {
      name: 'InvalidInput',
      message: /SQLITE_NOTADB/,
    });
    assert.deepEqual(await eventsIn(folder), ['a', 'b']);
  });

  it('may be a database file with its log, as a service that was killed leaves them', async () => {
    const storage = await open();
    await writeEvent(storage, 'only in the log');
    const rescued = join(place, 'rescued.db');
    copyFileSync(join(folder, 'decidable.db'), rescued);
    copyFileSync(join(folder, 'decidable.db-wal'), `${rescued}-wal`);
    await storage.close();
    await restore(true, rescued);
    assert.deepEqual(await eventsIn(folder), ['a', 'b', 'only in the log']);
  });

  it('leaves nothing behind beside what it restored', async () => {
    rmSync(folder, { recursive: true });
    await restore();
    assert.deepEqual(readdirSync(folder).sort(), ['decidable.db', 'serve.lock', 'store.json']);
  });
});

describe('a restore that was cut short', () => {
  it('leaves a folder on which no service starts, until it is repeated', async () => {
    await storeWith('a');
    await backUp();
    // As after a crash between the first and the last step.
    rmSync(join(folder, 'decidable.db'));
    writeFileSync(join(folder, 'store.json'), JSON.stringify({ store: 'restore not finished', number: 0 }));
    await assert.rejects(open(), { name: 'DamagedStore' });
    await restore(true);
    assert.deepEqual(await eventsIn(folder), ['a']);
  });
});
