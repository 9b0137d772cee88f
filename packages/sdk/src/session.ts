import { parsed, type Store } from './store.ts';

const SILENCE = 30 * 24 * 3600_000;
/** Shortest interval between two writes of the time of the last use, ms. */
const GRAIN = 60_000;

interface KeptSession {
  readonly id: string;
  /** Last use, ms since the epoch. */
  readonly seen: number;
  /** Whether sending device, referrer and time of day was attempted. */
  readonly captured?: boolean;
}

export interface Session {
  /** The session id of this browser; a new one if there is none, or after 30 days without use. */
  id(): string;
  /** True for the first call of each session, across tabs. */
  capture(): boolean;
  /** Begins a new session, in all tabs. */
  renew(): void;
}

/** 128 random bits. `getRandomValues` also works on pages without TLS, where `randomUUID` does not. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export function createSession(store: Store, key: string, now: () => number): Session {
  // Read at every use, so that all tabs use the last write.
  function current(): KeptSession {
    const kept = parsed(store.get(key)) as KeptSession | null;
    const at = now();
    const valid = kept && typeof kept.id === 'string' && !(at - kept.seen > SILENCE);
    const session = valid ? kept : { id: randomId(), seen: 0 };
    if (Math.abs(at - session.seen) > GRAIN) store.set(key, JSON.stringify({ ...session, seen: at }));
    return session;
  }

  return {
    id: () => current().id,

    // Written, not removed: to other tabs a session that is gone says that consent was withdrawn.
    renew: () => store.set(key, JSON.stringify({ id: randomId(), seen: now() })),

    capture() {
      const session = current();
      if (session.captured) return false;
      store.set(key, JSON.stringify({ ...session, seen: now(), captured: true }));
      return true;
    },
  };
}
