import { randomUUID } from 'node:crypto';
import {
  emptyProfile,
  FOLD_VERSION,
  type FoldedProfile,
  foldOnto,
  ownCopy,
  type Signal,
} from '@decidable/engine/session';
import { BatchReused, SessionContended } from '../errors.ts';
import type { OrganizationId, SessionId, Storage, Write, WriteOutcome } from '../storage/ports.ts';
import { Pace } from '../time-slices.ts';
import type { ProfileReader, ProfileReading } from './profile-reader.ts';
import type { SentBatch } from './sent-batch.ts';
import { type KnownSession, SessionCache, type UnconfirmedReading } from './session-cache.ts';

type SignalsWrite = Extract<Write, { kind: 'signals' }>;

/** A snapshot is written every so many signals, so that loading a session folds at most as many. Set by hand. */
const SNAPSHOT_EVERY = 50;
/** Signals folded between two looks at the clock. Set by hand. */
const FOLDED_AT_ONCE = 200;
/** How often an append is tried against what other writers made of the session. Set by hand. */
const MAX_ATTEMPTS = 50;
/**
 * After its n-th conflict in a row a session waits up to `RETRY_BASE` · 2ⁿ ms, at most `RETRY_MAX`, before it is written
 * again: "full jitter" of M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
 */
const RETRY_BASE = 1;
const RETRY_MAX = 64;

/** A request that writes to a session. */
export interface SessionRequest {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  /** ms since the epoch */
  readonly at: number;
  /** Writes durably what the request writes, and counts the request with it. */
  commit(writes: readonly Write[]): Promise<readonly WriteOutcome[]>;
  /** Whether nobody waits for the answer any more; somebody does unless said. */
  readonly isUnwanted?: boolean;
}

export interface SessionServiceOptions {
  readonly storage: Pick<Storage, 'sessions' | 'commit'>;
  /** Whether other processes write sessions all the time: readers then look whether they are behind. */
  readonly isShared?: boolean;
  /** Bytes of the sessions kept in memory. */
  readonly memory?: number;
  /** Called for each session that was written to. */
  readonly onWrite?: (organizationId: OrganizationId, sessionId: SessionId, at: number) => void;
  /** Tells this writer from all others of the store. */
  readonly writer?: string;
  /** Uniform in [0, 1): spreads the retries of writers that collided. */
  readonly random?: () => number;
}

/** One key for a session of an organization. */
const keyOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;

/**
 * Resolves when a session may be written again: nothing is in flight, and no retry is waiting.
 *
 * @param place of the append among all: of those that wait, the first that came goes on first
 */
function reopened(session: KnownSession, place: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  session.queue ??= [];
  session.queue.push({ place, resolve });
  return promise;
}

/**
 * Reads and writes sessions. The log is the truth and a profile is its fold. The profile in memory is ahead of the store
 * by the commits in flight, so that signals that arrive together are pipelined instead of colliding.
 *
 * Several processes may write one session. The store compares: the first commit of a chain names the sequence number
 * that it was built on, which is acknowledged; each commit pipelined behind it is applied only if the one before it was
 * (see `Write.chain`). So a commit that is applied was built on the fold of the log, and so was its snapshot. After a
 * refused commit, or a batch that turns out to be a duplicate, nothing new is sent before all in flight have ended; the
 * session is then loaded again.
 */
export class SessionService implements ProfileReader {
  readonly #storage: SessionServiceOptions['storage'];
  readonly #isShared: boolean;
  readonly #cache: SessionCache;
  readonly #loading = new Map<string, Promise<FoldedProfile | undefined>>();
  readonly #onWrite: SessionServiceOptions['onWrite'];
  readonly #writer: string;
  readonly #random: () => number;
  #chains = 0;
  #appends = 0;

  constructor({
    storage,
    isShared = false,
    memory = 64 * 1024 * 1024,
    onWrite,
    writer = randomUUID(),
    random = Math.random,
  }: SessionServiceOptions) {
    this.#storage = storage;
    this.#isShared = isShared;
    this.#cache = new SessionCache(memory);
    this.#onWrite = onWrite;
    this.#writer = writer;
    this.#random = random;
  }

