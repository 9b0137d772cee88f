import type { Profile } from '@decidable/engine/session';
import type { OrganizationId, SessionId } from '../storage/ports.ts';

declare const brand: unique symbol;
/** Names a session of an organization. */
export type SessionKey = string & { readonly [brand]: 'SessionKey' };

export const sessionKey = (organizationId: OrganizationId, sessionId: SessionId): SessionKey =>
  `${organizationId}\u0000${sessionId}` as SessionKey;

/** A session as this process last knew it. */
interface CachedSession {
  profile: Profile;
  /** When it was last used; ms since the epoch. */
  usedAt: number;
  /** Whether it was used since it came, or since its last turn to be given up. */
  used: boolean;
}

/** A cached session that nobody asked for during this time is read again from the store. */
const FRESH = 60 * 60_000;

/**
 * The profiles that are in use. What is not here is rebuilt from the store, so it may forget at any time. Beyond the
 * capacity they are given up in turn, but those that were used since their last turn wait for the next (the second chance of
 * page replacement): nearly as good as keeping them in the order of use, which every request would change.
 */
export class SessionCache {
  /** In the order of their turns. */
  readonly #entries = new Map<SessionKey, CachedSession>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: SessionKey, now: number): Profile | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (now - entry.usedAt > FRESH) {
      this.#entries.delete(key);
      return undefined;
    }
    entry.usedAt = now;
    entry.used = true;
    return entry.profile;
  }

  set(key: SessionKey, profile: Profile, now: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      if (this.#entries.size >= this.#capacity) this.#giveUpOne();
      this.#entries.set(key, { profile, usedAt: now, used: false });
    } else {
      entry.profile = profile;
      entry.usedAt = now;
      entry.used = true;
    }
  }

  forget(key: SessionKey): void {
    this.#entries.delete(key);
  }

  #giveUpOne(): void {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key);
      if (!entry.used) return;
      // What is set again comes last: where all were used, it is the first one's turn again.
      entry.used = false;
      this.#entries.set(key, entry);
    }
  }
}
