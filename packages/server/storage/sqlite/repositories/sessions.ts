import { Pace } from '../../../time-slices.ts';
import { readSegment } from '../../log-segment.ts';
import type {
  LoadedSession,
  LoggedSignal,
  OrganizationId,
  ProfileSnapshot,
  SessionId,
  SessionListing,
  SessionSummary,
  Sessions,
} from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import { type SessionTail, TailIndex } from '../signal-log/tail-index.ts';

interface SessionRow {
  readonly session_id: SessionId;
  readonly opened_at: number;
  readonly last_seen_at: number;
  readonly last_sequence: number;
}

interface SegmentRow {
  readonly first_sequence: number;
  readonly signals: string;
}

const SEGMENTS = `SELECT first_sequence, signals FROM signal_runs
  WHERE organization_id = ? AND session_id = ? AND first_sequence > ? AND first_sequence <= ? ORDER BY first_sequence`;
/** Segments of a session that are read at once: a session has a few, a bot thousands; set by hand. */
const SEGMENTS_AT_ONCE = 10;

/** First number of the segment that holds a signal: the last segment that begins there or before. */
const SEGMENT_OF = `SELECT MAX(first_sequence) AS first FROM signal_runs
  WHERE organization_id = ? AND session_id = ? AND first_sequence <= ?`;

/** A session as the compacted log and its tail have it. */
interface FoundSession {
  readonly compacted: SessionRow | undefined;
  readonly tail: SessionTail | undefined;
  readonly snapshot: ProfileSnapshot | undefined;
  readonly lastSeenAt: number;
  readonly sequence: number;
}

type Seen = Pick<SessionSummary, 'sessionId' | 'lastSeenAt'>;

/** The order of a list: the last one that was seen first. */
const byTime = (a: Seen, b: Seen): number =>
  b.lastSeenAt - a.lastSeenAt || (a.sessionId < b.sessionId ? 1 : a.sessionId > b.sessionId ? -1 : 0);

/**
 * Sessions are read from two places: the compacted log, and the journal, which has the tails of all sessions. The
 * compacted part of a session is always a prefix of its log, so signals that are in both are recognised by their
 * sequence numbers.
 */
