import type { DatabaseSync } from 'node:sqlite';
import type {
  LoadedSession,
  LoggedSignal,
  OrganizationId,
  ProfileSnapshot,
  SessionId,
  Sessions,
  Write,
  WriteOutcome,
} from '../ports.ts';
import type { Reader } from './reader.ts';

interface SessionRow {
  readonly session_id: SessionId;
  readonly opened_at: number;
  readonly last_seen_at: number;
  readonly last_sequence: number;
}

interface SignalRow {
  readonly sequence: number;
  readonly type: string;
  readonly value: string | null;
  readonly at: number;
  readonly data: string | null;
}

const fromRow = (row: SignalRow): LoggedSignal => ({
  sequence: row.sequence,
  type: row.type,
  at: row.at,
  ...(row.value !== null && { value: row.value }),
  ...(row.data !== null && { data: row.data }),
});

/** All of a session that can be asked for at once; a session has some dozens of signals, a bot thousands. */
const SIGNALS = `SELECT sequence, type, value, at, data FROM signals
  WHERE organization_id = ? AND session_id = ? AND sequence > ? AND sequence <= ? ORDER BY sequence`;

export class SqliteSessions implements Sessions {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async load(organizationId: OrganizationId, sessionId: SessionId): Promise<LoadedSession | undefined> {
    const session = this.#reader.get<SessionRow>(
      'SELECT * FROM sessions WHERE organization_id = ? AND session_id = ?',
      organizationId,
      sessionId,
    );
    if (session === undefined) return undefined;
    const snapshot = this.#reader.get<ProfileSnapshot>(
      'SELECT sequence, profile FROM snapshots WHERE organization_id = ? AND session_id = ?',
      organizationId,
      sessionId,
    );
    const signals = await this.#signals(
      organizationId,
      sessionId,
      snapshot?.sequence ?? 0,
      session.last_sequence,
    );
    return {
      openedAt: session.opened_at,
      lastSeenAt: session.last_seen_at,
      sequence: session.last_sequence,
      signals,
      ...(snapshot && { snapshot: { sequence: snapshot.sequence, profile: snapshot.profile } }),
    };
  }

  async log(
    organizationId: OrganizationId,
    sessionId: SessionId,
    upTo = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly LoggedSignal[]> {
    return this.#signals(organizationId, sessionId, 0, upTo);
  }

  async *since(
    organizationId: OrganizationId,
    at: number,
  ): AsyncGenerator<{ sessionId: SessionId; signals: readonly LoggedSignal[] }> {
    // Sessions are read in the order of their key and filtered here: an index by time would have to be
    // rewritten for every signal of every session.
    const sessions = this.#reader.scan<SessionRow>(
      'SELECT * FROM sessions WHERE organization_id = ? AND session_id > ? ORDER BY session_id',
      [organizationId, ''],
      (row) => [organizationId, row.session_id],
    );
    for await (const { session_id, last_seen_at, last_sequence } of sessions) {
      if (last_seen_at < at || last_sequence === 0) continue;
      yield {
        sessionId: session_id,
        signals: await this.#signals(organizationId, session_id, 0, last_sequence),
      };
    }
  }

  async #signals(
    organizationId: OrganizationId,
    sessionId: SessionId,
    after: number,
    upTo: number,
  ): Promise<LoggedSignal[]> {
    // The usual session is read at once; waiting for a turn of the event loop would only slow it down.
    const rows = this.#reader.all<SignalRow>(`${SIGNALS} LIMIT 500`, organizationId, sessionId, after, upTo);
    const signals = rows.map(fromRow);
    if (rows.length < 500) return signals;
    const rest = this.#reader.scan<SignalRow>(
      SIGNALS,
      [organizationId, sessionId, rows.at(-1)!.sequence, upTo],
      (row) => [organizationId, sessionId, row.sequence, upTo],
    );
    for await (const row of rest) signals.push(fromRow(row));
    return signals;
  }
}

type SignalsWrite = Extract<Write, { kind: 'signals' }>;
type SignalsOutcome = Extract<WriteOutcome, { kind: 'signals' }>;

