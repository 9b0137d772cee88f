import { Pace } from '../../../time-slices.ts';
import { readSegment } from '../../log-segment.ts';
import type {
  LoadedSession,
  LoggedSignal,
  OrganizationId,
  ProfileSnapshot,
  SessionId,
  SessionListing,
  SessionProfiles,
  SessionSummary,
  Sessions,
} from '../../ports.ts';
import type { Database } from '../connection/database.ts';
import { statement } from '../connection/pipelined-connection.ts';

/** Runs of signals are read as one text, a line each: JSON has no line breaks. */
const RUNS_AFTER = (sequence: string) => `
  (SELECT string_agg(r.signals, E'\\n' ORDER BY r.first_sequence) FROM signal_runs r
   WHERE r.organization_id = s.organization_id AND r.session_id = s.session_id
     AND r.first_sequence >= ${FIRST_AFTER(sequence)})`;
/** Where the run begins that holds the signal behind a sequence number: the last one that begins there or before. */
const FIRST_AFTER = (sequence: string) => `
  COALESCE((SELECT max(f.first_sequence) FROM signal_runs f
    WHERE f.organization_id = s.organization_id AND f.session_id = s.session_id
      AND f.first_sequence <= ${sequence} + 1), 1)`;

/** A session with its snapshot and the signals behind it. */
const LOAD = statement(`
  SELECT s.opened_at, s.last_seen_at, s.last_sequence, p.sequence AS snapshot, p.profile,
    ${FIRST_AFTER('COALESCE(p.sequence, 0)')} AS first, ${RUNS_AFTER('COALESCE(p.sequence, 0)')} AS runs
  FROM sessions s LEFT JOIN snapshots p USING (organization_id, session_id)
  WHERE s.organization_id = $1 AND s.session_id = $2`);
/** The same behind a snapshot that is kept elsewhere. */
const LOAD_AFTER = statement(`
  SELECT s.opened_at, s.last_seen_at, s.last_sequence, NULL AS snapshot, NULL AS profile,
    ${FIRST_AFTER('$3::bigint')} AS first, ${RUNS_AFTER('$3::bigint')} AS runs
  FROM sessions s WHERE s.organization_id = $1 AND s.session_id = $2`);

const SEQUENCE = statement(
  'SELECT last_sequence FROM sessions WHERE organization_id = $1 AND session_id = $2',
);

interface LoadedRow {
  readonly opened_at: number;
  readonly last_seen_at: number;
  readonly last_sequence: number;
  readonly snapshot: number | null;
  readonly profile: string | null;
  readonly first: number;
  readonly runs: string | null;
}

interface SummaryRow {
  readonly session_id: SessionId;
  readonly opened_at: number;
  readonly last_seen_at: number;
  readonly last_sequence: number;
}

/** Sessions whose logs are read at once; set by hand. */
const LOGS_AT_ONCE = 50;

export class ClusterSessions implements Pick<Sessions, 'load' | 'sequence' | 'log' | 'since' | 'recent'> {
  readonly #database: Database;
  readonly #profiles: SessionProfiles | undefined;

  /** @param profiles where profiles are kept, if not beside the log */
  constructor(database: Database, profiles?: SessionProfiles) {
    this.#database = database;
    this.#profiles = profiles;
  }

  async load(organizationId: OrganizationId, sessionId: SessionId): Promise<LoadedSession | undefined> {
    let kept = await this.#profiles?.get(organizationId, sessionId);
    let row = await this.#row(organizationId, sessionId, kept?.sequence ?? 0);
    if (row === undefined) return undefined;
    if (kept !== undefined && kept.sequence > row.last_sequence) {
      // The fold of another log: the store has lost its end, or the session was erased.
      kept = undefined;
      row = await this.#row(organizationId, sessionId, 0);
      if (row === undefined) return undefined;
    }
    const snapshot: ProfileSnapshot | undefined =
      row.snapshot === null || row.profile === null ? kept : { sequence: row.snapshot, profile: row.profile };
    return {
      openedAt: row.opened_at,
      lastSeenAt: row.last_seen_at,
      sequence: row.last_sequence,
      signals: await signalsOf(organizationId, row, snapshot?.sequence ?? 0),
      ...(snapshot && { snapshot }),
    };
  }

