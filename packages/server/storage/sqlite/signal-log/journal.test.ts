import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type {
  LoadedSession,
  LoggedSignal,
  OrganizationId,
  ProfileSnapshot,
  SessionId,
  Write,
  WriteOutcome,
} from '../../ports.ts';
import { openForReading, openForWriting } from '../connection/database.ts';
import { Reader } from '../connection/reader.ts';
import { migrate } from '../connection/schema.ts';
import { SqliteSessions } from '../repositories/sessions.ts';
import { commitRecord, type SignalsRecord } from '../writer/commit-record.ts';
import { GroupCommit } from '../writer/group-commit.ts';

const AT = Date.UTC(2025, 2, 14);
/** Ids whose order differs between UTF-16, as in strings, and UTF-8, as in the store. */
const SESSIONS = ['a', 'b', '\u{ffee}', '\u{1f97e}'] as SessionId[];
const ORGANIZATIONS = ['org_a', 'org_b'] as OrganizationId[];

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-journal-'));
  database = openForWriting(folder);
  migrate(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const count = (table: string) => Number(database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n);

type SignalsWrite = Extract<Write, { kind: 'signals' }>;

function write(sessionId: SessionId, after: number, number: number, more: Partial<SignalsWrite> = {}): Write {
  const signals = Array.from({ length: number }, (_, i) => {
    const sequence = after + 1 + i;
    return {
      type: 'search',
      at: AT + sequence,
      ...(sequence % 3 > 0 && { value: `"ümlaut" ${sequence}` }),
      ...(sequence % 4 === 0 && { data: `{"of":${sequence}}` }),
    };
  });
  return { kind: 'signals', sessionId, after, openedAt: AT, signals, ...more };
}

function commit(
  writer: GroupCommit,
  organizationId: OrganizationId,
  writes: readonly Write[],
  at = AT,
): readonly WriteOutcome[] {
  const [result] = writer.run([{ name: 'commit', input: commitRecord({ organizationId, at, writes }) }]);
  assert.ok(result?.ok, JSON.stringify(result));
  return result.output as readonly WriteOutcome[];
}

/** What a session should be, kept by the test. */
interface Expected {
  signals: LoggedSignal[];
  lastSeenAt: number;
  snapshot: ProfileSnapshot | undefined;
  /** Digests by id. */
  readonly batches: Map<string, string | undefined>;
}

class Model {
  readonly #sessions = new Map<string, Expected>();

  of(organizationId: OrganizationId, sessionId: SessionId): Expected | undefined {
    return this.#sessions.get(`${organizationId} ${sessionId}`);
  }

  /** Applies a write, and answers what the store should. */
  apply(organizationId: OrganizationId, sent: SignalsWrite, at: number): WriteOutcome {
    const session = this.of(organizationId, sent.sessionId);
    const sequence = session?.signals.length ?? 0;
    if (sent.batchId !== undefined && session?.batches.has(sent.batchId)) {
      const digests = [session.batches.get(sent.batchId), sent.batchDigest];
      const isOther = !digests.includes(undefined) && digests[0] !== digests[1];
      return { kind: 'signals', status: isOther ? 'reused' : 'duplicate', sequence };
    }
    if (sent.signals.length > 0 && sent.after !== sequence)
      return { kind: 'signals', status: 'conflict', sequence };
    const next: Expected = session ?? {
      signals: [],
      lastSeenAt: at,
      snapshot: undefined,
      batches: new Map(),
    };
    this.#sessions.set(`${organizationId} ${sent.sessionId}`, next);
    for (const signal of sent.signals) next.signals.push({ sequence: next.signals.length + 1, ...signal });
    next.lastSeenAt = Math.max(next.lastSeenAt, at);
    if (sent.batchId !== undefined) next.batches.set(sent.batchId, sent.batchDigest);
    if (sent.snapshot !== undefined && sent.snapshot.sequence > (next.snapshot?.sequence ?? -1)) {
      next.snapshot = sent.snapshot;
    }
    return { kind: 'signals', status: 'applied', sequence: next.signals.length };
  }

  loaded(organizationId: OrganizationId, sessionId: SessionId): LoadedSession | undefined {
    const session = this.of(organizationId, sessionId);
    if (session === undefined) return undefined;
    const { signals, lastSeenAt, snapshot } = session;
    return {
      openedAt: AT,
      lastSeenAt,
      sequence: signals.length,
      signals: signals.slice(snapshot?.sequence ?? 0),
      ...(snapshot && { snapshot }),
    };
  }
}

async function holdsWhat(model: Model, sessions: SqliteSessions): Promise<void> {
  for (const organizationId of ORGANIZATIONS) {
    for (const sessionId of SESSIONS) {
      const expected = model.of(organizationId, sessionId)?.signals ?? [];
      assert.deepEqual(
        await sessions.load(organizationId, sessionId),
        model.loaded(organizationId, sessionId),
      );
      assert.deepEqual(await sessions.log(organizationId, sessionId), expected);
      assert.deepEqual(await sessions.log(organizationId, sessionId, 3), expected.slice(0, 3));
    }
    const since = AT + 50;
    const read = await Array.fromAsync(sessions.since(organizationId, since));
    assert.deepEqual(
      read.sort((a, b) => SESSIONS.indexOf(a.sessionId) - SESSIONS.indexOf(b.sessionId)),
      SESSIONS.flatMap((sessionId) => {
        const session = model.of(organizationId, sessionId);
        if (session === undefined || session.signals.length === 0 || session.lastSeenAt < since) return [];
        return [{ sessionId, signals: session.signals }];
      }),
    );
  }
}

const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      organization: fc.constantFrom(...ORGANIZATIONS),
      session: fc.constantFrom(...SESSIONS),
      signals: fc.integer({ min: 0, max: 3 }),
      behind: fc.constantFrom(0, 0, 0, 1),
      batchId: fc.option(fc.constantFrom('b1', 'b2', 'lost'), { nil: undefined }),
      batchDigest: fc.constantFrom('x', 'x', 'y', undefined),
      snapshot: fc.boolean(),
      at: fc.integer({ min: AT, max: AT + 100 }),
      by: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('tidy' as const), by: fc.constantFrom(0, 0, 0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), by: fc.constantFrom(0, 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fail' as const), session: fc.constantFrom(...SESSIONS) }),
  },
);

