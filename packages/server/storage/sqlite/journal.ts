import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { OrganizationId, ProfileSnapshot, SessionId } from '../ports.ts';

/** What one commit added to a session, as it lies in the journal until it is filed. */
export interface JournalRow {
  /** Rows are numbered in the order of their writing, and no number is given twice. */
  readonly number: number;
  /** Sequence number of its first signal. */
  readonly first: number;
  /** Sequence number of its last signal; one below `first` where it only opens the session. */
  readonly last: number;
  readonly at: number;
  readonly openedAt: number;
  /** The signals, see `writtenRun`. */
  readonly signals: string;
  readonly batchId: string | undefined;
  readonly snapshot: ProfileSnapshot | undefined;
}

/** A session with rows that are not filed yet, oldest first; there is at least one. */
export interface UnfiledSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  readonly rows: JournalRow[];
  /** The batches among the rows. */
  batches: Set<string> | undefined;
}

/**
 * The writer's side of the journal: the end of every session's log, in the order in which it was written.
 *
 * The filed log is ordered by session, so that a signal written straight into it dirties a page or two of its own, and each page
 * is written to the write-ahead log, synced, and folded in. A journal row lies beside those of its group. `Filing` later
 * moves many of them at once, sorted by session. What the journal holds is kept in memory too, so that finding out where
 * a session stands needs no index of it; it is read again when another process has changed it.
 */
export class Journal {
  readonly #sessions = new Map<OrganizationId, Map<SessionId, UnfiledSession>>();
  readonly #version;
  readonly #filedUpTo;
  readonly #rowsAfter;
  readonly #filedSequence;
  readonly #filedBatch;
  readonly #insert;
  /** Sessions that rows were added to since the transaction began, in order, so that it can be undone. */
  #added: UnfiledSession[] = [];
  /** The session that was asked for last. */
  #found: UnfiledSession | undefined;
  #seenVersion: unknown;
  #filed = 0;
  #last = 0;
  #epoch = 0;
  #size = 0;
  #hasOwn = false;
  #isCurrent = false;

