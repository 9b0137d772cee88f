import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OrganizationId, StoreUnavailable } from '../../ports.ts';
import { databasePath, openForWriting } from '../connection/database.ts';
import { migrate } from '../connection/schema.ts';
import { MAX_GROUP_SIZE, MAX_WAITING, MAX_WAITING_SIZE, ThreadWriter } from './thread-writer.ts';
import { sizeOf } from './write-size.ts';

const organizationId = 'org_waiting' as OrganizationId;

/** A part that counts as so many bytes. */
function part(number: number, size: number) {
  const input = (length: number) => ({
    organizationId,
    kind: 'model' as const,
    content: 'v',
    part: number,
    bytes: new Uint8Array(length),
  });
  return input(size - sizeOf({ name: 'putPart', input: input(0) }));
}

describe('writes that wait for the disk', () => {
  let folder: string;
  let other: DatabaseSync;
  let writer: ThreadWriter;
  let groups: number[];
  /** What the writer is held up with, by the lock of another connection. */
  let first: Promise<null>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-waiting-'));
    const database = openForWriting(folder);
    migrate(database);
    database.close();
    groups = [];
    writer = new ThreadWriter(
      { folder, node: 'local', options: { patience: 600_000 } },
      { group: ({ size }) => groups.push(size) },
    );
    await writer.write('pulse', 0);
    other = new DatabaseSync(databasePath(folder));
    other.exec('BEGIN IMMEDIATE');
    first = writer.write('pulse', 1);
    await nextTurn();
    await nextTurn();
  });
  afterEach(async () => {
    other.close();
    await writer.close();
    rmSync(folder, { recursive: true });
  });

  it('are 20,000, and one more is refused at once, until some are written', async () => {
    const waiting = Array.from({ length: MAX_WAITING }, (_, n) => writer.write('pulse', n + 2));
    await assert.rejects(writer.write('pulse', 0), StoreUnavailable);
    other.exec('ROLLBACK');
    await Promise.all([first, ...waiting]);
    await writer.write('pulse', 0);
  });

  it('are of 64 MB together, the last one what it may be, and one more is refused at once', async () => {
    const piece = 4_000_000;
    const pieces = MAX_WAITING_SIZE / piece;
    const waiting = Array.from({ length: pieces - 1 }, (_, n) => writer.write('putPart', part(n, piece)));
    // One byte less than all is there: there is room for one more, however large.
    waiting.push(writer.write('putPart', part(pieces, piece - 1)));
    waiting.push(writer.write('putPart', part(pieces + 1, piece)));
    await assert.rejects(writer.write('pulse', 0), StoreUnavailable);
    other.exec('ROLLBACK');
    await Promise.all([first, ...waiting]);
    await writer.write('pulse', 0);
  });

  it('are written in groups of 8 MB at most, the last one of each what it may be', async () => {
    const waiting = Array.from({ length: 4 }, (_, n) => writer.write('putPart', part(n, MAX_GROUP_SIZE / 2)));
    waiting.push(writer.write('putPart', part(4, MAX_GROUP_SIZE - 1)));
    waiting.push(writer.write('pulse', 0), writer.write('pulse', 0));
    groups = [];
    other.exec('ROLLBACK');
    await Promise.all([first, ...waiting]);
    assert.deepEqual(groups, [1, 2, 2, 2, 1]);
  });
});
