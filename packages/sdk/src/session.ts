import { parsed, type Store } from './store.ts';

const SILENCE = 30 * 24 * 3600_000;
/** The time of the last use is written at most this often. */
const GRAIN = 60_000;

interface KeptSession {
  readonly id: string;
  /** Last use, ms since the epoch. */
  readonly seen: number;
  /** Whether device, referrer and time of day were captured, or tried to be. */
  readonly captured?: boolean;
}

export interface Session {
  /** The id that this browser goes by; a new one where there is none, or after 30 days of silence. */
  id(): string;
  /** True once for every session: for whoever asks first, in whichever tab. */
  capture(): boolean;
}

/** 128 random bits. `getRandomValues` also works on pages without TLS, where `randomUUID` does not. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export function createSession(store: Store, key: string, now: () => number): Session {
  // Read again at every use, so that tabs agree on what was written last.
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

    capture() {
      const session = current();
      if (session.captured) return false;
      store.set(key, JSON.stringify({ ...session, seen: now(), captured: true }));
      return true;
    },
  };
}
