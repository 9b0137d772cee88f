import {
  emptyProfile,
  foldAll,
  foldOnto,
  ownCopy,
  type Profile,
  type Signal,
} from '@decidable/engine/session';
import { SessionContended } from '../errors.ts';
import { Pace } from '../pace.ts';
import type { OrganizationId, SessionId, Sessions, Write, WriteOutcome } from '../storage/ports.ts';
import { type KnownSession, SessionCache } from './session-cache.ts';

/** A profile is written to the store every so many signals, so that reading a session replays at most as many. */
const SNAPSHOT_EVERY = 50;
/** Signals that are folded between two looks at the time. */
const FOLDED_AT_ONCE = 200;
/** How often an append is tried again on what another writer made of the session. */
const MOST_ATTEMPTS = 50;

/** A request that writes to a session. */
export interface SessionRequest {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  readonly at: number;
  /** Writes durably what the request writes, and counts the request with it. */
  commit(writes: readonly Write[]): Promise<readonly WriteOutcome[]>;
}

/** A profile to rank by, and whether it is in the log. */
export interface Reading {
  readonly profile: Profile | undefined;
  /**
   * Waits for what was on its way to the store when the profile was read, and tells whether all of it was taken: else
   * the log never held this profile. Absent where nothing was on its way.
   */
  readonly kept?: () => Promise<boolean>;
}

export interface SessionServiceOptions {
  readonly sessions: Sessions;
  /** Bytes of the sessions kept in memory. */
  readonly memory?: number;
  /** Told of each session that was written to. */
  readonly onWrite?: (organizationId: OrganizationId, sessionId: SessionId, at: number) => void;
}

/** One name for a session of an organization. */
const nameOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;

function emptied(session: KnownSession): Promise<void> {
  session.emptied ??= Promise.withResolvers();
  return session.emptied.promise;
}

/**
 * Reads and writes sessions. The log is the truth and a profile its fold: the memory of this process runs ahead of the
 * store by what is on its way there, so that signals that arrive together line up behind each other instead of
 * colliding. The store compares numbers only, so nothing may be built on what it might not take: nobody follows a
 * batch, which may turn out to be known, nor anything that the store did not take, before all that is under way has
 * ended; memory is then what the store holds. No signal is lost, and none is applied twice.
 */
export class SessionService {
  readonly #sessions: Sessions;
  readonly #cache: SessionCache;
  readonly #loading = new Map<string, Promise<Profile | undefined>>();
  readonly #onWrite: SessionServiceOptions['onWrite'];

  constructor({ sessions, memory = 64 * 1024 * 1024, onWrite }: SessionServiceOptions) {
    this.#sessions = sessions;
    this.#cache = new SessionCache(memory);
    this.#onWrite = onWrite;
  }

