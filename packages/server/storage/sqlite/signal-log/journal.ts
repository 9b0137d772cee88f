import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, SessionId } from '../../ports.ts';
import type { SignalsRecord } from '../writer/commit-record.ts';

/** A session with rows in the journal that are not compacted yet: the tail of its log. */
export interface TailSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  /** Numbers of the rows, oldest first; there is at least one. */
  readonly rows: number[];
  /** Sequence number of its last signal. */
  sequence: number;
  /** The chain of the commit that wrote last, where this process applied it and remembers; see `Write`. */
  chain: string | null;
  /** Ids of the batches among the rows, oldest first, each with the number of its row. */
  batches: Map<string, number> | undefined;
}

/** A row appended since the transaction began, with the state that a rollback restores. */
interface Added {
  readonly session: TailSession;
  /** Sequence number of the session before it, and the chain that wrote it. */
  readonly before: number;
  readonly chainBefore: string | null;
  readonly batchId: string | undefined;
  readonly size: number;
}

interface OrganizationSessions {
  readonly organizationId: OrganizationId;
  readonly sessions: Map<SessionId, TailSession>;
}

/**
 * The writer's side of the journal: the tail of every session's log, in the order in which it was written.
 *
 * The compacted log is clustered by session. A signal written straight into it dirties a page or two of its own, and
 * each page is written to the write-ahead log, synced and checkpointed. Journal rows of one group lie beside each other
 * instead. `Compaction` later moves many of them at once, sorted by session.
 *
 * Memory holds which rows belong to which session, so that the compare-and-set needs no index. It is read again when
 * another process has changed the journal. The rows themselves are not held: they would survive one garbage collection
 * after another until they are compacted, and a collection takes as long as there are survivors.
 */
export class Journal {
  readonly #sessions = new Map<OrganizationId, OrganizationSessions>();
  readonly #version;
  readonly #compactedUpTo;
  readonly #rowsAfter;
  readonly #compactedSequence;
  readonly #compactedBatch;
  readonly #digestOf;
  readonly #newestSnapshot;
  readonly #insert;
  /** The rows appended since the transaction began, in order, so that they can be undone. */
  #added: Added[] = [];
  /** The session that was looked up last. */
  #found: TailSession | undefined;
  #seenVersion: unknown;
  #compacted = 0;
  #last = 0;
  #epoch = 0;
  #size = 0;
  #shared = 0;
  #hasOwn = false;
  #isCurrent = false;
  /** Whether rows were removed in this transaction other than by compaction. */
  #wasEmptied = false;