export interface SignalWrites {
  /** What the write would come to, without writing: so that a commit can be given up before it has begun. */
  foresee(organizationId: OrganizationId, write: SignalsWrite): SignalsOutcome;
  /** Writes, unless it comes to a conflict or a duplicate. */
  apply(organizationId: OrganizationId, write: SignalsWrite, at: number): SignalsOutcome;
}

export function signalWrites(database: DatabaseSync): SignalWrites {
  const last = database.prepare(
    'SELECT last_sequence FROM sessions WHERE organization_id = ? AND session_id = ?',
    { returnArrays: true },
  );
  const batch = database.prepare(
    'SELECT 1 FROM batches WHERE organization_id = ? AND session_id = ? AND batch_id = ?',
  );
  const open = database.prepare(
    `INSERT INTO sessions (organization_id, session_id, opened_at, last_seen_at, last_sequence)
     VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_sequence = excluded.last_sequence,
       last_seen_at = MAX(last_seen_at, excluded.last_seen_at)`,
  );
  const advance = database.prepare(
    `UPDATE sessions SET last_sequence = ?, last_seen_at = MAX(last_seen_at, ?)
     WHERE organization_id = ? AND session_id = ? AND last_sequence = ?`,
  );
  const append = database.prepare(
    `INSERT INTO signals (organization_id, session_id, sequence, type, value, at, data)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const noteBatch = database.prepare(
    'INSERT INTO batches (organization_id, session_id, batch_id) VALUES (?, ?, ?)',
  );
  const snapshot = database.prepare(
    `INSERT INTO snapshots (organization_id, session_id, sequence, profile) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sequence = excluded.sequence, profile = excluded.profile
     WHERE excluded.sequence > sequence`,
  );
  function foresee(
    organizationId: OrganizationId,
    { sessionId, after, signals, batchId }: SignalsWrite,
  ): SignalsOutcome {
    const row = last.get(organizationId, sessionId) as unknown as [number] | undefined;
    const sequence = row?.[0] ?? 0;
    if (batchId !== undefined && batch.get(organizationId, sessionId, batchId) !== undefined) {
      return { kind: 'signals', status: 'duplicate', sequence };
    }
    if (signals.length > 0 && sequence !== after) {
      return { kind: 'signals', status: 'conflict', sequence };
    }
    return { kind: 'signals', status: 'applied', sequence: sequence + signals.length };
  }

  /** What most writes are: signals of a session that exists and stands where the caller saw it. One statement. */
  function advances(organizationId: OrganizationId, write: SignalsWrite, at: number): boolean {
    const { sessionId, after, signals, batchId } = write;
    if (after === 0 || signals.length === 0 || batchId !== undefined) return false;
    return advance.run(after + signals.length, at, organizationId, sessionId, after).changes === 1;
  }

  function log(
    organizationId: OrganizationId,
    { sessionId, signals, snapshot: profile }: SignalsWrite,
    first: number,
  ): void {
    for (let index = 0; index < signals.length; index++) {
      const { sequence, type, value = null, at, data = null } = signals[index]!;
      // The key of the log is what makes this a compare-and-set: a number can be taken once.
      if (sequence !== first + index) {
        throw new RangeError(`Signal ${sequence} does not follow signal ${first + index - 1}.`);
      }
      append.run(organizationId, sessionId, sequence, type, value, at, data);
    }
    if (profile !== undefined) snapshot.run(organizationId, sessionId, profile.sequence, profile.profile);
  }

  return {
    foresee,
    apply(organizationId, write, at) {
      const { sessionId, signals, openedAt, batchId } = write;
      if (advances(organizationId, write, at)) {
        log(organizationId, write, write.after + 1);
        return { kind: 'signals', status: 'applied', sequence: write.after + signals.length };
      }
      const outcome = foresee(organizationId, write);
      if (outcome.status !== 'applied') return outcome;
      open.run(organizationId, sessionId, openedAt, at, outcome.sequence);
      log(organizationId, write, outcome.sequence - signals.length + 1);
      if (batchId !== undefined) noteBatch.run(organizationId, sessionId, batchId);
      return outcome;
    },
  };
}