  /** The sessions in memory, and the bytes that they take. */
  get state(): { readonly held: number; readonly bytes: number } {
    return { held: this.#cache.size, bytes: this.#cache.bytes };
  }

  /**
   * The profile of a session as the log has it, which does not change any more; `undefined` for a session that was
   * never opened.
   */
  async read(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Promise<FoldedProfile | undefined> {
    for (;;) {
      const reading = await this.readAhead(organizationId, sessionId, now);
      const { profile, confirmed } = reading;
      if (confirmed === undefined || (await confirmed)) return profile;
    }
  }

  async readAhead(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Promise<ProfileReading> {
    if (this.#isShared) await this.#catchUp(organizationId, sessionId, now);
    return this.#readAsItIs(organizationId, sessionId, now);
  }

  /** Gives a profile up that is behind the log: another process has written to the session. */
  async #catchUp(organizationId: OrganizationId, sessionId: SessionId, now: number): Promise<void> {
    // What is being loaded may be from before a signal that was acknowledged since.
    await this.#loading.get(keyOf(organizationId, sessionId));
    const session = this.#cache.find(organizationId, sessionId, now);
    if (session?.profile === undefined || session.inFlight > 0) return;
    const sequence = await this.#storage.sessions.sequence(organizationId, sessionId);
    // A commit in flight finds out by itself.
    const known = session.profile?.sequence;
    if (session.inFlight === 0 && known !== undefined && known < sequence) session.profile = undefined;
  }

  async #readAsItIs(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Promise<ProfileReading> {
    const session = this.#cache.find(organizationId, sessionId, now);
    const known = session?.profile;
    if (session === undefined || known === undefined) {
      const profile = await this.#load(organizationId, sessionId, now);
      return { profile, sequence: profile?.sequence ?? 0 };
    }
    const profile = ownCopy(known);
    const { sequence } = profile;
    if (session.inFlight === 0 || sequence <= session.confirmed) return { profile, sequence };
    return { profile, sequence, confirmed: confirmation(session, sequence) };
  }

  /**
   * Appends signals durably; opens the session if need be. Those of one session keep the order of the calls.
   *
   * @param signalsFor the signals to append to the session as it is; called again when the session has moved on
   * @param tell reads what is needed of the profile with the signals in it; the profile changes afterwards
   * @param batch names the call: the same one is applied once
   * @throws StoreUnavailable; SessionContended when other writers keep being faster; BatchReused when the session has
   * used the id of the batch for other signals
   */
  async append<Told>(
    request: SessionRequest,
    signalsFor: (profile: FoldedProfile | undefined) => readonly Signal[],
    tell: (profile: FoldedProfile) => Told,
    batch?: SentBatch,
  ): Promise<Told> {
    const { organizationId, sessionId, at } = request;
    const place = this.#appends++;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      let session = this.#cache.open(organizationId, sessionId, at);
      let isNew = false;
      while (session.closed || (session.profile === undefined && !isNew)) {
        isNew = !(await this.#prepare(session, place, at));
        session = this.#cache.open(organizationId, sessionId, at);
        // Another append that waited for the same may have begun in the meantime.
        if (session.inFlight > 0) isNew = false;
      }
      const before = session.profile;
      const signals = signalsFor(before);
      const profile = before ?? emptyProfile(signals[0]?.at ?? at);
      const after = profile.sequence;
      if (session.inFlight === 0) session.chain = undefined;
      const continues = session.chain !== undefined;
      // What is told without signals must not rest on a commit that may be refused.
      const opens = before === undefined || signals.length > 0 || batch !== undefined || continues;
      if (opens) session.chain ??= this.#newChain();
      let told: Told;
      let outcome: WriteOutcome | undefined;
      let taken = false;
      session.inFlight++;
      try {
        session.profile = profile;
        foldOnto(profile, signals);
        // Later commits fold onto the same profile while this one is in flight.
        const { sequence } = profile;
        told = tell(profile);
        const { chain } = session;
        const named = batch && { batchId: batch.id, batchDigest: batch.digest };
        const write = { kind: 'signals', sessionId, after, chain, continues, signals, ...named } as const;
        [outcome] = await request.commit(opens ? [{ ...write, ...snapshotOf(profile, after) }] : []);
        taken = outcome?.kind !== 'signals' || outcome.status === 'applied';
        // A commit that only opens a session is taken though another writer has written to it.
        if (taken && outcome?.kind === 'signals' && outcome.sequence !== sequence)
          session.profile = undefined;
        if (taken) confirm(session, sequence);
      } finally {
        if (!taken) {
          refuse(session, after);
          session.profile = undefined;
          session.closed = true;
          if (outcome?.kind === 'signals' && outcome.status === 'conflict') session.conflicted = true;
        }
        this.#cache.weigh(session);
        this.#end(session);
      }
      if (taken) {
        this.#onWrite?.(organizationId, sessionId, at);
        return told;
      }
      if (outcome?.kind === 'signals' && outcome.status === 'reused') throw new BatchReused();
      if (outcome?.kind === 'signals' && outcome.status === 'duplicate') {
        const known = await this.#load(organizationId, sessionId, at);
        return tell(known ?? emptyProfile(at));
      }
    }
    throw new SessionContended();
  }

  /**
   * Forgets the profiles of an organization, or of all, since some may have been erased: they are read again from the
   * store.
   */
  forget(organizationId?: OrganizationId): void {
    this.#loading.clear();
    this.#cache.forget(organizationId);
  }

  #newChain(): string {
    return `${this.#writer}.${(this.#chains++).toString(36)}`;
  }

  /** Brings a session nearer to being written; tells whether there is one. */
  async #prepare(session: KnownSession, place: number, at: number): Promise<boolean> {
    if (session.closed || session.inFlight > 0) {
      await reopened(session, place);
      return true;
    }
    // Of more sessions loaded at once than are kept, none would otherwise still be there when its append goes on.
    session.waiting++;
    try {
      return (await this.#load(session.organizationId, session.sessionId, at)) !== undefined;
    } finally {
      session.waiting--;
    }
  }

  /** An append has ended. */
  #end(session: KnownSession): void {
    session.inFlight--;
    if (session.inFlight > 0) return;
    // What is being loaded may be from before.
    if (this.#loading.size > 0) this.#loading.delete(keyOf(session.organizationId, session.sessionId));
    if (!session.conflicted) {
      session.conflicts = 0;
      reopen(session);
      return;
    }
    session.conflicted = false;
    session.conflicts++;
    const most = Math.min(RETRY_MAX, RETRY_BASE * 2 ** session.conflicts);
    setTimeout(() => reopen(session), most * this.#random());
  }

  /** The profile as the store has it. It is shared by all who wait for it, and does not change. */
  async #load(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Promise<FoldedProfile | undefined> {
    const key = keyOf(organizationId, sessionId);
    let loading = this.#loading.get(key);
    if (loading === undefined) {
      loading = this.#rebuild(organizationId, sessionId)
        .then((profile) => {
          if (this.#loading.get(key) !== loading) return profile;
          this.#loading.delete(key);
          if (profile === undefined) return undefined;
          const session = this.#cache.open(organizationId, sessionId, now);
          // A commit in flight may have come too late to be read.
          if (session.inFlight === 0 && session.profile === undefined) {
            session.profile = ownCopy(profile);
            session.confirmed = profile.sequence;
            this.#cache.weigh(session);
          }
          return profile;
        })
        .catch((error: unknown) => {
          if (this.#loading.get(key) === loading) this.#loading.delete(key);
          throw error;
        });
      this.#loading.set(key, loading);
    }
    return loading;
  }

  /** Folds the signals after the last snapshot onto it; the whole log, where another version of the fold made that. */
  async #rebuild(organizationId: OrganizationId, sessionId: SessionId): Promise<FoldedProfile | undefined> {
    const { sessions } = this.#storage;
    const stored = await sessions.load(organizationId, sessionId);
    if (stored === undefined) return undefined;
    const { snapshot, openedAt, sequence } = stored;
    const base = snapshot && (JSON.parse(snapshot.profile) as Partial<FoldedProfile>);
    if (base?.version === FOLD_VERSION)
      return foldInSlices(organizationId, base as FoldedProfile, stored.signals);
    const log =
      snapshot === undefined ? stored.signals : await sessions.log(organizationId, sessionId, sequence);
    return foldInSlices(organizationId, emptyProfile(openedAt), log);
  }
}

/** Folds signals onto a profile of the caller's own, with turns for others in between. */
async function foldInSlices(
  organizationId: OrganizationId,
  profile: FoldedProfile,
  signals: readonly Signal[],
): Promise<FoldedProfile> {
  const pace = new Pace(organizationId);
  // As a rule there are fewer than between two snapshots.
  for (let from = 0; from < signals.length; from += FOLDED_AT_ONCE) {
    foldOnto(profile, signals.slice(from, from + FOLDED_AT_ONCE));
    await pace.rest();
  }
  return profile;
}

/** A session whose commits have ended may be written again. */
function reopen(session: KnownSession): void {
  session.closed = false;
  const { queue } = session;
  session.queue = undefined;
  queue?.sort((a, b) => a.place - b.place);
  for (const { resolve } of queue ?? []) resolve();
}

/** Resolves with whether the log comes to hold the profile that was read at a sequence number. */
function confirmation(session: KnownSession, sequence: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  session.unconfirmed ??= [];
  session.unconfirmed.push({ sequence, resolve });
  return promise;
}

/** The store has acknowledged a session up to a sequence number. */
function confirm(session: KnownSession, sequence: number): void {
  session.confirmed = sequence;
  if (session.unconfirmed !== undefined) settle(session, true, (read) => read <= sequence);
}

/** The store has refused what was to follow a sequence number. */
function refuse(session: KnownSession, after: number): void {
  if (session.unconfirmed !== undefined) settle(session, false, (read) => read > after);
}

function settle(session: KnownSession, isConfirmed: boolean, concerns: (sequence: number) => boolean): void {
  const left: UnconfirmedReading[] = [];
  for (const reading of session.unconfirmed!) {
    if (concerns(reading.sequence)) reading.resolve(isConfirmed);
    else left.push(reading);
  }
  session.unconfirmed = left.length > 0 ? left : undefined;
}

/** What else belongs to a write: when the session was opened, and a snapshot where one is due. */
function snapshotOf(profile: FoldedProfile, after: number): Pick<SignalsWrite, 'openedAt' | 'snapshot'> {
  const { openedAt, sequence } = profile;
  const isDue = Math.floor(sequence / SNAPSHOT_EVERY) > Math.floor(after / SNAPSHOT_EVERY);
  return { openedAt, snapshot: isDue ? { sequence, profile: JSON.stringify(profile) } : undefined };
}
