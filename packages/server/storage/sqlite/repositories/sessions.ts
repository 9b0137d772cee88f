import { Pace } from '../../../pace.ts';
import type {
  LoadedSession,
  LoggedSignal,
  OrganizationId,
  ProfileSnapshot,
  SessionId,
  Sessions,
} from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import { readRun } from '../signal-log/log-segment.ts';
import { UnfiledIndex, type UnfiledPart } from '../signal-log/tail-index.ts';

interface SessionRow {
  readonly session_id: SessionId;
  readonly opened_at: number;
  readonly last_seen_at: number;
  readonly last_sequence: number;
}

interface RunRow {
  readonly first_sequence: number;
  readonly signals: string;
}

const RUNS = `SELECT first_sequence, signals FROM signal_runs
  WHERE organization_id = ? AND session_id = ? AND first_sequence > ? AND first_sequence <= ? ORDER BY first_sequence`;
/** Runs of a session that are read at once; a session has some, a bot thousands. */
const RUNS_AT_ONCE = 10;

/** The number of the run that holds signal `?`: the last one that begins there or before. */
const RUN_OF = `SELECT MAX(first_sequence) AS first FROM signal_runs
  WHERE organization_id = ? AND session_id = ? AND first_sequence <= ?`;

/** A session as both its filed part and the journal have it. */
interface FoundSession {
  readonly filed: SessionRow | undefined;
  readonly unfiled: UnfiledPart | undefined;
  readonly snapshot: ProfileSnapshot | undefined;
  readonly lastSeenAt: number;
  readonly sequence: number;
}

/**
 * Sessions are read from two places: the filed log, and the journal, which has the last minutes of all sessions. What
 * is filed of a session is always a beginning of its log, so signals that are in both are told by their numbers.
 */
export class SqliteSessions implements Sessions {
  readonly #reader: Reader;
  readonly #unfiled: UnfiledIndex;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#unfiled = new UnfiledIndex(reader);
  }

  async load(organizationId: OrganizationId, sessionId: SessionId): Promise<LoadedSession | undefined> {
    await this.#unfiled.catchUp();
    const found = await this.#find(organizationId, sessionId, true);
    if (found === undefined) return undefined;
    const { filed, unfiled, snapshot, lastSeenAt, sequence } = found;
    return {
      openedAt: (filed?.opened_at ?? unfiled?.openedAt)!,
      lastSeenAt,
      sequence,
      signals: await this.#signals(organizationId, sessionId, found, snapshot?.sequence ?? 0, sequence),
      ...(snapshot && { snapshot }),
    };
  }

  async log(
    organizationId: OrganizationId,
    sessionId: SessionId,
    upTo = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly LoggedSignal[]> {
    await this.#unfiled.catchUp();
    const found = await this.#find(organizationId, sessionId, false);
    return found === undefined ? [] : this.#signals(organizationId, sessionId, found, 0, upTo);
  }

  async *since(
    organizationId: OrganizationId,
    at: number,
  ): AsyncGenerator<{ sessionId: SessionId; signals: readonly LoggedSignal[] }> {
    await this.#unfiled.catchUp();
    for await (const sessionId of this.#everySession(organizationId)) {
      const found = await this.#find(organizationId, sessionId, false);
      if (found === undefined || found.lastSeenAt < at || found.sequence === 0) continue;
      yield {
        sessionId,
        signals: await this.#signals(organizationId, sessionId, found, 0, found.sequence),
      };
    }
  }

  /** The filed sessions, and those of which only the journal knows, each once. */
  async *#everySession(organizationId: OrganizationId): AsyncGenerator<SessionId> {
    const unfiled = await this.#unfiled.sessionsOf(organizationId);
    // Sessions are read in the order of their key and filtered by the caller: an index by time would have to be
    // rewritten for every signal of every session.
    const filed = this.#reader.scan<Pick<SessionRow, 'session_id'>>(
      'SELECT session_id FROM sessions WHERE organization_id = ? AND session_id > ? ORDER BY session_id',
      [organizationId, ''],
      (row) => [organizationId, row.session_id],
    );
    for await (const { session_id } of filed) {
      unfiled.delete(session_id);
      yield session_id;
    }
    yield* unfiled;
  }

  /**
   * Everything but the filed signals; of the journal no more than what came after its last snapshot, where that is
   * enough.
   */
  async #find(
    organizationId: OrganizationId,
    sessionId: SessionId,
    toSnapshot: boolean,
  ): Promise<FoundSession | undefined> {
    // First, since rows that are filed meanwhile are then found where they are filed.
    const unfiled = await this.#unfiled.find(organizationId, sessionId, toSnapshot);
    return this.#reader.atOneMoment(() => {
      const filed = this.#reader.get<SessionRow>(
        'SELECT * FROM sessions WHERE organization_id = ? AND session_id = ?',
        organizationId,
        sessionId,
      );
      if (filed === undefined && unfiled === undefined) return undefined;
      const snapshot =
        filed &&
        this.#reader.get<ProfileSnapshot>(
          'SELECT sequence, profile FROM snapshots WHERE organization_id = ? AND session_id = ?',
          organizationId,
          sessionId,
        );
      return {
        filed,
        unfiled,
        snapshot: newer(snapshot && { ...snapshot }, unfiled?.snapshot),
        lastSeenAt: Math.max(filed?.last_seen_at ?? 0, unfiled?.lastSeenAt ?? 0),
        sequence: Math.max(filed?.last_sequence ?? 0, unfiled?.sequence ?? 0),
      };
    });
  }

  /** The signals from number `after` + 1 to number `upTo` of a session as it was found. */
  async #signals(
    organizationId: OrganizationId,
    sessionId: SessionId,
    { filed, unfiled }: FoundSession,
    after: number,
    upTo: number,
  ): Promise<LoggedSignal[]> {
    const filedUpTo = filed?.last_sequence ?? 0;
    const signals: LoggedSignal[] = [];
    const pace = new Pace();
    const take = (json: string, first: number): Promise<void> => {
      for (const signal of readRun(json, first)) {
        if (signal.sequence > after && signal.sequence <= upTo) signals.push(signal);
      }
      return pace.rest();
    };
    if (filedUpTo > after) {
      const first = this.#reader.get<{ first: number | null }>(RUN_OF, organizationId, sessionId, after + 1);
      const last = Math.min(upTo, filedUpTo);
      const parameters = (before: number) => [organizationId, sessionId, before, last] as const;
      // The usual session is read at once; waiting for a turn of the event loop would only slow it down.
      const runs = this.#reader.all<RunRow>(
        `${RUNS} LIMIT ${RUNS_AT_ONCE}`,
        ...parameters((first?.first ?? 1) - 1),
      );
      for (const run of runs) await take(run.signals, run.first_sequence);
      if (runs.length === RUNS_AT_ONCE) {
        const rest = this.#reader.scan<RunRow>(RUNS, parameters(runs.at(-1)!.first_sequence), (run) =>
          parameters(run.first_sequence),
        );
        for await (const run of rest) await take(run.signals, run.first_sequence);
      }
    }
    for (const { first, last, signals: json } of unfiled?.runs ?? []) {
      if (last > filedUpTo && last > after && first <= upTo) await take(json, first);
    }
    return signals;
  }
}

function newer(a: ProfileSnapshot | undefined, b: ProfileSnapshot | undefined): ProfileSnapshot | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.sequence > b.sequence ? a : b;
}
