import type { Profile } from '@decidable/engine/session';
import type { OrganizationId, SessionId } from '../storage/ports.ts';

declare const brand: unique symbol;
/** Names a session of an organization. */
export type SessionKey = string & { readonly [brand]: 'SessionKey' };

export const sessionKey = (organizationId: OrganizationId, sessionId: SessionId): SessionKey =>
  `${organizationId}\u0000${sessionId}` as SessionKey;

/** A session as this process knows it. */
export interface KnownSession {
  /** `undefined` where it has to be read from the store. */
  profile: Profile | undefined;
  /** When it was last asked for; ms since the epoch. */
  usedAt: number;
  /** Whether it was asked for since it came, or since its last turn to be given up. */
  used: boolean;
  /** Appends on their way to the store. While there are any, the session is not given up. */
  underWay: number;
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
  /** In the order of their turns. */
  readonly #sessions = new Map<SessionKey, KnownSession>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** A session, if it is here. */
  find(key: SessionKey, now: number): KnownSession | undefined {
    const session = this.#sessions.get(key);
    if (session === undefined) return undefined;
    if (now - session.usedAt > FRESH) session.profile = undefined;
    session.usedAt = now;
    session.used = true;
    return session;
  }

  /** A session, which is here from now on, with or without its profile. */
  open(key: SessionKey, now: number): KnownSession {
    const found = this.find(key, now);
    if (found !== undefined) return found;
    if (this.#sessions.size >= this.#capacity) this.#giveUpSome();
    const session = {
      profile: undefined,
      usedAt: now,
      used: false,
      underWay: 0,
      closed: false,
      emptied: undefined,
    };
    this.#sessions.set(key, session);
    return session;
  }

  #giveUpSome(): void {
    let turns = MOST_TURNS;
    for (const [key, session] of this.#sessions) {
      if (this.#sessions.size < this.#capacity || turns === 0) return;
      turns--;
      this.#sessions.delete(key);
      if (!session.used && session.underWay === 0) continue;
      // What is set again comes last: where all were used, it is the first one's turn again.
      session.used = false;
      this.#sessions.set(key, session);
    }
  }
}