  /**
   * The profile of a session as it stands now, which does not change any more; `undefined` when it was never opened.
   * Stores nothing.
   */
  async read(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Promise<Profile | undefined> {
    return (await this.readAhead(organizationId, sessionId, now)).profile;
  }

  /** The same for whoever keeps what it was made of: it may be ahead of the store by what is on its way there. */
  async readAhead(organizationId: OrganizationId, sessionId: SessionId, now: number): Promise<Reading> {
    const known = this.#cache.find(organizationId, sessionId, now)?.profile;
    const found = known ?? (await this.#load(organizationId, sessionId, now));
    const profile = found && ownCopy(found);
    const session = this.#cache.find(organizationId, sessionId, now);
    if (session === undefined || session.underWay === 0) return { profile };
    const { refused } = session;
    const kept = async (): Promise<boolean> => {
      if (session.underWay > 0) await emptied(session);
      return session.refused === refused;
    };
    return { profile, kept };
  }

  /**
   * Appends signals durably; opens the session if need be.
   *
   * @param signalsFor what to append to the session as it is; asked again when the session has moved on
   * @param tell what is to be known of the session with them in it; the profile changes afterwards
   * @param batchId names the call: the same one is applied once
   * @throws StoreUnavailable; Refusal 503 when other processes keep writing the same session
   */
  async append<Told>(
    request: SessionRequest,
    signalsFor: (profile: Profile | undefined) => readonly Signal[],
    tell: (profile: Profile) => Told,
    batchId?: string,
  ): Promise<Told> {
    const { organizationId, sessionId, at } = request;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      let session = this.#cache.open(organizationId, sessionId, at);
      let unopened = false;
      while ((session.profile === undefined && !unopened) || session.closed) {
        if (session.underWay > 0) await emptied(session);
        else {
          // Of more sessions read at once than are kept, none would else be there when its turn comes.
          const awaited = session;
          awaited.awaited++;
          try {
            unopened = (await this.#load(organizationId, sessionId, at)) === undefined;
          } finally {
            awaited.awaited--;
          }
        }
        session = this.#cache.open(organizationId, sessionId, at);
        // Who waited for the same may have begun to write in the meantime.
        if (session.underWay > 0) unopened = false;
      }
      const before = session.profile;
      const signals = signalsFor(before);
      // Without signals the store compares nothing: such a batch is built on nothing that may still be refused.
      if (signals.length === 0 && batchId !== undefined && session.underWay > 0) {
        session.closed = true;
        await emptied(session);
        continue;
      }
      const opens = before === undefined || signals.length > 0 || batchId !== undefined;
      let profile = before ?? emptyProfile(signals[0]?.at ?? at);
      let told: Told;
      let outcome: WriteOutcome | undefined;
      let taken = false;
      session.underWay++;
      try {
        const after = profile.sequence;
        if (batchId === undefined) {
          session.profile = profile;
          foldOnto(profile, signals);
        } else {
          session.closed = true;
          profile = foldAll(profile, signals);
        }
        told = tell(profile);
        const write = writeOf(sessionId, after, profile, signals, batchId);
        [outcome] = await request.commit(opens ? [write] : []);
        taken = outcome?.kind !== 'signals' || outcome.status === 'applied';
      } finally {
        if (!taken) {
          // A batch is in memory only when it is written, so nobody has read it.
          if (batchId === undefined) session.refused++;
          session.profile = undefined;
          session.closed = true;
        } else if (batchId !== undefined) session.profile = profile;
        this.#cache.weigh(session);
        this.#end(session);
      }
      if (taken) {
        this.#onWrite?.(organizationId, sessionId, at);
        return told;
      }
      if (outcome?.kind === 'signals' && outcome.status === 'duplicate') {
        const known = await this.#load(organizationId, sessionId, at);
        return tell(known ?? emptyProfile(at));
      }
    }
    throw new SessionContended();
  }

  /** An append has ended. */
  #end(session: KnownSession): void {
    session.underWay--;
    if (session.underWay > 0) return;
    session.closed = false;
    // What is being read may be from before.
    if (this.#loading.size > 0) this.#loading.delete(nameOf(session.organizationId, session.sessionId));
    session.emptied?.resolve();
    session.emptied = undefined;
  }

  async #load(
    organizationId: OrganizationId,
    sessionId: SessionId,
    now: number,
  ): Promise<Profile | undefined> {
    const key = nameOf(organizationId, sessionId);
    let loading = this.#loading.get(key);
    if (loading === undefined) {
      loading = this.#rebuild(organizationId, sessionId)
        .then((profile) => {
          if (this.#loading.get(key) !== loading) return profile;
          this.#loading.delete(key);
          // What is on its way to the store may have come too late to be read.
          if (profile === undefined) return undefined;
          const session = this.#cache.open(organizationId, sessionId, now);
          if (session.underWay === 0) {
            session.profile ??= profile;
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

  /** The profile from the last snapshot and the signals that came after it. */
  async #rebuild(organizationId: OrganizationId, sessionId: SessionId): Promise<Profile | undefined> {
    const stored = await this.#sessions.load(organizationId, sessionId);
    if (stored === undefined) return undefined;
    const base =
      stored.snapshot === undefined
        ? emptyProfile(stored.openedAt)
        : (JSON.parse(stored.snapshot.profile) as Profile);
    const { signals } = stored;
    const pace = new Pace();
    // As a rule there are fewer than between two snapshots.
    for (let from = 0; from < signals.length; from += FOLDED_AT_ONCE) {
      foldOnto(base, signals.slice(from, from + FOLDED_AT_ONCE));
      await pace.rest();
    }
    return base;
  }
}

function writeOf(
  sessionId: SessionId,
  after: number,
  profile: Profile,
  signals: readonly Signal[],
  batchId: string | undefined,
): Write {
  const due = Math.floor(profile.sequence / SNAPSHOT_EVERY) > Math.floor(after / SNAPSHOT_EVERY);
  return {
    kind: 'signals',
    sessionId,
    after,
    openedAt: profile.openedAt,
    signals,
    batchId,
    snapshot: due ? { sequence: profile.sequence, profile: JSON.stringify(profile) } : undefined,
  };
}