  /** @param after the signals behind this one, where profiles are kept elsewhere */
  async #row(
    organizationId: OrganizationId,
    sessionId: SessionId,
    after: number,
  ): Promise<LoadedRow | undefined> {
    const of = [organizationId, sessionId];
    const [row] =
      this.#profiles === undefined
        ? await this.#database.hot.query<LoadedRow>(LOAD, of)
        : await this.#database.hot.query<LoadedRow>(LOAD_AFTER, [...of, after]);
    return row;
  }

  async sequence(organizationId: OrganizationId, sessionId: SessionId): Promise<number> {
    const [row] = await this.#database.hot.query<Pick<LoadedRow, 'last_sequence'>>(SEQUENCE, [
      organizationId,
      sessionId,
    ]);
    return row?.last_sequence ?? 0;
  }

  async log(
    organizationId: OrganizationId,
    sessionId: SessionId,
    upTo = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly LoggedSignal[]> {
    const pace = new Pace(organizationId);
    const signals: LoggedSignal[] = [];
    const runs = this.#database.scan<{ first_sequence: number; signals: string }>(
      `SELECT first_sequence, signals FROM signal_runs
       WHERE organization_id = $1 AND session_id = $2 AND first_sequence <= $3 AND first_sequence > $4
       ORDER BY first_sequence`,
      [organizationId, sessionId, upTo, 0],
      ({ first_sequence }) => [organizationId, sessionId, upTo, first_sequence],
    );
    for await (const run of runs) {
      for (const signal of readSegment(run.signals, run.first_sequence)) {
        if (signal.sequence <= upTo) signals.push(signal);
      }
      await pace.rest();
    }
    return signals;
  }

  async *since(
    organizationId: OrganizationId,
    at: number,
  ): AsyncGenerator<{ sessionId: SessionId; signals: readonly LoggedSignal[] }> {
    // In the order of the key: a session that is written meanwhile does not come twice.
    const sessions = this.#database.scan<Pick<SummaryRow, 'session_id'>>(
      `SELECT session_id FROM sessions
       WHERE organization_id = $1 AND last_seen_at >= $2 AND last_sequence > 0 AND session_id > $3 ORDER BY session_id`,
      [organizationId, at, ''],
      ({ session_id }) => [organizationId, at, session_id],
    );
    let ids: SessionId[] = [];
    for await (const { session_id } of sessions) {
      ids.push(session_id);
      if (ids.length < LOGS_AT_ONCE) continue;
      yield* this.#logs(organizationId, ids);
      ids = [];
    }
    if (ids.length > 0) yield* this.#logs(organizationId, ids);
  }

  async *#logs(
    organizationId: OrganizationId,
    ids: readonly SessionId[],
  ): AsyncGenerator<{ sessionId: SessionId; signals: readonly LoggedSignal[] }> {
    const rows = await this.#database.query<{ session_id: SessionId; runs: string }>(
      `SELECT session_id, string_agg(signals, E'\\n' ORDER BY first_sequence) AS runs FROM signal_runs
       WHERE organization_id = $1 AND session_id = ANY($2) GROUP BY session_id`,
      [organizationId, ids],
    );
    for (const { session_id, runs } of rows) {
      yield { sessionId: session_id, signals: await signalsOf(organizationId, { first: 1, runs }, 0) };
    }
  }

  async recent(
    organizationId: OrganizationId,
    { limit, after, prefix = '' }: SessionListing,
  ): Promise<readonly SessionSummary[]> {
    const rows = await this.#database.query<SummaryRow>(
      `SELECT session_id, opened_at, last_seen_at, last_sequence FROM sessions
       WHERE organization_id = $1 AND (last_seen_at, session_id) < ($2, $3)
         AND session_id >= $4 AND starts_with(session_id, $4)
       ORDER BY last_seen_at DESC, session_id DESC LIMIT $5`,
      [organizationId, after?.lastSeenAt ?? Number.MAX_SAFE_INTEGER, after?.sessionId ?? '', prefix, limit],
    );
    return rows.map(({ session_id, opened_at, last_seen_at, last_sequence }) => ({
      sessionId: session_id,
      openedAt: opened_at,
      lastSeenAt: last_seen_at,
      sequence: last_sequence,
    }));
  }
}

/** The signals of runs that follow on each other, behind a sequence number. */
async function signalsOf(
  organizationId: OrganizationId,
  { first, runs }: Pick<LoadedRow, 'first' | 'runs'>,
  after: number,
): Promise<LoggedSignal[]> {
  const signals: LoggedSignal[] = [];
  if (runs === null) return signals;
  const pace = new Pace(organizationId);
  let next = first;
  for (const run of runs.split('\n')) {
    const read = readSegment(run, next);
    next += read.length;
    for (const signal of read) if (signal.sequence > after) signals.push(signal);
    const rest = pace.rest();
    if (rest !== undefined) await rest;
  }
  return signals;
}