  constructor(database: DatabaseSync) {
    const arrays = { returnArrays: true };
    this.#version = database.prepare('PRAGMA data_version', arrays);
    this.#compactedUpTo = database.prepare('SELECT number FROM filed', arrays);
    this.#rowsAfter = database.prepare(
      `SELECT number, organization_id, session_id, last_sequence, batch_id, LENGTH(signals) + LENGTH(COALESCE(snapshot, ''))
       FROM journal WHERE number > ? ORDER BY number`,
      arrays,
    );
    this.#compactedSequence = database.prepare(
      'SELECT last_sequence FROM sessions WHERE organization_id = ? AND session_id = ?',
      arrays,
    );
    this.#compactedBatch = database.prepare(
      'SELECT digest FROM batches WHERE organization_id = ? AND session_id = ? AND batch_id = ?',
      arrays,
    );
    this.#digestOf = database.prepare('SELECT batch_digest FROM journal WHERE number = ?', arrays);
    this.#newestSnapshot = database.prepare(
      'SELECT MAX(snapshot_sequence) FROM json_each(?) AS wanted CROSS JOIN journal ON number = wanted.value',
      arrays,
    );
    this.#insert = database.prepare(
      `INSERT INTO journal (number, organization_id, session_id, first_sequence, last_sequence, at, opened_at, signals,
         batch_id, snapshot_sequence, snapshot, batch_digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Number of the last row. */
  get last(): number {
    return this.#last;
  }

  /** Rows up to this number have been compacted and deleted. */
  get compacted(): number {
    return this.#compacted;
  }

  /** Changes when the journal was read anew: sessions handed out before then are stale. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Characters of signals and snapshots that were appended since the last compaction began. */
  get size(): number {
    return this.#size;
  }

  /** Rows after this number were written by this process, and no other has written to the store since. */
  get shared(): number {
    return this.#shared;
  }

  get isEmpty(): boolean {
    return this.#last === this.#compacted;
  }

  /** Whether there may be rows that this process wrote. */
  get hasOwn(): boolean {
    return this.#hasOwn && !this.isEmpty;
  }

  /** To be called when a transaction that writes has begun, before any other call in it. */
  begin(): void {
    this.#isCurrent = false;
  }

  /**
   * Reads the changes that other processes have made to the journal. To be called before sessions are looked up, in a
   * transaction that writes, when no other process can. It costs one `PRAGMA` a transaction, whose value does not
   * change with this connection's own commits. Transactions that do not look up sessions leave it out: a command that
   * revokes a key does not read the journal.
   */
  catchUp(): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    const [version] = this.#version.get() as unknown as [number];
    if (version === this.#seenVersion) return;
    const [compacted] = this.#compactedUpTo.get() as unknown as [number];
    if (this.#seenVersion === undefined || compacted !== this.#compacted) {
      this.#sessions.clear();
      this.#found = undefined;
      this.#size = 0;
      this.#compacted = compacted;
      this.#last = compacted;
      this.#epoch++;
    }
    for (const row of this.#rowsAfter.iterate(this.#last)) this.#note(row as unknown as FoundRow);
    this.#shared = this.#last;
    this.#seenVersion = version;
  }

  // The row may be compacted already, where a compaction was cut short before it deleted its rows. Compacting it again
  // changes nothing.
  #note([number, organizationId, sessionId, last, batchId, size]: FoundRow): void {
    this.#last = number;
    this.#size += size;
    this.#add(organizationId, sessionId, last, batchId ?? undefined, null);
  }

  /** Adds the last row to its session. */
  #add(
    organizationId: OrganizationId,
    sessionId: SessionId,
    sequence: number,
    batchId: string | undefined,
    chain: string | null,
  ): TailSession {
    let session = this.find(organizationId, sessionId);
    if (session === undefined) {
      let organization = this.#sessions.get(organizationId);
      if (organization === undefined) {
        organization = { organizationId, sessions: new Map() };
        this.#sessions.set(organizationId, organization);
      }
      // One string of the organization's id for all of its sessions, instead of one a commit.
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

  #sequenceCompacted(organizationId: OrganizationId, sessionId: SessionId): number {
    const row = this.#compactedSequence.get(organizationId, sessionId) as unknown as [number] | undefined;
    return row?.[0] ?? 0;
  }

  /** The tail of a session; the last answer is remembered, as an append looks its session up twice. */
  find(organizationId: OrganizationId, sessionId: SessionId): TailSession | undefined {
    const found = this.#found;
    if (found?.sessionId === sessionId && found.organizationId === organizationId) return found;
    this.#found = this.#sessions.get(organizationId)?.sessions.get(sessionId);
    return this.#found;
  }

  /** All sessions with a tail, in no order. */
  *tailSessions(): Iterable<TailSession> {
    for (const { sessions } of this.#sessions.values()) yield* sessions.values();
  }

  /** Sequence number of the last signal of a session; 0 for one that has none or was never opened. */
  sequenceOf(organizationId: OrganizationId, sessionId: SessionId): number {
    return (
      this.find(organizationId, sessionId)?.sequence ?? this.#sequenceCompacted(organizationId, sessionId)
    );
  }

  /** The chain of commits that wrote a session last; `null` where this process does not know. */
  chainOf(organizationId: OrganizationId, sessionId: SessionId): string | null {
    return this.find(organizationId, sessionId)?.chain ?? null;
  }

  /** A batch that was applied to a session, with the digest of what was sent where it is known. */
  batchOf(
    organizationId: OrganizationId,
    sessionId: SessionId,
    batchId: string,
  ): { readonly digest: string | null } | undefined {
    const number = this.find(organizationId, sessionId)?.batches?.get(batchId);
    const row =
      (number === undefined ? undefined : this.#digestOf.get(number)) ??
      this.#compactedBatch.get(organizationId, sessionId, batchId);
    if (row === undefined) return undefined;
    const [digest] = row as unknown as [string | null];
    return { digest };
  }

  /**
   * Writes a row after the others.
   *
   * @param last sequence number of the last signal of the record; that of the session where it has none
   */
  append(organizationId: OrganizationId, at: number, record: SignalsRecord, last: number): void {
    const [
      ,
      sessionId,
      ,
      count,
      segment,
      openedAt,
      batchId,
      snapshotSequence,
      snapshot,
      chain,
      ,
      batchDigest,
    ] = record;
    const number = this.#last + 1;
    const first = last - count + 1;
    this.#insert.run(
      number,
      organizationId,
      sessionId,
      first,
      last,
      at,
      openedAt,
      segment,
      batchId,
      snapshotSequence,
      snapshot,
      batchDigest,
    );
    this.#last = number;
    const size = segment.length + (snapshot?.length ?? 0);
    this.#size += size;
    const chainBefore = this.chainOf(organizationId, sessionId);
    const session = this.#add(organizationId, sessionId, last, batchId ?? undefined, chain);
    this.#added.push({ session, before: first - 1, chainBefore, batchId: batchId ?? undefined, size });
  }

  /** Sequence number of the newest snapshot in the tail of a session; 0 where it has none. */
  snapshotSequenceOf(organizationId: OrganizationId, sessionId: SessionId): number {
    const rows = this.find(organizationId, sessionId)?.rows;
    if (rows === undefined) return 0;
    const [newest] = this.#newestSnapshot.get(JSON.stringify(rows)) as unknown as [number | null];
    return newest ?? 0;
  }

  /** A point of the transaction that `undo` can go back to. */
  mark(): number {
    return this.#added.length;
  }

  /**
   * Has everything read again before sessions are looked up: rows were removed other than by compaction. Also after a
   * rollback, which brings them back.
   */
  readAgain(): void {
    this.#wasEmptied = true;
    this.#seenVersion = undefined;
    this.#isCurrent = false;
    this.#added = [];
  }

  /** Forgets the rows appended since the mark, which have been rolled back. */
  undo(mark = 0): void {
    if (this.#wasEmptied) {
      this.readAgain();
      return;
    }
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

  /** To be called when the transaction has been committed. */
  keep(): void {
    this.#wasEmptied = false;
    if (this.#added.length === 0) return;
    this.#added = [];
    this.#hasOwn = true;
  }

  /** A compaction of all present rows has begun. */
  compactionBegun(): void {
    this.#size = 0;
  }

  /** The rows of a session up to a number have been compacted. */
  forgetRows(session: TailSession, upTo: number): void {
    const { rows, batches } = session;
    const next = rows.findIndex((number) => number > upTo);
    rows.splice(0, next < 0 ? rows.length : next);
    if (rows.length === 0) {
      this.#forget(session);
      return;
    }
    for (const [batchId, number] of batches ?? []) {
      if (number > upTo) break;
      batches!.delete(batchId);
    }
  }

  /** Rows up to a number, all of them compacted, have been deleted. */
  deleted(upTo: number): void {
    this.#compacted = upTo;
  }

  #forget({ organizationId, sessionId }: TailSession): void {
    this.#found = undefined;
    const sessions = this.#sessions.get(organizationId)?.sessions;
    sessions?.delete(sessionId);
    if (sessions?.size === 0) this.#sessions.delete(organizationId);
  }
}

type FoundRow = [
  number: number,
  organizationId: OrganizationId,
  sessionId: SessionId,
  lastSequence: number,
  batchId: string | null,
  size: number,
];