  constructor(database: DatabaseSync) {
    const arrays = { returnArrays: true };
    this.#version = database.prepare('PRAGMA data_version', arrays);
    this.#filedUpTo = database.prepare('SELECT number FROM filed', arrays);
    this.#rowsAfter = database.prepare('SELECT * FROM journal WHERE number > ? ORDER BY number');
    this.#filedSequence = database.prepare(
      'SELECT last_sequence FROM sessions WHERE organization_id = ? AND session_id = ?',
      arrays,
    );
    this.#filedBatch = database.prepare(
      'SELECT 1 FROM batches WHERE organization_id = ? AND session_id = ? AND batch_id = ?',
      arrays,
    );
    this.#insert = database.prepare(
      `INSERT INTO journal (number, organization_id, session_id, first_sequence, last_sequence, at, opened_at, signals,
         batch_id, snapshot_sequence, snapshot)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** The number of the last row. */
  get last(): number {
    return this.#last;
  }

  /** Rows up to this number have been filed and removed. */
  get filed(): number {
    return this.#filed;
  }

  /** Changes when the journal was read anew, and sessions handed out before are no longer its own. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Characters of signals and snapshots that wait to be filed. */
  get size(): number {
    return this.#size;
  }

  get isEmpty(): boolean {
    return this.#last === this.#filed;
  }

  /** Whether there may be rows that this process wrote. */
  get hasOwn(): boolean {
    return this.#hasOwn && !this.isEmpty;
  }

  /** A transaction that writes has begun; to be told before anything else is asked in it. */
  begin(): void {
    this.#isCurrent = false;
  }

  /**
   * Takes in what other processes have done to the journal; to be called in a transaction that writes, when nobody else can,
   * before sessions are asked for. Once a transaction it takes one `PRAGMA`, which does not tell of one's own commits.
   * Transactions that have nothing to do with sessions need not: a command that revokes a key does not read the journal.
   */
  catchUp(): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    const [version] = this.#version.get() as unknown as [number];
    if (version === this.#seenVersion) return;
    const [filed] = this.#filedUpTo.get() as unknown as [number];
    if (this.#seenVersion === undefined || filed !== this.#filed) {
      this.#sessions.clear();
      this.#found = undefined;
      this.#size = 0;
      this.#filed = filed;
      this.#last = filed;
      this.#epoch++;
    }
    for (const row of this.#rowsAfter.iterate(this.#last)) this.#takeIn(row);
    this.#seenVersion = version;
  }

  #takeIn(row: Record<string, SQLOutputValue>): void {
    const organizationId = row.organization_id as OrganizationId;
    const sessionId = row.session_id as SessionId;
    const read: JournalRow = {
      number: row.number as number,
      first: row.first_sequence as number,
      last: row.last_sequence as number,
      at: row.at as number,
      openedAt: row.opened_at as number,
      signals: row.signals as string,
      batchId: (row.batch_id ?? undefined) as string | undefined,
      snapshot:
        row.snapshot === null
          ? undefined
          : { sequence: row.snapshot_sequence as number, profile: row.snapshot as string },
    };
    this.#last = read.number;
    // It may have been filed, where a round was cut short before it removed what it had filed. Filing it again changes nothing.
    this.#add(organizationId, sessionId, read);
  }

  #add(organizationId: OrganizationId, sessionId: SessionId, row: JournalRow): UnfiledSession {
    let session = this.find(organizationId, sessionId);
    if (session === undefined) {
      session = { organizationId, sessionId, rows: [row], batches: undefined };
      let sessions = this.#sessions.get(organizationId);
      if (sessions === undefined) {
        sessions = new Map();
        this.#sessions.set(organizationId, sessions);
      }
      sessions.set(sessionId, session);
    } else {
      session.rows.push(row);
    }
    if (row.batchId !== undefined) {
      session.batches ??= new Set();
      session.batches.add(row.batchId);
    }
    this.#size += sizeOf(row);
    return session;
  }

  #sequenceFiled(organizationId: OrganizationId, sessionId: SessionId): number {
    const row = this.#filedSequence.get(organizationId, sessionId) as unknown as [number] | undefined;
    return row?.[0] ?? 0;
  }

  /** A session with rows that are not filed. Who appends has just asked where the session stands. */
  find(organizationId: OrganizationId, sessionId: SessionId): UnfiledSession | undefined {
    const found = this.#found;
    if (found?.sessionId === sessionId && found.organizationId === organizationId) return found;
    this.#found = this.#sessions.get(organizationId)?.get(sessionId);
    return this.#found;
  }

  /** All sessions with rows that are not filed, in no order. */
  *unfiled(): Iterable<UnfiledSession> {
    for (const sessions of this.#sessions.values()) yield* sessions.values();
  }

  /** Sequence number of a session's last signal; 0 for one that has none or was never opened. */
  sequenceOf(organizationId: OrganizationId, sessionId: SessionId): number {
    const rows = this.find(organizationId, sessionId)?.rows;
    return rows === undefined ? this.#sequenceFiled(organizationId, sessionId) : rows.at(-1)!.last;
  }

  /** Whether a batch was applied to a session before. */
  knowsBatch(organizationId: OrganizationId, sessionId: SessionId, batchId: string): boolean {
    return (
      this.find(organizationId, sessionId)?.batches?.has(batchId) === true ||
      this.#filedBatch.get(organizationId, sessionId, batchId) !== undefined
    );
  }

  /** Writes a row behind the others. */
  append(organizationId: OrganizationId, sessionId: SessionId, content: Omit<JournalRow, 'number'>): void {
    const { first, last, at, openedAt, signals, batchId, snapshot } = content;
    const number = this.#last + 1;
    this.#insert.run(
      number,
      organizationId,
      sessionId,
      first,
      last,
      at,
      openedAt,
      signals,
      batchId ?? null,
      snapshot?.sequence ?? null,
      snapshot?.profile ?? null,
    );
    this.#last = number;
    this.#added.push(
      this.#add(organizationId, sessionId, {
        number,
        first,
        last,
        at,
        openedAt,
        signals,
        batchId,
        snapshot,
      }),
    );
  }

  /** A point of the transaction to go back to. */
  mark(): number {
    return this.#added.length;
  }

  /** Forgets what was appended since the mark, as its rows have been rolled back. */
  undo(mark = 0): void {
    while (this.#added.length > mark) {
      const session = this.#added.pop()!;
      const row = session.rows.pop()!;
      if (row.batchId !== undefined) session.batches?.delete(row.batchId);
      this.#size -= sizeOf(row);
      this.#last--;
      if (session.rows.length === 0) this.#forget(session);
    }
  }

  /** What was appended has been committed. */
  keep(): void {
    if (this.#added.length === 0) return;
    this.#added = [];
    this.#hasOwn = true;
  }

  /** The rows of a session up to a number have been filed. */
  forgetRows(session: UnfiledSession, upTo: number): void {
    const { rows, batches } = session;
    const next = rows.findIndex(({ number }) => number > upTo);
    for (const row of rows.splice(0, next < 0 ? rows.length : next)) {
      this.#size -= sizeOf(row);
      if (row.batchId !== undefined) batches?.delete(row.batchId);
    }
    if (rows.length === 0) this.#forget(session);
  }

  /** Rows up to a number, all of them filed, have been removed. */
  removed(upTo: number): void {
    this.#filed = upTo;
  }

  #forget({ organizationId, sessionId }: UnfiledSession): void {
    this.#found = undefined;
    const sessions = this.#sessions.get(organizationId);
    sessions?.delete(sessionId);
    if (sessions?.size === 0) this.#sessions.delete(organizationId);
  }
}

const sizeOf = ({ signals, snapshot }: JournalRow): number =>
  signals.length + (snapshot?.profile.length ?? 0);
