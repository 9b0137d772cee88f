import type { FoldedProfile } from '@decidable/engine/session';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { bytesOfProfile } from './profile-size.ts';

/** A reading of a profile that waits to hear whether the store took it. */
export interface UnconfirmedReading {
  readonly sequence: number;
  resolve(isConfirmed: boolean): void;
}

/** An append that waits for its session to be written again. */
export interface WaitingAppend {
  /** Among all appends, in the order in which they came. */
  readonly place: number;
  resolve(): void;
}

/** A session as this process knows it. */
export interface KnownSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  /** The profile with all signals in flight; `undefined` where it has to be loaded from the store. */
  profile: FoldedProfile | undefined;
  /** Sequence number up to which the store has acknowledged the profile. */
  confirmed: number;
  /** Last use; ms since the epoch. */
  usedAt: number;
  /** Whether it was used since it came, or since its last turn for eviction. */
  used: boolean;
  /** Its estimated size, as of `weighedAt` signals. */
  bytes: number;
  weighedAt: number;
  /** Appends on their way to the store. */
  inFlight: number;
  /** The chain of commits that those in flight belong to; see `Write.chain`. */
  chain: string | undefined;
  /** Appends that wait for the session to be loaded. */
  waiting: number;
  /** No append may begin before those in flight have ended. */
  closed: boolean;
  /** Whether another writer was faster than one of those in flight. */
  conflicted: boolean;
  /** Conflicts in a row. */
  conflicts: number;
  /** Appends that wait until some may begin again, in no order; there only when there are any. */
  queue: WaitingAppend[] | undefined;
  /** Readings that rest on appends in flight; there only when there are any. */
  unconfirmed: UnconfirmedReading[] | undefined;
}

/** A cached session that was not used for this long is loaded again from the store; ms. Set by hand. */
const FRESH = 60 * 60_000;

/** Bytes of a session without its profile. */
export const LEAST_BYTES = 500;
/**
 * A profile is weighed again after as many signals as it had, so many at most, or an eighth of those that it had: a
 * profile of many signals has reached its bounds, and one of few grows severalfold. Set by hand.
 */
const WEIGHED_EVERY = 16;
const WEIGHED_SHARE = 1 / 8;

/** Sessions examined for eviction at a time, so that no request waits for a scan of all. Set by hand. */
const MOST_TURNS = 100;

/**
 * The sessions in use. A session that is not here is rebuilt from the store, so any may be evicted. Beyond the memory
 * bound sessions are evicted by second chance (the clock algorithm of page replacement): in turn, but one that was used
 * since its last turn waits for the next. That is nearly LRU, whose order every request would change.
 */
export class SessionCache {
  /** By two names, as joining them for every request costs more than the look-ups. */
  readonly #sessions = new Map<OrganizationId, Map<SessionId, KnownSession>>();
  /** The same in the order of their turns. */
  readonly #turns = new Set<KnownSession>();
  readonly #memory: number;
  #bytes = 0;

  /**
   * @param memory bytes that all of them may take: a profile is 1 to 200 kB, by how many names it has, and how long
   * they are
   */
  constructor(memory: number) {
    this.#memory = memory;
  }

  get size(): number {
    return this.#turns.size;
  }

  /** Bytes that all of them take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A session, if it is here. */
  find(organizationId: OrganizationId, sessionId: SessionId, now: number): KnownSession | undefined {
    const session = this.#sessions.get(organizationId)?.get(sessionId);
    if (session === undefined) return undefined;
    if (now - session.usedAt > FRESH) session.profile = undefined;
    session.usedAt = now;
    session.used = true;
    return session;
  }

  /** A session, which is here from now on, with or without its profile. */
  open(organizationId: OrganizationId, sessionId: SessionId, now: number): KnownSession {
    const found = this.find(organizationId, sessionId, now);
    if (found !== undefined) return found;
    if (this.#bytes + LEAST_BYTES > this.#memory) this.#evictSome(LEAST_BYTES);
    const session: KnownSession = {
      organizationId,
      sessionId,
      profile: undefined,
      confirmed: 0,
      usedAt: now,
      used: false,
      bytes: LEAST_BYTES,
      weighedAt: 0,
      inFlight: 0,
      chain: undefined,
      waiting: 0,
      closed: false,
      conflicted: false,
      conflicts: 0,
      queue: undefined,
      unconfirmed: undefined,
    };
    let sessions = this.#sessions.get(organizationId);
    if (sessions === undefined) {
      sessions = new Map();
      this.#sessions.set(organizationId, sessions);
    }
    sessions.set(sessionId, session);
    this.#turns.add(session);
    this.#bytes += LEAST_BYTES;
    return session;
  }

  /** Estimates the size of a cached session again, if it may have changed by much. */
  weigh(session: KnownSession): void {
    const { profile, weighedAt } = session;
    if (profile === undefined) return;
    const since = profile.sequence - weighedAt;
    // One that was erased meanwhile begins anew.
    if (since >= 0 && since < Math.max(Math.min(weighedAt, WEIGHED_EVERY), WEIGHED_SHARE * weighedAt)) return;
    const bytes = LEAST_BYTES + bytesOfProfile(profile);
    this.#bytes += bytes - session.bytes;
    session.bytes = bytes;
    session.weighedAt = profile.sequence;
    if (this.#bytes > this.#memory) this.#evictSome(0);
  }

  /** Evicts the sessions of an organization, or all. Those that are in use lose their profiles only. */
  forget(organizationId?: OrganizationId): void {
    for (const session of this.#turns) {
      if (organizationId !== undefined && session.organizationId !== organizationId) continue;
      session.profile = undefined;
      if (session.closed || session.inFlight > 0 || session.waiting > 0) continue;
      this.#turns.delete(session);
      this.#evict(session);
    }
  }

  /** Evicts sessions until there is room for so many bytes more. */
  #evictSome(more: number): void {
    let turns = MOST_TURNS;
    for (const session of this.#turns) {
      if (this.#bytes + more <= this.#memory || turns === 0) return;
      turns--;
      this.#turns.delete(session);
      if (session.used || session.closed || session.inFlight > 0 || session.waiting > 0) {
        // A session that is added again comes last: if all were used, the first one's turn comes again.
        session.used = false;
        this.#turns.add(session);
      } else this.#evict(session);
    }
  }

  #evict({ organizationId, sessionId, bytes }: KnownSession): void {
    this.#bytes -= bytes;
    const sessions = this.#sessions.get(organizationId);
    sessions?.delete(sessionId);
    if (sessions?.size === 0) this.#sessions.delete(organizationId);
  }
}
