import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FoldedProfile, ownCopy, replay, type Signal } from '@decidable/engine/session';
import fc from 'fast-check';
import { openSqliteStorage } from '../storage/index.ts';
import type { LoggedSignal, OrganizationId, SessionId, Storage, Write } from '../storage/ports.ts';
import { SessionService } from './session-service.ts';

const T0 = Date.UTC(2026, 2, 4, 12);
const ORG = 'org_writers' as OrganizationId;

type Commit = (writes: readonly Write[]) => ReturnType<Storage['commit']>;

describe('two writers of one session', () => {
  let folder: string;
  let storage: Storage;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-writers-'));
    storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.organizations.create({ id: ORG, name: 'Writers', createdAt: T0 });
  });
  after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  const view = (id: string): Signal => ({ type: 'product_view', value: id, at: T0 });
  const stored: Commit = (writes) => storage.commit({ organizationId: ORG, at: T0, writes });
  const writer = () => new SessionService({ storage });
  const append = (
    service: SessionService,
    sessionId: SessionId,
    signals: readonly Signal[],
    commit: Commit = stored,
    batchId?: string,
  ): Promise<FoldedProfile> =>
    service.append(
      { organizationId: ORG, sessionId, at: T0, commit },
      () => signals,
      ownCopy,
      batchId === undefined ? undefined : { id: batchId, digest: '' },
    );

  /** What a log folds to up to a sequence number. */
  const foldOf = (log: readonly LoggedSignal[], sequence: number) => replay(log.slice(0, sequence));

  it('refuses what was built on a commit that was refused', async () => {
    const sessionId = 'pipelined' as SessionId;
    const [a, b] = [writer(), writer()];
    const many = Array.from({ length: 47 }, (_, i) => view(`first${i}`));
    await append(a, sessionId, many);
    const gate = Promise.withResolvers<void>();
    const sent: Write[] = [];
    const late: Commit = async (writes) => {
      sent.push(...writes);
      await gate.promise;
      return stored(writes);
    };
    const calls = [
      append(a, sessionId, [view('a1')], late),
      append(a, sessionId, [view('a2')], late),
      // Its number is the next one, and it crosses the number at which a snapshot is due.
      append(a, sessionId, [view('a3'), view('a4')], late),
    ];
    while (sent.length < calls.length) await nextTurn();
    await append(b, sessionId, [view('b1')]);
    gate.resolve();
    const told = await Promise.all(calls);
    const log = await storage.sessions.log(ORG, sessionId);
    assert.deepEqual(log.map(({ value }) => value).sort(), [
      ...['a1', 'a2', 'a3', 'a4', 'b1'],
      ...many.map(({ value }) => value).sort(),
    ]);
    for (const profile of told) assert.deepEqual(profile, foldOf(log, profile.sequence));
    assert.deepEqual(await writer().read(ORG, sessionId, T0), replay(log));
  });

  it('acknowledge what is in the log once, in order, and tell and keep only folds of it', async () => {
    const call = fc.record({
      signals: fc.integer({ min: 0, max: 30 }),
      /** Turns of the event loop before the call, and before its commit is sent. */
      idle: fc.integer({ min: 0, max: 3 }),
      delay: fc.integer({ min: 0, max: 3 }),
      batch: fc.boolean(),
      fails: fc.boolean(),
      reads: fc.boolean(),
    });
    /** Each caller has one of the writers, and makes its calls one after the other. */
    const callers = fc.array(fc.record({ first: fc.boolean(), calls: fc.array(call, { maxLength: 5 }) }), {
      minLength: 2,
      maxLength: 8,
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(callers, async (plan) => {
        const sessionId = `raced${run++}` as SessionId;
        const services = [writer(), writer()];
        const told: FoldedProfile[] = [];
        const snapshots: { readonly sequence: number; readonly profile: string }[] = [];
        const turns = async (count: number) => {
          for (let i = 0; i < count; i++) await nextTurn();
        };
        const acknowledged = await Promise.all(
          plan.map(async ({ first, calls }, caller) => {
            const service = services[first ? 0 : 1];
            const written: string[] = [];
            for (const [k, { signals, idle, delay, batch, fails, reads }] of calls.entries()) {
              await turns(idle);
              const sent = Array.from({ length: signals }, (_, i) => view(`${caller}/${k}/${i}`));
              const commit: Commit = async (writes) => {
                await turns(delay);
                if (fails) throw new Error('the store is away');
                const outcomes = await stored(writes);
                for (const [i, write] of writes.entries()) {
                  const outcome = outcomes[i];
                  if (write.kind !== 'signals' || outcome.kind !== 'signals') continue;
                  if (outcome.status === 'applied' && write.snapshot) snapshots.push(write.snapshot);
                }
                return outcomes;
              };
              const batchId = batch ? `${caller}/${k}` : undefined;
              try {
                told.push(await append(service, sessionId, sent, commit, batchId));
                written.push(...sent.map(({ value }) => value!));
              } catch (error) {
                assert.match(String(error), /the store is away/);
              }
              if (reads) {
                const read = await service.read(ORG, sessionId, T0);
                if (read !== undefined) told.push(read);
              }
            }
            return written;
          }),
        );
        const log = await storage.sessions.log(ORG, sessionId);
        const values = log.map(({ value }) => value!);
        for (const [caller, written] of acknowledged.entries()) {
          assert.deepEqual(
            values.filter((value) => value.startsWith(`${caller}/`)),
            written,
          );
        }
        assert.equal(values.length, acknowledged.flat().length);
        for (const profile of told) {
          if (profile.sequence > 0) assert.deepEqual(profile, foldOf(log, profile.sequence));
        }
        for (const { sequence, profile } of snapshots) {
          assert.deepEqual(JSON.parse(profile), foldOf(log, sequence));
        }
        const kept = (await storage.sessions.load(ORG, sessionId))?.snapshot;
        if (kept !== undefined) assert.deepEqual(JSON.parse(kept.profile), foldOf(log, kept.sequence));
        // A writer may be behind what the other one wrote; the sequence says so.
        for (const service of services) {
          const { profile, sequence } = await service.readAhead(ORG, sessionId, T0);
          if (sequence > 0) assert.deepEqual(profile, foldOf(log, sequence));
        }
        const fresh = await writer().read(ORG, sessionId, T0);
        if (log.length > 0) assert.deepEqual(fresh, replay(log));
      }),
      { numRuns: 100 },
    );
  });
});
