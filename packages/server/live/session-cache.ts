import type { Profile } from '@decidable/engine/session';
import type { OrganizationId, SessionId } from '../storage/ports.ts';

/** A session as this process knows it. */
export interface KnownSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  /** `undefined` where it has to be read from the store. */
  profile: Profile | undefined;
  /** When it was last asked for; ms since the epoch. */
  usedAt: number;
  /** Whether it was asked for since it came, or since its last turn to be given up. */
  used: boolean;
  /** Appends on their way to the store. While there are any, the session is not given up. */
  underWay: number;
  /** Appends that wait for it to be read. While there are any, it is not given up either. */
  awaited: number;
  /** Appends that the store did not take: what was read of the session while they were on their way never came to be. */
  refused: number;
  /** Nobody follows before those under way have ended. */
  closed: boolean;
  /** Resolves when the last of them has ended; there only when somebody waits. */
  emptied: PromiseWithResolvers<void> | undefined;
}

/** A cached session that nobody asked for during this time is read again from the store. */
const FRESH = 60 * 60_000;

/** Sessions looked at for one to give up, so that no request waits for a look at them all. */
const MOST_TURNS = 100;

/**
 * The sessions that are in use. What is not here is rebuilt from the store, so it may forget at any time. Beyond the
 * capacity they are given up in turn, but those that were used since their last turn wait for the next (the second chance of
 * page replacement): nearly as good as keeping them in the order of use, which every request would change.
 */
export class SessionCache {
  /** By two names, as joining them for every request costs more than the look-ups. */
  readonly #sessions = new Map<OrganizationId, Map<SessionId, KnownSession>>();
  /** The same in the order of their turns. */
  readonly #turns = new Set<KnownSession>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#turns.size;
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
    if (this.size >= this.#capacity) this.#giveUpSome();
    const session = {
      organizationId,
      sessionId,
      profile: undefined,
      usedAt: now,
      used: false,
      underWay: 0,
      awaited: 0,
      refused: 0,
      closed: false,
      emptied: undefined,
    };
    let sessions = this.#sessions.get(organizationId);
    if (sessions === undefined) {
      sessions = new Map();
      this.#sessions.set(organizationId, sessions);
    }
    sessions.set(sessionId, session);
    this.#turns.add(session);
    return session;
  }

  #giveUpSome(): void {
    let turns = MOST_TURNS;
    for (const session of this.#turns) {
      if (this.size < this.#capacity || turns === 0) return;
      turns--;
      this.#turns.delete(session);
      if (session.used || session.underWay > 0 || session.awaited > 0) {
        // What is added again comes last: where all were used, it is the first one's turn again.
        session.used = false;
        this.#turns.add(session);
      } else this.#forget(session);
    }
  }

  #forget({ organizationId, sessionId }: KnownSession): void {
    const sessions = this.#sessions.get(organizationId);
    sessions?.delete(sessionId);
    if (sessions?.size === 0) this.#sessions.delete(organizationId);
  }
}
