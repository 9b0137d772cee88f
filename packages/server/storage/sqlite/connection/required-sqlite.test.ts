import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteStorage } from '../storage.ts';
import { openForReading, openForWriting } from './database.ts';
import { requireSqlite, UnsuitableSqlite } from './required-sqlite.ts';

test('an SQLite that takes NOOP for a checkpoint is refused, with the versions at hand', () => {
  for (const version of ['3.49.1', '3.50.9', '2.99.0', 'unknown', '']) {
    assert.throws(() => requireSqlite(version), UnsuitableSqlite, version);
  }
  assert.throws(() => requireSqlite('3.49.1'), /needs SQLite 3\.51\.0 .* SQLite 3\.49\.1\./);
  for (const version of ['3.51.0', '3.51.2', '3.53.4', '4.0.0']) requireSqlite(version);
});

test('a store does not open on an SQLite that is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const real = Object.getOwnPropertyDescriptor(process, 'versions')!;
  t.after(() => Object.defineProperty(process, 'versions', real));
  Object.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: '3.49.1' } });
  await assert.rejects(openSqliteStorage({ folder, role: 'serve' }), UnsuitableSqlite);
});

test('the SQLite that runs here reads the state of the log by NOOP, and leaves the log as it is', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-sqlite-'));
  const writer = openForWriting(folder);
  t.after(() => {
    writer.close();
    rmSync(folder, { recursive: true });
  });
  writer.exec('CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)');
  const state = () => Object.values(writer.prepare('PRAGMA wal_checkpoint(NOOP)').get()!);
  const [busy, pages, folded] = state();
  assert.equal(busy, 0);
  assert.ok(Number(pages) > 0);
  assert.equal(folded, 0);
  const reader = openForReading(folder);
  assert.deepEqual(state(), [0, pages, 0]);
  reader.close();
});
