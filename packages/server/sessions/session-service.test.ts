import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownCopy, replay, type Signal } from '@decidable/engine/session';
import fc from 'fast-check';
import { BatchReused } from '../errors.ts';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId, SessionId, Storage, Write } from '../storage/ports.ts';
import { LEAST_BYTES } from './session-cache.ts';
import { type SessionRequest, SessionService } from './session-service.ts';

const T0 = Date.UTC(2026, 2, 4, 12);
const ORG = 'org_live' as OrganizationId;

describe('the session service', () => {
  let folder: string;
  let storage: Storage;
  let sessions: SessionService;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-sessions-'));
    storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.organizations.create({ id: ORG, name: 'Live', createdAt: T0 });
    sessions = new SessionService({ storage });
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
    {
      batchId,
      digest = '',
      commit,
    }: { batchId?: string; digest?: string; commit?: SessionRequest['commit'] } = {},
  ) =>
    service.append(
      {
        organizationId: ORG,
        sessionId: session as SessionId,
        at: T0,
        commit:
          commit ??
          ((writes: readonly Write[]) =>
            storage.commit({ organizationId: ORG, at: T0, metered: '/track', writes })),
      },
      () => signals,
      ownCopy,
      batchId === undefined ? undefined : { id: batchId, digest },
    );
  const stored = async (session: string) => storage.sessions.log(ORG, session as SessionId);

  it('tells of what was read ahead of the store whether the store took it', async () => {
    for (const taken of [true, false]) {
      const session = `ahead ${taken}`;
      const begun = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const call = appendTo(sessions, session, [view('a')], {
        commit: async (writes) => {
          begun.resolve();
          await gate.promise;
          if (!taken) throw new Error('the store is away');
          return storage.commit({ organizationId: ORG, at: T0, metered: '/track', writes });
        },
      });
      await begun.promise;
      const { profile, sequence, confirmed } = await sessions.readAhead(ORG, session as SessionId, T0);
      assert.equal(profile?.sequence, 1);
      assert.equal(sequence, 1);
      gate.resolve();
      if (taken) await call;
      else await assert.rejects(call, /the store is away/);
      assert.equal(await confirmed, taken);
      const after = await sessions.readAhead(ORG, session as SessionId, T0);
      assert.equal(after.confirmed, undefined);
      assert.equal(after.sequence, taken ? 1 : 0);
    }
  });

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
    const other = new SessionService({ storage });
    const calls = Array.from({ length: 60 }, (_, i) =>
      appendTo(i % 2 === 0 ? sessions : other, 'contended', [view(`p${i}`)]),
    );
    await Promise.all(calls);
    const log = await stored('contended');
    assert.equal(new Set(log.map(({ value }) => value)).size, 60);
    const fresh = new SessionService({ storage });
    assert.deepEqual(await fresh.read(ORG, 'contended' as SessionId, T0), replay(log));
  });

  it('pipelines what one writer sends at once, batches included, without a conflict', async () => {
    let commits = 0;
    const commit = (writes: readonly Write[]) => {
      commits++;
      return storage.commit({ organizationId: ORG, at: T0, writes });
    };
    await appendTo(sessions, 'piped', [view('first')]);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        appendTo(sessions, 'piped', [view(`p${i}`)], { commit, ...(i % 2 === 0 && { batchId: `b${i}` }) }),
      ),
    );
    assert.equal(commits, 40);
    assert.deepEqual(
      (await stored('piped')).map(({ value }) => value),
      ['first', ...Array.from({ length: 40 }, (_, i) => `p${i}`)],
    );
  });

  it('keeps the order of what one writer sends at once, where another one was faster', async () => {
    const other = new SessionService({ storage });
    await appendTo(sessions, 'ordered', [view('first')]);
    await appendTo(other, 'ordered', [view('faster')]);
    const toldLate = async (writes: readonly Write[]) => {
      const outcomes = await storage.commit({ organizationId: ORG, at: T0, writes });
      await nextTurn();
      return outcomes;
    };
    const values = Array.from({ length: 20 }, (_, i) => `p${i}`);
    await Promise.all(
      values.map((value, i) =>
        appendTo(sessions, 'ordered', [view(value)], i === 0 ? { commit: toldLate } : {}),
      ),
    );
    assert.deepEqual(
      (await stored('ordered')).map(({ value }) => value),
      ['first', 'faster', ...values],
    );
  });

  it('applies a batch once, however often and however quickly it is sent', async () => {
    const send = () => appendTo(sessions, 'batches', [view('a')], { batchId: 'b1' });
    const results = await Promise.all([send(), send(), send()]);
    results.push(await send());
    assert.equal((await stored('batches')).length, 1);
    for (const { sequence } of results) assert.equal(sequence, 1);
  });

  it('refuses other signals under the id of a batch, and goes on with the session as it was', async () => {
    const [session, batchId] = ['reused', 'b1'];
    await appendTo(sessions, session, [view('a')], { batchId, digest: 'a' });
    const others = [1, 2].map(() => appendTo(sessions, session, [view('b')], { batchId, digest: 'b' }));
    for (const other of others) await assert.rejects(other, BatchReused);
    const { sequence } = await appendTo(sessions, session, [view('c')]);
    assert.equal(sequence, 2);
    assert.deepEqual(
      (await stored(session)).map(({ value }) => value),
      ['a', 'c'],
    );
  });

  it('builds a batch without signals on nothing that the store did not take', async () => {
    const session = 'hollow';
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const lost = appendTo(sessions, session, [view('a'), view('b')], {
      commit: async () => {
        begun.resolve();
        await gate.promise;
        throw new Error('the store is away');
      },
    });
    await begun.promise;
    const batch = appendTo(sessions, session, [], { batchId: 'b1' });
    await nextTurn();
    gate.resolve();
    await assert.rejects(lost, /the store is away/);
    assert.equal((await batch).sequence, 0);
    assert.equal((await sessions.read(ORG, session as SessionId, T0))?.sequence, 0);
    assert.deepEqual(await stored(session), []);
  });

  it('appends to more sessions at once than it keeps', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `many${i}`);
    for (const name of names) await appendTo(sessions, name, [view('first')]);
    let read = 0;
    const few = new SessionService({
      memory: 2 * LEAST_BYTES,
      storage: {
        ...storage,
        sessions: {
          load: (...session: Parameters<Storage['sessions']['load']>) => {
            if (++read > 10 * names.length) return Promise.reject(new Error('read again and again'));
            return storage.sessions.load(...session);
          },
        } as Storage['sessions'],
      },
    });
    await Promise.all(names.map((name) => appendTo(few, name, [view('second')])));
    const fresh = new SessionService({ storage });
    for (const name of names) {
      assert.deepEqual(await fresh.read(ORG, name as SessionId, T0), replay(await stored(name)));
    }
  });

  it('knows what the log holds when batches and signals of one session arrive at once', async () => {
    const sizes = fc.array(fc.record({ batch: fc.boolean(), signals: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 2,
      maxLength: 12,
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(sizes, fc.boolean(), async (calls, open) => {
        const session = `mixed${run++}` as SessionId;
        if (open) await appendTo(sessions, session, [view('first')]);
        const results = await Promise.all(
          calls.map(({ batch, signals }, i) =>
            appendTo(
              sessions,
              session,
              Array.from({ length: signals }, (_, k) => view(`p${i}-${k}`)),
              batch ? { batchId: `b${i % 3}` } : {},
            ),
          ),
        );
        const log = await stored(session);
        const known = (await sessions.read(ORG, session, T0))!;
        assert.equal(known.sequence, log.length);
        for (const profile of [known, ...results]) {
          if (profile.sequence > 0) assert.deepEqual(profile, replay(log.slice(0, profile.sequence)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('knows what the log holds when the store fails in between', async () => {
    const flaky = new SessionService({ storage, memory: LEAST_BYTES });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ fails: fc.boolean(), signals: fc.integer({ min: 1, max: 3 }) }), {
          minLength: 2,
          maxLength: 12,
        }),
        async (calls) => {
          const session = `flaky${run++}` as SessionId;
          await Promise.allSettled(
            calls.map(async ({ fails, signals }, i) => {
              const fail = async (): Promise<never> => {
                throw new Error('disk full');
              };
              // Another session takes the only place in memory.
              if (i % 3 === 2) await appendTo(flaky, `other${run}`, [view('a')]);
              await appendTo(
                flaky,
                session,
                Array.from({ length: signals }, (_, k) => view(`p${i}-${k}`)),
                fails ? { commit: fail } : {},
              );
            }),
          );
          const log = await stored(session);
          assert.deepEqual(await flaky.read(ORG, session, T0), replay(log));
          const fresh = new SessionService({ storage });
          assert.deepEqual(await fresh.read(ORG, session, T0), replay(log));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads the same profile from a snapshot and the signals after it as from memory', async () => {
    for (let i = 0; i < 107; i++) await appendTo(sessions, 'snapshots', [view(`p${i % 5}`, T0 + i * 1000)]);
    const inMemory = await sessions.read(ORG, 'snapshots' as SessionId, T0);
    const loaded = await storage.sessions.load(ORG, 'snapshots' as SessionId);
    assert.equal(loaded?.snapshot?.sequence, 100);
    const restarted = new SessionService({ storage });
    const again = await restarted.read(ORG, 'snapshots' as SessionId, T0);
    assert.equal(JSON.stringify(again), JSON.stringify(inMemory));
    assert.equal(JSON.stringify(again), JSON.stringify(replay(await stored('snapshots'))));
  });

  it('folds the log again where a release of another fold has left its snapshot', async () => {
    const older = new SessionService({ storage });
    for (let i = 0; i < 107; i++) {
      await appendTo(older, 'older', [view(`p${i % 5}`, T0 + i * 1000)], {
        commit: (writes) =>
          storage.commit({
            organizationId: ORG,
            at: T0,
            writes: writes.map((write) =>
              write.kind === 'signals' && write.snapshot !== undefined
                ? { ...write, snapshot: { ...write.snapshot, profile: '{"version":1,"interests":{}}' } }
                : write,
            ),
          }),
      });
    }
    const loaded = await storage.sessions.load(ORG, 'older' as SessionId);
    assert.deepEqual([loaded?.snapshot?.sequence, loaded?.signals.length], [100, 7]);
    const read = await new SessionService({ storage }).read(ORG, 'older' as SessionId, T0);
    assert.equal(JSON.stringify(read), JSON.stringify(replay(await stored('older'))));
  });

  it('tells of a session as it was when it was asked', async () => {
    await appendTo(sessions, 'kept', [view('a')]);
    const read = await sessions.read(ORG, 'kept' as SessionId, T0);
    const [first, second] = await Promise.all([
      appendTo(sessions, 'kept', [view('b'), view('a')]),
      appendTo(sessions, 'kept', [view('b')]),
    ]);
    const log = await stored('kept');
    assert.deepEqual(
      [read, first, second],
      [1, 3, 4].map((length) => replay(log.slice(0, length))),
    );
  });

  it('goes on with what the store holds when a session could not be told of', async () => {
    await appendTo(sessions, 'untold', [view('a')]);
    const request = {
      organizationId: ORG,
      sessionId: 'untold' as SessionId,
      at: T0,
      commit: (writes: readonly Write[]) => storage.commit({ organizationId: ORG, at: T0, writes }),
    };
    const fails = (): never => {
      throw new Error('no words');
    };
    await assert.rejects(
      sessions.append(request, () => [view('lost')], fails),
      /no words/,
    );
    await appendTo(sessions, 'untold', [view('b')]);
    const log = await stored('untold');
    assert.deepEqual(
      log.map(({ value }) => value),
      ['a', 'b'],
    );
    assert.deepEqual(await sessions.read(ORG, 'untold' as SessionId, T0), replay(log));
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
    const small = new SessionService({ storage, memory: 2 * LEAST_BYTES });
    for (let i = 0; i < 5; i++) await appendTo(small, `small${i}`, [view('a')]);
    for (let i = 0; i < 5; i++) await appendTo(small, `small${i}`, [view('b')]);
    for (let i = 0; i < 5; i++) {
      assert.equal((await small.read(ORG, `small${i}` as SessionId, T0))?.sequence, 2);
    }
  });
});
