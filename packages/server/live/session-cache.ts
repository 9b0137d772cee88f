import type { Profile } from '@decidable/engine/session';
import type { OrganizationId, SessionId } from '../storage/ports.ts';

/** A session as this process last knew it. */
export interface CachedSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
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
  readonly #entries = new Map<string, CachedSession>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(organizationId: OrganizationId, sessionId: SessionId, now: number): Profile | undefined {
    const key = keyOf(organizationId, sessionId);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (now - entry.usedAt > FRESH) return undefined;
    entry.usedAt = now;
    this.#entries.set(key, entry);
    return entry.profile;
  }

  set(organizationId: OrganizationId, sessionId: SessionId, profile: Profile, now: number): void {
    const key = keyOf(organizationId, sessionId);
    this.#entries.delete(key);
    this.#entries.set(key, { organizationId, sessionId, profile, usedAt: now });
    if (this.#entries.size > this.#capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
  }

  forget(organizationId: OrganizationId, sessionId: SessionId): void {
    this.#entries.delete(keyOf(organizationId, sessionId));
  }
}

const keyOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;
