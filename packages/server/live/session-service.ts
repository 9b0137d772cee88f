import { emptyProfile, fold, foldAll, type Profile, type Signal } from '@decidable/engine/session';
import type { OrganizationId, SessionId, Sessions, Write, WriteOutcome } from '../storage/ports.ts';
import { SessionCache, type SessionKey, sessionKey } from './session-cache.ts';

/** A profile is written to the store every so many signals, so that reading a session replays at most as many. */
const SNAPSHOT_EVERY = 50;
/** How often an append is tried again on what another writer made of the session. */
const MOST_ATTEMPTS = 50;

/** Somebody else kept writing the session; the caller should try again. */
export class SessionContended extends Error {
  constructor() {
    super('The session is being written by too many at once. Try again.');
    this.name = 'SessionContended';
  }
}

export interface Append {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  /** Names the call: the same one is applied once. */
  readonly batchId?: string | undefined;
  readonly at: number;
  /** Writes durably what the request writes, and counts the request with it. */
  readonly commit: (writes: readonly Write[]) => Promise<readonly WriteOutcome[]>;
  /** What to append to the session as it is; asked again when the session has moved on. */
  readonly signals: (profile: Profile | undefined) => readonly Signal[];
}

export interface Appended {
  readonly profile: Profile;
  /** `false` when the batch had been applied before. */
  readonly applied: boolean;
}

export interface SessionServiceOptions {
  readonly sessions: Sessions;
  /** Profiles kept in memory. */
  readonly capacity?: number;
  /** Told of each session that was written to. */
  readonly onWrite?: (organizationId: OrganizationId, sessionId: SessionId, at: number) => void;
}

/**
 * Reads and writes sessions. The log is the truth and a profile its fold: the memory of this process runs ahead of the
 * store by what is on its way there, so that signals that arrive together line up behind each other instead of
 * colliding. When the store does not take one of them, memory is forgotten and whatever followed is tried again on
 * what the store holds: no signal is lost, and none is applied twice.
 */
export class SessionService {
  readonly #sessions: Sessions;
  readonly #cache: SessionCache;
  readonly #loading = new Map<SessionKey, Promise<Profile | undefined>>();
  /**
   * The end of the last batch that a session is being written. Memory does not run ahead of a batch, so those that
   * come together would all build on the same state, and all but one would have to begin again.
   */
  readonly #turns = new Map<SessionKey, Promise<void>>();
  readonly #onWrite: SessionServiceOptions['onWrite'];

  constructor({ sessions, capacity = 10_000, onWrite }: SessionServiceOptions) {
    this.#sessions = sessions;
    this.#cache = new SessionCache(capacity);
    this.#onWrite = onWrite;
  }

  /** The profile of a session; `undefined` when it was never opened. Stores nothing. */
  read(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Profile | undefined | Promise<Profile | undefined> {
    const key = sessionKey(organizationId, sessionId);
    return this.#cache.get(key, now) ?? this.#load(organizationId, sessionId, now);
  }

  /**
   * Appends signals durably; opens the session if need be.
   *
   * @throws StoreUnavailable; SessionContended when other processes keep writing the same session
   */
  async append(append: Append): Promise<Appended> {
    if (append.batchId === undefined) return this.#append(append);
    const key = sessionKey(append.organizationId, append.sessionId);
    const before = this.#turns.get(key);
    const turn = before === undefined ? this.#append(append) : before.then(() => this.#append(append));
    // Who comes next waits for the end, whichever it is; the caller of this turn is told of a failure.
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(key, over);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === over) this.#turns.delete(key);
    }
  }

  async #append(append: Append): Promise<Appended> {
    const { organizationId, sessionId, batchId, at } = append;
    const key = sessionKey(organizationId, sessionId);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      let before = this.#cache.get(key, at);
      if (before === undefined) {
        const loaded = await this.#load(organizationId, sessionId, at);
        // Who waited for the same load may have written in the meantime.
        before = this.#cache.get(key, at) ?? loaded;
      }
      const signals = append.signals(before);
      const base = before ?? emptyProfile(signals[0]?.at ?? at);
      const profile = foldAll(base, signals);
      const write = writeOf(sessionId, base, profile, signals, batchId);
      const opens = before === undefined || signals.length > 0 || batchId !== undefined;
      // A batch may turn out to be known already, so memory follows it only when it has been written.
      if (batchId === undefined && signals.length > 0) this.#cache.set(key, profile, at);
      try {
        const [outcome] = await append.commit(opens ? [write] : []);
        if (outcome?.kind !== 'signals' || outcome.status === 'applied') {
          // Memory may have been forgotten and read again before this was written.
          const known = this.#cache.sequenceOf(key);
          if (known === undefined || known < profile.sequence) this.#cache.set(key, profile, at);
          this.#onWrite?.(organizationId, sessionId, at);
          return { profile, applied: true };
        }
        this.#cache.forget(key);
        if (outcome.status === 'duplicate') {
          const known = await this.#load(organizationId, sessionId, at);
          return { profile: known ?? base, applied: false };
        }
      } catch (error) {
        this.#cache.forget(key);
        throw error;
      }
    }
    throw new SessionContended();
  }

  async #load(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Promise<Profile | undefined> {
    const key = sessionKey(organizationId, sessionId);
    let loading = this.#loading.get(key);
    if (loading === undefined) {
      loading = this.#rebuild(organizationId, sessionId)
        .then((profile) => {
          if (profile !== undefined && this.#cache.get(key, now) === undefined) {
            this.#cache.set(key, profile, now);
          }
          return profile;
        })
        .finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    return loading;
  }

  /** The profile from the last snapshot and the signals that came after it. */
  async #rebuild(organizationId: OrganizationId, sessionId: SessionId): Promise<Profile | undefined> {
    const stored = await this.#sessions.load(organizationId, sessionId);
    if (stored === undefined) return undefined;
    const base =
      stored.snapshot === undefined
        ? emptyProfile(stored.openedAt)
        : (JSON.parse(stored.snapshot.profile) as Profile);
    return stored.signals.length === 1 ? fold(base, stored.signals[0]!) : foldAll(base, stored.signals);
  }
}

function writeOf(
  sessionId: SessionId,
  base: Profile,
  profile: Profile,
  signals: readonly Signal[],
  batchId: string | undefined,
): Write {
  const due = Math.floor(profile.sequence / SNAPSHOT_EVERY) > Math.floor(base.sequence / SNAPSHOT_EVERY);
  return {
    kind: 'signals',
    sessionId,
    after: base.sequence,
    openedAt: base.openedAt,
    signals: signals.map((signal, i) => ({ ...signal, sequence: base.sequence + i + 1 })),
    ...(batchId !== undefined && { batchId }),
    ...(due && { snapshot: { sequence: profile.sequence, profile: JSON.stringify(profile) } }),
  };
}
