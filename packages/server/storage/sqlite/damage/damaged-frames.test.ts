import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { logPath, openForWriting } from '../connection/database.ts';
import { type DurableLog, damagedFrame, saltsOf } from './damaged-frames.ts';

/** Bytes of a frame with its page. */
const FRAME = 24 + 4096;

let folder: string;
let database: DatabaseSync;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-log-'));
  database = openForWriting(folder);
  path = logPath(folder);
  database.exec('CREATE TABLE t (a)');
  for (let n = 0; n < 300; n++) database.exec(`INSERT INTO t VALUES (randomblob(3000))`);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const framesIn = () => Math.floor((statSync(path).size - 32) / FRAME);
const durable = (frames = framesIn()): DurableLog => ({ salts: saltsOf(path)!, frames });

/** Damages a copy of the log: SQLite has the other one open. */
function copyWith(change: (bytes: Buffer) => void): string {
  const bytes = readFileSync(path);
  change(bytes);
  const copy = join(folder, 'copy');
  writeFileSync(copy, bytes);
  return copy;
}

describe('a log', () => {
  it('that is whole has no damaged frame, whatever follows what was durable', () => {
    assert.ok(framesIn() > 256, 'more than are read at a time');
    assert.equal(damagedFrame(path, durable()), undefined);
    const before = durable(3);
    assert.equal(
      damagedFrame(
        copyWith((bytes) => bytes.fill(0, 32 + 3 * FRAME)),
        before,
      ),
      undefined,
    );
  });

  it('is damaged in the frame whose byte has changed, in its header or its page', () => {
    const known = durable();
    for (const frame of [1, 200, 257, framesIn()]) {
      const at = 32 + (frame - 1) * FRAME;
      for (const byte of [0, 5, 9, 17, 24, FRAME - 1]) {
        assert.equal(
          damagedFrame(
            copyWith((bytes) => (bytes[at + byte]! ^= 1)),
            known,
          ),
          frame,
          `byte ${byte}`,
        );
      }
    }
  });

  it('is damaged where it ends before what was durable', () => {
    const known = durable();
    const copy = copyWith(() => {});
    truncateSync(copy, 32 + 10 * FRAME + 100);
    assert.equal(damagedFrame(copy, known), 11);
    truncateSync(copy, 32);
    assert.equal(damagedFrame(copy, known), 1);
  });

  it('is not compared where it has begun again, is missing, or has no header', () => {
    const known = durable();
    database.exec('PRAGMA wal_checkpoint(RESTART)');
    database.exec('INSERT INTO t VALUES (1)');
    assert.notDeepEqual(saltsOf(path), known.salts);
    assert.equal(damagedFrame(path, known), undefined);
    assert.equal(damagedFrame(join(folder, 'nowhere'), known), undefined);
    const empty = join(folder, 'empty');
    appendFileSync(empty, '');
    assert.equal(damagedFrame(empty, known), undefined);
    assert.equal(
      damagedFrame(
        copyWith((bytes) => (bytes[2]! ^= 1)),
        known,
      ),
      undefined,
    );
  });
});