export class SqliteSessions implements Pick<Sessions, 'load' | 'sequence' | 'log' | 'since' | 'recent'> {
  readonly #reader: Reader;
  readonly #tails: TailIndex;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#tails = new TailIndex(reader);
  }

  async load(organizationId: OrganizationId, sessionId: SessionId): Promise<LoadedSession | undefined> {
    await this.#tails.catchUp();
    const found = await this.#find(organizationId, sessionId, true);
    if (found === undefined) return undefined;
    const { compacted, tail, snapshot, lastSeenAt, sequence } = found;
    return {
      openedAt: (compacted?.opened_at ?? tail?.openedAt)!,
      lastSeenAt,
      sequence,
      signals: await this.#signals(organizationId, sessionId, found, snapshot?.sequence ?? 0, sequence),
      ...(snapshot && { snapshot }),
    };
  }

  async sequence(organizationId: OrganizationId, sessionId: SessionId): Promise<number> {
    await this.#tails.catchUp();
    return (await this.#find(organizationId, sessionId, true))?.sequence ?? 0;
  }

  /** The newest snapshot alone. */
  async snapshot(organizationId: OrganizationId, sessionId: SessionId): Promise<ProfileSnapshot | undefined> {
    await this.#tails.catchUp();
    return (await this.#find(organizationId, sessionId, true))?.snapshot;
  }

  async log(
    organizationId: OrganizationId,
    sessionId: SessionId,
    upTo = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly LoggedSignal[]> {
    await this.#tails.catchUp();
    const found = await this.#find(organizationId, sessionId, false);
    return found === undefined ? [] : this.#signals(organizationId, sessionId, found, 0, upTo);
  }

  async *since(
    organizationId: OrganizationId,
    at: number,
  ): AsyncGenerator<{ sessionId: SessionId; signals: readonly LoggedSignal[] }> {
    await this.#tails.catchUp();
    for await (const sessionId of this.#everySession(organizationId)) {
      const found = await this.#find(organizationId, sessionId, false);
      if (found === undefined || found.lastSeenAt < at || found.sequence === 0) continue;
      yield {
        sessionId,
        signals: await this.#signals(organizationId, sessionId, found, 0, found.sequence),
      };
    }
  }

  async recent(
    organizationId: OrganizationId,
    { limit, after, prefix = '' }: SessionListing,
  ): Promise<readonly SessionSummary[]> {
    await this.#tails.catchUp();
    const inTail = await this.#tails.sessionsOf(organizationId);
    const isNext = (seen: Seen) => after === undefined || byTime(after, seen) < 0;
    const listed: Seen[] = [];
    for (const [sessionId, lastSeenAt] of inTail) {
      const seen = { sessionId, lastSeenAt };
      if (sessionId.startsWith(prefix) && isNext(seen)) listed.push(seen);
    }
    // The compacted row of a session with a tail has an earlier time.
    for await (const seen of this.#compactedByTime(organizationId, after, prefix, limit + inTail.size)) {
      if (inTail.has(seen.sessionId)) continue;
      listed.push(seen);
      if (listed.length >= limit + inTail.size) break;
    }
    const summaries: SessionSummary[] = [];
    for (const { sessionId } of listed.sort(byTime).slice(0, limit)) {
      const found = await this.#find(organizationId, sessionId, true);
      if (found === undefined) continue;
      const { compacted, tail, lastSeenAt, sequence } = found;
      summaries.push({
        sessionId,
        openedAt: (compacted?.opened_at ?? tail?.openedAt)!,
        lastSeenAt,
        sequence,
      });
    }
    return summaries;
  }

  /** Compacted sessions, the last one that was seen first; ids that begin with a prefix are looked up by it. */
  async *#compactedByTime(
    organizationId: OrganizationId,
    after: Seen | undefined,
    prefix: string,
    limit: number,
  ): AsyncGenerator<Seen> {
    const toSeen = ({ session_id, last_seen_at }: Pick<SessionRow, 'session_id' | 'last_seen_at'>): Seen => ({
      sessionId: session_id,
      lastSeenAt: last_seen_at,
    });
    if (prefix !== '') {
      const named: Seen[] = [];
      const rows = this.#reader.scan<Pick<SessionRow, 'session_id' | 'last_seen_at'>>(
        `SELECT session_id, last_seen_at FROM sessions
         WHERE organization_id = ? AND session_id >= ? AND session_id > ? ORDER BY session_id`,
        [organizationId, prefix, ''],
        (row) => [organizationId, prefix, row.session_id],
      );
      for await (const row of rows) {
        if (!row.session_id.startsWith(prefix)) break;
        const seen = toSeen(row);
        if (after === undefined || byTime(after, seen) < 0) named.push(seen);
      }
      yield* named.sort(byTime).slice(0, limit);
      return;
    }
    const rows = this.#reader.scan<Pick<SessionRow, 'session_id' | 'last_seen_at'>>(
      `SELECT session_id, last_seen_at FROM sessions
       WHERE organization_id = ? AND (last_seen_at, session_id) < (?, ?)
       ORDER BY last_seen_at DESC, session_id DESC`,
      [organizationId, after?.lastSeenAt ?? Number.MAX_SAFE_INTEGER, after?.sessionId ?? ''],
      (row) => [organizationId, row.last_seen_at, row.session_id],
    );
    for await (const row of rows) yield toSeen(row);
  }

  /** The compacted sessions, and those that have a tail only, each once. */
  async *#everySession(organizationId: OrganizationId): AsyncGenerator<SessionId> {
    const inTail = await this.#tails.sessionsOf(organizationId);
    // Sessions are read in the order of their key and filtered by the caller: every signal of every session would
    // rewrite an index by time.
    const compacted = this.#reader.scan<Pick<SessionRow, 'session_id'>>(
      'SELECT session_id FROM sessions WHERE organization_id = ? AND session_id > ? ORDER BY session_id',
      [organizationId, ''],
      (row) => [organizationId, row.session_id],
    );
    for await (const { session_id } of compacted) {
      inTail.delete(session_id);
      yield session_id;
    }
    yield* inTail.keys();
  }

  /** Everything but the compacted signals; of the tail only what follows its last snapshot, where that is enough. */
  async #find(
    organizationId: OrganizationId,
    sessionId: SessionId,
    toSnapshot: boolean,
  ): Promise<FoundSession | undefined> {
    // First, since rows that are compacted meanwhile are then found in the compacted log.
    const tail = await this.#tails.find(organizationId, sessionId, toSnapshot);
    return this.#reader.atOneMoment(() => {
      const compacted = this.#reader.get<SessionRow>(
        'SELECT * FROM sessions WHERE organization_id = ? AND session_id = ?',
        organizationId,
        sessionId,
      );
      if (compacted === undefined && tail === undefined) return undefined;
      const snapshot = this.#reader.get<ProfileSnapshot>(
        'SELECT sequence, profile FROM snapshots WHERE organization_id = ? AND session_id = ?',
        organizationId,
        sessionId,
      );
      return {
        compacted,
        tail,
        snapshot: newer(snapshot && { ...snapshot }, tail?.snapshot),
        lastSeenAt: Math.max(compacted?.last_seen_at ?? 0, tail?.lastSeenAt ?? 0),
        sequence: Math.max(compacted?.last_sequence ?? 0, tail?.sequence ?? 0),
      };
    });
  }

  /** The signals from number `after` + 1 to number `upTo` of a session as it was found. */
  async #signals(
    organizationId: OrganizationId,
    sessionId: SessionId,
    { compacted, tail }: FoundSession,
    after: number,
    upTo: number,
  ): Promise<LoggedSignal[]> {
    const compactedUpTo = compacted?.last_sequence ?? 0;
    const signals: LoggedSignal[] = [];
    const pace = new Pace(organizationId);
    const take = (json: string, first: number): Promise<void> | undefined => {
      for (const signal of readSegment(json, first)) {
        if (signal.sequence > after && signal.sequence <= upTo) signals.push(signal);
      }
      return pace.rest();
    };
    if (compactedUpTo > after) {
      const first = this.#reader.get<{ first: number | null }>(
        SEGMENT_OF,
        organizationId,
        sessionId,
        after + 1,
      );
      const last = Math.min(upTo, compactedUpTo);
      const parameters = (before: number) => [organizationId, sessionId, before, last] as const;
      // Most sessions are read at once: waiting for a turn of the event loop would only slow them down.
      const segments = this.#reader.all<SegmentRow>(
        `${SEGMENTS} LIMIT ${SEGMENTS_AT_ONCE}`,
        ...parameters((first?.first ?? 1) - 1),
      );
      for (const segment of segments) await take(segment.signals, segment.first_sequence);
      if (segments.length === SEGMENTS_AT_ONCE) {
        const rest = this.#reader.scan<SegmentRow>(
          SEGMENTS,
          parameters(segments.at(-1)!.first_sequence),
          (segment) => parameters(segment.first_sequence),
        );
        for await (const segment of rest) await take(segment.signals, segment.first_sequence);
      }
    }
    for (const { first, last, signals: json } of tail?.segments ?? []) {
      if (last > compactedUpTo && last > after && first <= upTo) await take(json, first);
    }
    return signals;
  }
}

function newer(a: ProfileSnapshot | undefined, b: ProfileSnapshot | undefined): ProfileSnapshot | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.sequence > b.sequence ? a : b;
}
