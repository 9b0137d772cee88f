import { Pace, SERVICE } from '../../../time-slices.ts';
import type { OrganizationId, ProfileSnapshot, SessionId } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';

/** Rows of the journal that share an index, and are forgotten together when all are compacted; set by hand. */
const BLOCK = 4_096;
/** Rows that are indexed between two looks at the clock; set by hand. */
const SLICE = 500;

/** The tail of a session: from its first row in the journal, or from its last snapshot. */
export interface SessionTail {
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Log segments, see `readSegment`, oldest first; some may be compacted already. */
  readonly segments: readonly { readonly first: number; readonly last: number; readonly signals: string }[];
  /** Number of the last signal. */
  readonly sequence: number;
  readonly snapshot: ProfileSnapshot | undefined;
}

interface Row {
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly opened_at: number;
  readonly signals: string;
  readonly snapshot_sequence: number | null;
  readonly snapshot: string | null;
}

/** The part of a row that is indexed. */
interface IndexedRow {
  readonly number: number;
  readonly organization_id: OrganizationId;
  readonly session_id: SessionId;
  readonly at: number;
}

interface Block {
  /** Number of its last row. */
  last: number;
  size: number;
  readonly sessions: Map<string, Rows>;
}

/** The rows of a session in a block. */
interface Rows {
  /** Oldest first. */
  readonly numbers: number[];
  /** The latest time of a row; ms since the epoch. */
  lastSeenAt: number;
}

const keyOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;

/**
 * The reader's index of the journal, by session. An index in the store itself would cost what the journal saves, so each
 * process that reads sessions keeps its own in memory, and reads each row once for it.
 */
export class TailIndex {
  readonly #reader: Reader;
  #blocks: Block[] = [];
  #last = 0;
  #version = Number.NaN;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Indexes the rows written since the last call; lets the event loop turn where there are many. */
  async catchUp(): Promise<void> {
    if (this.#reader.version() === this.#version) return;
    const pace = new Pace(SERVICE);
    while (!this.#catchUpSome()) await pace.rest();
  }

  /**
   * The tail of a session as of the last `catchUp`; undefined where there is none. Lets the event loop turn where it is
   * long: rows that are compacted meanwhile may be missing, and are found in the compacted log, which is read later.
   *
   * @param toSnapshot whether to look back no further than to the last snapshot
   */
  async find(
    organizationId: OrganizationId,
    sessionId: SessionId,
    toSnapshot: boolean,
  ): Promise<SessionTail | undefined> {
    const key = keyOf(organizationId, sessionId);
    const found = this.#blocks.flatMap(({ sessions }) => sessions.get(key) ?? []);
    const numbers = found.flatMap((rows) => rows.numbers);
    const pace = new Pace(organizationId);
    const rows: Row[] = [];
    let snapshot: ProfileSnapshot | undefined;
    for (let k = numbers.length - 1; k >= 0; k--) {
      const row = this.#reader.get<Row>(
        `SELECT first_sequence, last_sequence, opened_at, signals, snapshot_sequence, snapshot
         FROM journal WHERE number = ?`,
        numbers[k],
      );
      // Compacted and deleted, and so are the rows before it.
      if (row === undefined) break;
      rows.push(row);
      const { snapshot_sequence: sequence } = row;
      if (sequence !== null && sequence > (snapshot?.sequence ?? -1))
        snapshot = { sequence, profile: row.snapshot! };
      if (toSnapshot && snapshot !== undefined && snapshot.sequence >= row.first_sequence - 1) break;
      await pace.rest();
    }
    const newest = rows[0];
    if (newest === undefined) return undefined;
    return {
      openedAt: newest.opened_at,
      lastSeenAt: Math.max(...found.map(({ lastSeenAt }) => lastSeenAt)),
      sequence: newest.last_sequence,
      segments: rows
        .map(({ first_sequence: first, last_sequence: last, signals }) => ({ first, last, signals }))
        .reverse(),
      snapshot,
    };
  }

  /**
   * The sessions of an organization that have a tail, as of the last `catchUp`, in no order, each with the time at which it
   * was last seen (ms since the epoch). Lets the event loop turn, as there can be tens of thousands.
   */
  async sessionsOf(organizationId: OrganizationId): Promise<Map<SessionId, number>> {
    const prefix = keyOf(organizationId, '' as SessionId);
    const pace = new Pace(organizationId);
    const found = new Map<SessionId, number>();
    for (const { sessions } of this.#blocks) {
      for (const [key, { lastSeenAt }] of sessions) {
        if (!key.startsWith(prefix)) continue;
        const sessionId = key.slice(prefix.length) as SessionId;
        found.set(sessionId, Math.max(lastSeenAt, found.get(sessionId) ?? 0));
      }
      await pace.rest();
    }
    return found;
  }

  /** Returns whether all rows are indexed. */
  #catchUpSome(): boolean {
    const version = this.#reader.version();
    if (version === this.#version) return true;
    const compacted = this.#reader.get<{ number: number }>('SELECT number FROM filed')?.number ?? 0;
    this.#blocks = this.#blocks.filter(({ last }) => last > compacted);
    const rows = this.#reader.all<IndexedRow>(
      'SELECT number, organization_id, session_id, at FROM journal WHERE number > ? ORDER BY number LIMIT ?',
      Math.max(this.#last, compacted),
      SLICE,
    );
    for (const row of rows) this.#note(row);
    this.#last = Math.max(compacted, rows.at(-1)?.number ?? this.#last);
    if (rows.length === SLICE) return false;
    this.#version = version;
    return true;
  }

  #note({ number, organization_id, session_id, at }: IndexedRow): void {
    let block = this.#blocks.at(-1);
    if (block === undefined || block.size === BLOCK) {
      block = { last: number, size: 0, sessions: new Map() };
      this.#blocks.push(block);
    }
    block.last = number;
    block.size++;
    const key = keyOf(organization_id, session_id);
    const known = block.sessions.get(key);
    if (known === undefined) block.sessions.set(key, { numbers: [number], lastSeenAt: at });
    else {
      known.numbers.push(number);
      known.lastSeenAt = Math.max(known.lastSeenAt, at);
    }
  }
}
