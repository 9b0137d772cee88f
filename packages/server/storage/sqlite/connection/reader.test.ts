import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { databasePath, openForReading } from './database.ts';
import { Reader } from './reader.ts';

const ROWS = 60_000;

describe('a long scan', () => {
  let folder: string;
  let writing: DatabaseSync;
  let reader: Reader;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-reader-'));
    writing = new DatabaseSync(databasePath(folder));
    writing.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE numbers (n INTEGER PRIMARY KEY, text TEXT);
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${ROWS})
      INSERT INTO numbers SELECT n, 'a text of some length, as rows have ' || n FROM counted;
    `);
    reader = new Reader(openForReading(folder));
  });
  after(() => {
    reader.close();
    writing.close();
    rmSync(folder, { recursive: true });
  });

  const scan = () =>
    reader.scan<{ n: number; text: string }>(
      'SELECT n, text FROM numbers WHERE n > ? ORDER BY n',
      [0],
      (row) => [row.n],
    );

  it('gives every row once, in order', async () => {
    let expected = 0;
    for await (const { n } of scan()) assert.equal(n, ++expected);
    assert.equal(expected, ROWS);
  });

  it('lets the event loop turn between slices, at each of which no read transaction stays open', async () => {
    let turns = 0;
    let checkpointed = 0;
    let rows = 0;
    let over = false;
    const turn = () => {
      if (over) return;
      turns++;
      // A reader in the middle of a transaction would keep the log from being folded in to its end.
      writing.exec(`UPDATE numbers SET text = 'changed' WHERE n = 1`);
      const state = writing.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
      if (state?.log === state?.checkpointed) checkpointed++;
      setImmediate(turn);
    };
    setImmediate(turn);
    for await (const _ of scan()) rows++;
    over = true;
    assert.equal(rows, ROWS);
    assert.ok(turns > 1, `${turns} turns`);
    assert.equal(checkpointed, turns);
  });
});
