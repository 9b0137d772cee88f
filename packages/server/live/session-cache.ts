import type { Profile } from '@decidable/engine/session';
import type { OrganizationId, SessionId } from '../storage/ports.ts';

declare const brand: unique symbol;
/** Names a session of an organization. */
export type SessionKey = string & { readonly [brand]: 'SessionKey' };

export const sessionKey = (organizationId: OrganizationId, sessionId: SessionId): SessionKey =>
  `${organizationId}\u0000${sessionId}` as SessionKey;

/** A session as this process last knew it. */
interface CachedSession {
  readonly profile: Profile;
  /** When it was last used; ms since the epoch. */
  usedAt: number;
}

/** A cached session that nobody asked for during this time is read again from the store. */
const FRESH = 60 * 60_000;

/**
 * The profiles that are in use, the least recently used given up first. What is not here is rebuilt from the store,
 * so it may forget at any time.
 */
export class SessionCache {
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
    this.#entries.delete(key);
    if (now - entry.usedAt > FRESH) return undefined;
    entry.usedAt = now;
    this.#entries.set(key, entry);
    return entry.profile;
  }

  set(key: SessionKey, profile: Profile, now: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { profile, usedAt: now });
    if (this.#entries.size > this.#capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
  }

  forget(key: SessionKey): void {
    this.#entries.delete(key);
  }
}
