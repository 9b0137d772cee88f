import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { OrganizationId } from '../../ports.ts';
import { openForWriting } from '../connection/database.ts';
import { migrate } from '../connection/schema.ts';
import { type Checkpoints, GroupCommit } from './group-commit.ts';

/** What a group of one part of 256 kB writes. */
const PAGES_OF_GROUP = 66;

it('a writer whose log begins anew, again and again, leaves nearly all of it to the checkpoints beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-checkpoints-'));
  const [database, beside, reader] = [openForWriting(folder), openForWriting(folder), openForWriting(folder)];
  migrate(database);
  const state = beside.prepare('PRAGMA wal_checkpoint(NOOP)');
  const stateOfLog = () => state.get() as { readonly log: number; readonly checkpointed: number };
  /** Groups that are written while the checkpoint under way goes on: as many pages as a third of its own. */
  let groupsLeft = 0;
  const checkpoints: Checkpoints = {
    get underWay() {
      return groupsLeft > 0;
    },
    begin() {
      const { log, checkpointed } = stateOfLog();
      // As of now: what is written meanwhile stays behind its snapshot.
      reader.exec('BEGIN');
      reader.prepare('SELECT COUNT(*) FROM parts').get();
      groupsLeft = Math.ceil((log - checkpointed) / 3 / PAGES_OF_GROUP);
    },
  };
  const writer = new GroupCommit(database, 'local', undefined, checkpoints);
  const input = { organizationId: 'org_a' as OrganizationId, kind: 'model', content: 'v' } as const;
  let longest = 0;
  let restarts = 0;
  let most = 0;
  /** What the writer checkpoints itself. */
  const maintain = (act: () => void) => {
    const { checkpointed } = stateOfLog();
    act();
    most = Math.max(most, stateOfLog().checkpointed - checkpointed);
  };
  try {
    for (let part = 0; part < 600; part++) {
      const lengthBefore = stateOfLog().log;
      writer.run([{ name: 'putPart', input: { ...input, part, bytes: new Uint8Array(256 * 1024) } }]);
      const before = stateOfLog();
      if (before.log < lengthBefore) restarts++;
      longest = Math.max(longest, before.log);
      if (groupsLeft > 0) {
        groupsLeft--;
        if (groupsLeft > 0) continue;
        beside.exec('PRAGMA wal_checkpoint(PASSIVE)');
        reader.exec('COMMIT');
        maintain(() => writer.checkpointEnded());
      } else maintain(() => void writer.maintain());
    }
    assert.ok(restarts > 3, `${restarts} times`);
    assert.ok(longest >= 4_000 && longest < 6_000, `${longest} pages`);
    assert.ok(most <= 250, `${most} pages at once`);
  } finally {
    for (const each of [database, beside, reader]) each.close();
    rmSync(folder, { recursive: true });
  }
});
