import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Commit, type OrganizationId, openSqliteStorage, type Storage } from '../storage/index.ts';
import { MAX_WAITING } from '../storage/sqlite/writer/thread-writer.ts';
import { CommitGroups, tracedStorage } from './traced-storage.ts';
import type { Tracer } from './tracer.ts';

/** The names of the spans that ended within a child span. */
const ended = new AsyncLocalStorage<string[]>();
const tracer: Tracer = {
  request: () => assert.fail('no request is traced'),
  child: (_name, work) => work(),
  recordEnded: ({ name }) => ended.getStore()?.push(name),
  isRecording: true,
  close: async () => {},
};

describe('the span of a commit', () => {
  let folder: string;
  let storage: Storage;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decidable-traced-'));
    const groups = new CommitGroups();
    const observer = { group: groups.saw };
    const store = await openSqliteStorage({ folder, role: 'serve', node: 'a', observer });
    storage = tracedStorage(store, tracer, groups, 'sqlite');
  });
  after(async () => {
    await storage.close();
    await rm(folder, { recursive: true });
  });

  const EMPTY: Commit = { organizationId: 'org' as OrganizationId, at: 1, writes: [] };
  const spansOf = async (commit: Commit) => {
    const spans: string[] = [];
    const outcome = await ended.run(spans, () =>
      storage.commit(commit).then(
        () => 'committed',
        () => 'failed',
      ),
    );
    return [outcome, ...spans];
  };

  it('has the group that the commit was written with as its child, each of them', async () => {
    const committed = ['committed', 'store group'];
    assert.deepEqual(await Promise.all([spansOf(EMPTY), spansOf(EMPTY)]), [committed, committed]);
  });

  it('has it where the commit failed, too', async () => {
    const wrong = { ...EMPTY, writes: [{ kind: 'event', event: {} }] } as unknown as Commit;
    assert.deepEqual(await spansOf(wrong), ['failed', 'store group']);
  });

  it('has none where a full queue refused the commit', async () => {
    await spansOf(EMPTY);
    const all = Array.from({ length: MAX_WAITING + 1 }, () => spansOf(EMPTY));
    assert.deepEqual(await all.at(-1), ['failed']);
    assert.deepEqual(await all[0], ['committed', 'store group']);
    await Promise.all(all);
  });
});