/** Steps of few rows, and of few characters, which leave sessions compacted in part. */
const paces = fc.record({
  afterRows: fc.constantFrom(4, 12),
  stepRows: fc.constantFrom(1, 3, 64),
  stepSize: fc.constantFrom(1, 200, 100_000),
});

describe('the journal', () => {
  it('and the compacted log together hold every signal, at every step of compaction, through crashes and beside another process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 20, maxLength: 60 }),
        paces,
        async (operations, pace) => {
          for (const table of ['journal', 'sessions', 'signal_runs', 'snapshots', 'batches']) {
            database.exec(`DELETE FROM ${table}`);
          }
          const connections = [openForWriting(folder), openForWriting(folder)];
          const writers = connections.map((connection) => new GroupCommit(connection, 'local', pace));
          const [steady, fresh] = [new Reader(openForReading(folder)), new Reader(openForReading(folder))];
          const sessions = new SqliteSessions(steady);
          const model = new Model();
          try {
            for (const each of operations) {
              if (each.kind === 'tidy') {
                writers[each.by].maintain();
              } else if (each.kind === 'die') {
                // The memory of a process is gone; a compaction that it had begun is cut short.
                writers[each.by] = new GroupCommit(connections[each.by], 'local', pace);
              } else if (each.kind === 'fail') {
                const [organizationId] = ORGANIZATIONS;
                const next = (sessionId: SessionId) =>
                  write(
                    sessionId,
                    model.of(organizationId!, sessionId)?.signals.length ?? 0,
                    1,
                  ) as SignalsWrite;
                const good = { ...next(each.session), batchId: 'lost' };
                const other = next(SESSIONS.find((session) => session !== each.session)!);
                const input = commitRecord({
                  organizationId: organizationId!,
                  at: AT,
                  writes: [good, other],
                });
                const [organization, time, metered, requestId, first, second] = input;
                // A segment that is no text cannot be stored, which turns out when the first write has been applied.
                const broken = (second as SignalsRecord).with(4, {} as string) as unknown as SignalsRecord;
                const [result] = writers[0].run([
                  { name: 'commit', input: [organization, time, metered, requestId, first!, broken] },
                ]);
                assert.equal(result?.ok, false);
              } else {
                const length = model.of(each.organization, each.session)?.signals.length ?? 0;
                const after = Math.max(0, length - each.behind);
                const last = after + each.signals;
                const sent = write(each.session, after, each.signals, {
                  ...(each.batchId !== undefined && { batchId: each.batchId, batchDigest: each.batchDigest }),
                  ...(each.snapshot && { snapshot: { sequence: last, profile: `{"of":${last}}` } }),
                }) as SignalsWrite;
                const [outcome] = commit(writers[each.by], each.organization, [sent], each.at);
                assert.deepEqual(outcome, model.apply(each.organization, sent, each.at));
              }
              await holdsWhat(model, sessions);
            }
            await holdsWhat(model, new SqliteSessions(fresh));
            for (const writer of writers) writer.compactOwn();
            await holdsWhat(model, sessions);
          } finally {
            steady.close();
            fresh.close();
            for (const connection of connections) connection.close();
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is filed by session, with one row for the signals of a session from several commits', () => {
    const writer = new GroupCommit(database, 'local');
    const [organizationId] = ORGANIZATIONS;
    for (let after = 0; after < 30; after++) {
      writer.run(
        SESSIONS.map((session) => {
          const writes = [write(session, after, 1)];
          return {
            name: 'commit',
            input: commitRecord({ organizationId: organizationId!, at: AT, writes }),
          };
        }),
      );
    }
    assert.equal(count('journal'), 120);
    assert.equal(count('sessions'), 0);
    writer.compactOwn();
    assert.equal(count('journal'), 0);
    assert.equal(count('sessions'), 4);
    assert.equal(count('signal_runs'), 4);
  });

  it('does not grow without end, however much is written', () => {
    const writer = new GroupCommit(database, 'local', { afterRows: 200, stepRows: 20 });
    let most = 0;
    for (let n = 0; n < 3_000; n += 10) {
      writer.run(
        Array.from({ length: 10 }, (_, i) => {
          const session = `session-${(n + i) % 500}` as SessionId;
          const writes = [write(session, Math.floor(n / 500), 1)];
          return {
            name: 'commit',
            input: commitRecord({ organizationId: ORGANIZATIONS[0], at: AT, writes }),
          };
        }),
      );
      writer.maintain();
      most = Math.max(most, count('journal'));
    }
    assert.equal(count('sessions'), 500);
    assert.ok(most >= 200 && most < 600, `${most} rows`);
  });

  it('is compacted in steps of few characters, however many the rows of a session have', () => {
    const rows = 40;
    const writer = new GroupCommit(database, 'local', { afterRows: rows, stepSize: 300_000 });
    const [organizationId] = ORGANIZATIONS;
    const long = { type: 'search', value: 'ก'.repeat(500) } as const;
    const signals = Array.from({ length: 100 }, () => ({ ...long, at: AT }));
    for (let n = 0; n < rows; n++) {
      const sent = { ...write(SESSIONS[0], n * 100, 100), signals } as SignalsWrite;
      commit(writer, organizationId!, [sent]);
    }
    const compactedRows = () =>
      Number(database.prepare('SELECT SUM(last_sequence) AS last FROM sessions').get()?.last ?? 0) / 100;
    const steps: number[] = [];
    for (let before = 0, n = 0; before < rows; n++) {
      writer.maintain();
      const now = compactedRows();
      if (now > before) steps.push(now - before);
      before = now;
      // A writer that compacts faster than others write comes to an end.
      assert.ok(n < rows, `${steps} rows after ${n} writes`);
      commit(writer, organizationId!, [{ ...write(SESSIONS[1], n * 100, 100), signals } as SignalsWrite]);
    }
    assert.ok(Math.max(...steps) <= 6, `${steps} rows a step`);
  });

  it('is compacted before long where little is written', () => {
    const writer = new GroupCommit(database, 'local');
    commit(writer, ORGANIZATIONS[0], [write(SESSIONS[0], 0, 1)]);
    // Rows that a writer finds when it starts are compacted at once; let that pass.
    for (let now = 0; count('journal') > 0; now += 250) writer.maintainWhenIdle(now);
    commit(writer, ORGANIZATIONS[0], [write(SESSIONS[0], 1, 1)]);
    let now = 10_000;
    for (; count('journal') > 0; now += 250) writer.maintainWhenIdle(now);
    assert.ok(now > 60_000 && now < 80_000, `${now} ms`);
  });

  it('waits as long again for the next compaction where groups have ended the last one', () => {
    const writer = new GroupCommit(database, 'local', { stepRows: 1 });
    const [organizationId] = ORGANIZATIONS;
    const [first, second] = SESSIONS;
    commit(writer, organizationId!, [write(first!, 0, 1)]);
    for (let now = 0; count('journal') > 0; now += 250) writer.maintainWhenIdle(now);
    commit(writer, organizationId!, [write(first!, 1, 1)]);
    writer.maintainWhenIdle(10_000);
    // The compaction moves the row, and ends after a group that brings another one.
    writer.maintainWhenIdle(70_000);
    commit(writer, organizationId!, [write(second!, 0, 1)]);
    writer.maintain();
    assert.equal(count('journal'), 1);
    for (let now = 70_250; now < 130_000; now += 250) writer.maintainWhenIdle(now);
    assert.equal(count('journal'), 1);
    for (let now = 130_000; now < 131_000; now += 250) writer.maintainWhenIdle(now);
    assert.equal(count('journal'), 0);
  });

  it('takes a step of compaction again that found no room', async () => {
    const writer = new GroupCommit(database, 'local', { afterRows: 1, stepRows: 1 });
    const [organizationId] = ORGANIZATIONS;
    const [sessionId] = SESSIONS;
    commit(writer, organizationId!, [write(sessionId!, 0, 500)]);
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
    database.exec(`PRAGMA max_page_count = ${pages}`);
    for (let steps = 0; steps < 3; steps++) writer.maintainWhenIdle(0);
    assert.deepEqual([count('journal'), count('sessions')], [1, 0]);
    database.exec('PRAGMA max_page_count = 100000');
    for (let steps = 0; steps < 3; steps++) writer.maintainWhenIdle(0);
    assert.deepEqual([count('journal'), count('sessions'), count('signal_runs')], [0, 1, 1]);
    const reader = new Reader(openForReading(folder));
    assert.equal((await new SqliteSessions(reader).log(organizationId!, sessionId!)).length, 500);
    reader.close();
  });

  it('never gives a number twice, so that a row is not taken for a compacted one', () => {
    const numbers: unknown[] = [];
    for (let after = 0; after < 3; after++) {
      const writer = new GroupCommit(database, 'local');
      commit(writer, ORGANIZATIONS[0], [write(SESSIONS[0], after, 1)]);
      numbers.push(database.prepare('SELECT number FROM journal').get()?.number);
      writer.compactOwn();
    }
    assert.deepEqual(numbers, [1, 2, 3]);
  });

  it('lets others have their turn while a long session is read, which is whole though it is compacted meanwhile', async () => {
    const writer = new GroupCommit(database, 'local');
    const [organizationId] = ORGANIZATIONS;
    const [sessionId] = SESSIONS;
    writer.run(
      Array.from({ length: 5_000 }, (_, after) => {
        const writes = [write(sessionId!, after, 1)];
        return {
          name: 'commit',
          input: commitRecord({ organizationId: organizationId!, at: AT, writes }),
        };
      }),
    );
    const reader = new Reader(openForReading(folder));
    const sessions = new SqliteSessions(reader);
    const reading = sessions.log(organizationId!, sessionId!);
    setImmediate(() => writer.compactOwn());
    const log = await reading;
    reader.close();
    assert.equal(count('journal'), 0, 'not compacted before it was read');
    assert.deepEqual(
      log.map(({ sequence }) => sequence),
      Array.from({ length: 5_000 }, (_, n) => n + 1),
    );
  });

  it('is read back to the last snapshot only where a session is loaded', async (t) => {
    const writer = new GroupCommit(database, 'local');
    const [organizationId] = ORGANIZATIONS;
    const [sessionId] = SESSIONS;
    for (let after = 0; after < 130; after++) {
      const snapshot = (after + 1) % 50 === 0 ? { sequence: after + 1, profile: '{}' } : undefined;
      commit(writer, organizationId!, [write(sessionId!, after, 1, { snapshot })]);
    }
    const reader = new Reader(openForReading(folder));
    const get = t.mock.method(reader, 'get');
    const loaded = await new SqliteSessions(reader).load(organizationId!, sessionId!);
    reader.close();
    const rows = get.mock.calls.filter(({ arguments: [sql] }) => sql.includes('FROM journal'));
    assert.equal(rows.length, 31);
    assert.equal(loaded?.snapshot?.sequence, 100);
    assert.deepEqual(
      loaded?.signals.map(({ sequence }) => sequence),
      Array.from({ length: 30 }, (_, n) => 101 + n),
    );
  });

  it('cuts segments that are large, so that none takes long to read', () => {
    const writer = new GroupCommit(database, 'local', { stepSize: 8 * 16_400 });
    const [organizationId] = ORGANIZATIONS;
    const value = 'x'.repeat(16_400);
    /** As a row of the journal some 16 kB, of which 8 make a segment. */
    const large = (after: number) =>
      commit(writer, organizationId!, [
        {
          kind: 'signals',
          sessionId: SESSIONS[0],
          after,
          openedAt: AT,
          signals: [{ type: 'search', at: AT, value }],
        },
      ]);
    for (let after = 0; after < 8; after++) large(after);
    writer.compactOwn();
    assert.equal(count('signal_runs'), 1);
    for (let after = 8; after < 17; after++) large(after);
    writer.compactOwn();
    assert.equal(count('signal_runs'), 3);
  });

  it('cuts long segments, so that reading a session stays a matter of small pieces', async () => {
    const writer = new GroupCommit(database, 'local');
    const [organizationId] = ORGANIZATIONS;
    const [sessionId] = SESSIONS;
    for (let after = 0; after < 30_000; after += 100) {
      commit(writer, organizationId!, [write(sessionId!, after, 100)]);
    }
    writer.compactOwn();
    // 500 signals each, though a step has fewer.
    assert.equal(count('signal_runs'), 60);
    const reader = new Reader(openForReading(folder));
    const log = await new SqliteSessions(reader).log(organizationId!, sessionId!, 29_950);
    reader.close();
    assert.equal(log.length, 29_950);
    assert.ok(log.every(({ sequence }, i) => sequence === i + 1));
  });
});

describe('a store of the release before the journal', () => {
  it('keeps every signal, snapshot and batch, and goes on from there', async () => {
    const old = mkdtempSync(join(tmpdir(), 'decidable-older-'));
    const before = openForWriting(old);
    const [organizationId] = ORGANIZATIONS;
    const [sessionId] = SESSIONS;
    const model = new Model();
    try {
      migrate(before, 3);
      const insert = before.prepare('INSERT INTO signals VALUES (?, ?, ?, ?, ?, ?, ?)');
      before.exec('BEGIN');
      for (const session of SESSIONS) {
        const { signals, ...rest } = write(session, 0, 250) as SignalsWrite;
        for (const [index, { type, value, at, data }] of signals.entries()) {
          insert.run(organizationId!, session, index + 1, type, value ?? null, at, data ?? null);
        }
        before
          .prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)')
          .run(organizationId!, session, AT, AT + 60, 250);
        before.prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?)').run(organizationId!, session, 240, '{}');
        before.prepare('INSERT INTO batches VALUES (?, ?, ?)').run(organizationId!, session, 'b1');
        const snapshot = { sequence: 240, profile: '{}' };
        model.apply(organizationId!, { ...rest, signals, snapshot, batchId: 'b1' }, AT + 60);
      }
      before.exec('COMMIT');
      migrate(before);
      const reader = new Reader(openForReading(old));
      const sessions = new SqliteSessions(reader);
      await holdsWhat(model, sessions);
      const writer = new GroupCommit(before, 'local');
      for (const sent of [write(sessionId!, 250, 2), write(sessionId!, 252, 1, { batchId: 'b1' })]) {
        const outcome = model.apply(organizationId!, sent as SignalsWrite, AT);
        assert.deepEqual(commit(writer, organizationId!, [sent]), [outcome]);
        await holdsWhat(model, sessions);
      }
      reader.close();
    } finally {
      before.close();
      rmSync(old, { recursive: true });
    }
  });
});
