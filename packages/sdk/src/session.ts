import { parsed, type Store } from './store.ts';

/** Time without use after which a session ends, ms. */
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
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

export function createSession(store: Store, key: string, now: () => number): Session {
  const write = (session: Omit<KeptSession, 'seen'>) =>
    store.set(key, JSON.stringify({ ...session, seen: now() }));

  // Read at every use, so that all tabs use the last write.
  function current(): KeptSession {
    const kept = parsed(store.get(key)) as KeptSession | null;
    const valid = typeof kept?.id === 'string' && !(now() - kept.seen > SILENCE);
    const session = valid ? kept : { id: randomId(), seen: 0 };
    if (Math.abs(now() - session.seen) > GRAIN) write(session);
    return session;
  }

  return {
    id: () => current().id,

    renew: () => write({ id: randomId() }),

    capture() {
      const session = current();
      if (session.captured) return false;
      write({ ...session, captured: true });
      return true;
    },
  };
}
