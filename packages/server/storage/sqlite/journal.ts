import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, ProfileSnapshot, SessionId } from '../ports.ts';

/** What one commit adds to a session, as it lies in the journal until it is filed. */
export interface JournalEntry {
  /** Sequence number of its first signal. */
  readonly first: number;
  /** Sequence number of its last signal; one below `first` where it only opens the session. */
  readonly last: number;
  readonly at: number;
  readonly openedAt: number;
  /** The signals, see `writtenRun`. */
  readonly signals: string;
  readonly batchId: string | undefined;
  /** The chain of commits that it belongs to; see `Write`. */
  readonly chain: string | undefined;
  readonly snapshot: ProfileSnapshot | undefined;
}

/** A session with rows that are not filed yet. */
export interface UnfiledSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  /** Numbers of these rows, oldest first; there is at least one. */
  readonly rows: number[];
  /** Sequence number of its last signal. */
  sequence: number;
  /** The chain of the commit that wrote last, where this process did and knows it. */
  chain: string | undefined;
  /** The batches among the rows, oldest first, each with the number of its row. */
  batches: Map<string, number> | undefined;
}

/** A row added since the transaction began, with what it takes to undo it. */
interface Added {
  readonly session: UnfiledSession;
  /** Sequence number of the session before it, and the chain that had written it. */
  readonly before: number;
  readonly chainBefore: string | undefined;
  readonly batchId: string | undefined;
  readonly size: number;
}

interface OrganizationSessions {
  readonly organizationId: OrganizationId;
  readonly sessions: Map<SessionId, UnfiledSession>;
}

/**
 * The writer's side of the journal: the end of every session's log, in the order in which it was written.
 *
 * The filed log is ordered by session, so that a signal written straight into it dirties a page or two of its own, and
 * each page is written to the write-ahead log, synced, and folded in. A journal row lies beside those of its group.
 * `Filing` later moves many of them at once, sorted by session. Which rows belong to which session is kept in memory,
 * so that finding out where a session stands needs no index; it is read again when another process has changed it. The
 * rows themselves are not: they would have to survive one collection of garbage after another until they are filed, and
 * each collection takes as long as what survives it.
 */
export class Journal {
  readonly #sessions = new Map<OrganizationId, OrganizationSessions>();
  readonly #version;
  readonly #filedUpTo;
  readonly #rowsAfter;
  readonly #filedSequence;
  readonly #filedBatch;
  readonly #insert;
  /** What was added since the transaction began, in order, so that it can be undone. */
  #added: Added[] = [];
  /** The session that was asked for last. */
  #found: UnfiledSession | undefined;
  #seenVersion: unknown;
  #filed = 0;
  #last = 0;
  #epoch = 0;
  #size = 0;
  #shared = 0;
  #hasOwn = false;
  #isCurrent = false;

  constructor(database: DatabaseSync) {
    const arrays = { returnArrays: true };
    this.#version = database.prepare('PRAGMA data_version', arrays);
    this.#filedUpTo = database.prepare('SELECT number FROM filed', arrays);
    this.#rowsAfter = database.prepare(
      `SELECT number, organization_id, session_id, last_sequence, batch_id, LENGTH(signals) + LENGTH(COALESCE(snapshot, ''))
       FROM journal WHERE number > ? ORDER BY number`,
      arrays,
    );
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

  /** Characters of signals and snapshots that came since the last round of filing was begun. */
  get size(): number {
    return this.#size;
  }

  /** Rows behind this number were written by this process, and nobody else has written to the store since. */
  get shared(): number {
    return this.#shared;
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
   * Takes in what other processes have done to the journal; to be called in a transaction that writes, when nobody else
   * can, before sessions are asked for. Once a transaction it takes one `PRAGMA`, which does not tell of one's own
   * commits. Transactions that have nothing to do with sessions need not: a command that revokes a key does not read
   * the journal.
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
    for (const row of this.#rowsAfter.iterate(this.#last)) this.#takeIn(row as unknown as RowFound);
    this.#shared = this.#last;
    this.#seenVersion = version;
  }

  // It may have been filed, where a round was cut short before it removed what it had filed. Filing it again changes
  // nothing.
  #takeIn([number, organizationId, sessionId, last, batchId, size]: RowFound): void {
    this.#last = number;
    this.#size += size;
    this.#add(organizationId, sessionId, last, batchId ?? undefined, undefined);
  }

