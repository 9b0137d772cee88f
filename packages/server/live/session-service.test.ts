import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { replay, type Signal } from '@decidable/engine/session';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId, SessionId, Storage, Write } from '../storage/ports.ts';
import { type Append, SessionService } from './session-service.ts';

/** Now, as stores remove sessions that were idle for long. */
const T0 = Date.now();
const ORG = 'org_live' as OrganizationId;

describe('the session service', () => {
  let folder: string;
  let storage: Storage;
  let sessions: SessionService;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-live-'));
    storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.organizations.create({ id: ORG, name: 'Live', createdAt: T0 });
    sessions = new SessionService({ sessions: storage.sessions });
  });
  after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  const view = (id: string, at = T0): Signal => ({ type: 'product_view', value: id, at });
  const appendTo = (
    service: SessionService,
    session: string,
    signals: readonly Signal[],
    more: Partial<Append> = {},
  ) =>
    service.append({
      organizationId: ORG,
      sessionId: session as SessionId,
      at: T0,
      commit: (writes: readonly Write[]) =>
        storage.commit({ organizationId: ORG, at: T0, metered: '/track', writes }),
      signals: () => signals,
      ...more,
    });
  const stored = async (session: string) => storage.sessions.log(ORG, session as SessionId);

  it('keeps every signal of callers that send at once', async () => {
    const calls = Array.from({ length: 300 }, (_, i) => appendTo(sessions, 'crowd', [view(`p${i}`)]));
    await Promise.all(calls);
    const log = await stored('crowd');
    assert.deepEqual(
      log.map(({ sequence }) => sequence),
      Array.from({ length: 300 }, (_, i) => i + 1),
    );
    assert.equal(new Set(log.map(({ value }) => value)).size, 300);
    assert.deepEqual(await sessions.read(ORG, 'crowd' as SessionId, T0), replay(log));
  });

  it('keeps every signal when two services write one session at once', async () => {
    const other = new SessionService({ sessions: storage.sessions });
    const calls = Array.from({ length: 60 }, (_, i) =>
      appendTo(i % 2 === 0 ? sessions : other, 'contended', [view(`p${i}`)]),
    );
    await Promise.all(calls);
    const log = await stored('contended');
    assert.equal(new Set(log.map(({ value }) => value)).size, 60);
    const fresh = new SessionService({ sessions: storage.sessions });
    assert.deepEqual(await fresh.read(ORG, 'contended' as SessionId, T0), replay(log));
  });

  it('applies a batch once, however often and however quickly it is sent', async () => {
    const send = () => appendTo(sessions, 'batches', [view('a')], { batchId: 'b1' });
    const results = await Promise.all([send(), send(), send()]);
    results.push(await send());
    assert.equal(results.filter(({ applied }) => applied).length, 1);
    assert.equal((await stored('batches')).length, 1);
    for (const { profile } of results) assert.equal(profile.sequence, 1);
  });

  it('reads the same profile from a snapshot and the signals after it as from memory', async () => {
    for (let i = 0; i < 107; i++) await appendTo(sessions, 'snapshots', [view(`p${i % 5}`, T0 + i * 1000)]);
    const inMemory = await sessions.read(ORG, 'snapshots' as SessionId, T0);
    const loaded = await storage.sessions.load(ORG, 'snapshots' as SessionId);
    assert.equal(loaded?.snapshot?.sequence, 100);
    const restarted = new SessionService({ sessions: storage.sessions });
    const again = await restarted.read(ORG, 'snapshots' as SessionId, T0);
    assert.equal(JSON.stringify(again), JSON.stringify(inMemory));
    assert.equal(JSON.stringify(again), JSON.stringify(replay(await stored('snapshots'))));
  });

  it('does not open a session by reading it', async () => {
    assert.equal(await sessions.read(ORG, 'unheard' as SessionId, T0), undefined);
    assert.equal(await storage.sessions.load(ORG, 'unheard' as SessionId), undefined);
  });

  it('forgets what the store did not take, and goes on with what it holds', async () => {
    await appendTo(sessions, 'failing', [view('a')]);
    const failing = async (): Promise<never> => {
      throw new Error('disk full');
    };
    const [lost, kept] = await Promise.allSettled([
      appendTo(sessions, 'failing', [view('lost')], { commit: failing }),
      appendTo(sessions, 'failing', [view('b')]),
    ]);
    assert.equal(lost.status, 'rejected');
    assert.equal(kept.status, 'fulfilled');
    assert.deepEqual(
      (await stored('failing')).map(({ value }) => value),
      ['a', 'b'],
    );
    const profile = await sessions.read(ORG, 'failing' as SessionId, T0);
    assert.deepEqual(
      profile?.products.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('reads a session again from the store when memory is full', async () => {
    const small = new SessionService({ sessions: storage.sessions, capacity: 2 });
    for (let i = 0; i < 5; i++) await appendTo(small, `small${i}`, [view('a')]);
    for (let i = 0; i < 5; i++) await appendTo(small, `small${i}`, [view('b')]);
    for (let i = 0; i < 5; i++) {
      assert.equal((await small.read(ORG, `small${i}` as SessionId, T0))?.sequence, 2);
    }
  });
});