  /** Notes the last row. */
  #add(
    organizationId: OrganizationId,
    sessionId: SessionId,
    sequence: number,
    batchId: string | undefined,
    chain: string | undefined,
  ): UnfiledSession {
    let session = this.find(organizationId, sessionId);
    if (session === undefined) {
      let organization = this.#sessions.get(organizationId);
      if (organization === undefined) {
        organization = { organizationId, sessions: new Map() };
        this.#sessions.set(organizationId, organization);
      }
      // One text of the organization's id for all of its sessions, instead of the one that each commit came with.
      session = {
        organizationId: organization.organizationId,
        sessionId,
        rows: [this.#last],
        sequence,
        chain,
        batches: undefined,
      };
      organization.sessions.set(sessionId, session);
      this.#found = session;
    } else {
      session.rows.push(this.#last);
      session.sequence = sequence;
      session.chain = chain;
    }
    if (batchId !== undefined) {
      session.batches ??= new Map();
      session.batches.set(batchId, this.#last);
    }
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
    this.#found = this.#sessions.get(organizationId)?.sessions.get(sessionId);
    return this.#found;
  }

  /** All sessions with rows that are not filed, in no order. */
  *unfiled(): Iterable<UnfiledSession> {
    for (const { sessions } of this.#sessions.values()) yield* sessions.values();
  }

  /** Sequence number of a session's last signal; 0 for one that has none or was never opened. */
  sequenceOf(organizationId: OrganizationId, sessionId: SessionId): number {
    return this.find(organizationId, sessionId)?.sequence ?? this.#sequenceFiled(organizationId, sessionId);
  }

  /** The chain of commits that wrote a session last; `undefined` where this process does not know. */
  chainOf(organizationId: OrganizationId, sessionId: SessionId): string | undefined {
    return this.find(organizationId, sessionId)?.chain;
  }

  /** Whether a batch was applied to a session before. */
  knowsBatch(organizationId: OrganizationId, sessionId: SessionId, batchId: string): boolean {
    return (
      this.find(organizationId, sessionId)?.batches?.has(batchId) === true ||
      this.#filedBatch.get(organizationId, sessionId, batchId) !== undefined
    );
  }

  /** Writes a row behind the others. */
  append(organizationId: OrganizationId, sessionId: SessionId, entry: JournalEntry): void {
    const { first, last, at, openedAt, signals, batchId, chain, snapshot } = entry;
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
    const size = signals.length + (snapshot?.profile.length ?? 0);
    this.#size += size;
    const chainBefore = this.chainOf(organizationId, sessionId);
    const session = this.#add(organizationId, sessionId, last, batchId, chain);
    this.#added.push({ session, before: first - 1, chainBefore, batchId, size });
  }

  /** A point of the transaction to go back to. */
  mark(): number {
    return this.#added.length;
  }

  /** Forgets what was appended since the mark, as its rows have been rolled back. */
  undo(mark = 0): void {
    while (this.#added.length > mark) {
      const { session, before, chainBefore, batchId, size } = this.#added.pop()!;
      session.rows.pop();
      session.sequence = before;
      session.chain = chainBefore;
      if (batchId !== undefined) session.batches?.delete(batchId);
      this.#size -= size;
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

  /** A round of filing is begun with all rows that there are. */
  roundBegun(): void {
    this.#size = 0;
  }

  /** The rows of a session up to a number have been filed. */
  forgetRows(session: UnfiledSession, upTo: number): void {
    const { rows, batches } = session;
    const next = rows.findIndex((number) => number > upTo);
    if (next < 0) {
      this.#forget(session);
      return;
    }
    rows.splice(0, next);
    for (const [batchId, number] of batches ?? []) {
      if (number > upTo) break;
      batches!.delete(batchId);
    }
  }

  /** Rows up to a number, all of them filed, have been removed. */
  removed(upTo: number): void {
    this.#filed = upTo;
  }

  #forget({ organizationId, sessionId }: UnfiledSession): void {
    this.#found = undefined;
    const sessions = this.#sessions.get(organizationId)?.sessions;
    sessions?.delete(sessionId);
    if (sessions?.size === 0) this.#sessions.delete(organizationId);
  }
}

type RowFound = [
  number: number,
  organizationId: OrganizationId,
  sessionId: SessionId,
  lastSequence: number,
  batchId: string | null,
  size: number,
];
