// biome-ignore-all lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and not in every browser.
import { guarded, parsed, type Store } from './store.ts';

/** Time without use after which a session ends, ms. */
const SILENCE = 30 * 24 * 3600_000;
/** Shortest interval between two writes of the time of the last use, ms. */
const GRAIN = 60_000;

interface KeptSession {
  readonly id: string;
  /** Last use, ms since the epoch; absent before the first. */
  readonly seen?: number;
  /** Whether sending device, referrer and time of day was attempted. */
  readonly captured?: boolean;
}

/** What names the session of this browser from outside. */
export interface Origin {
  /** An id that a server has ranked for: taken over once, so that a later renewal stands. */
  readonly sessionId?: string;
  /** The domain of the cookie that keeps the id for its subdomains and its server. */
  readonly cookieDomain?: string;
}

export interface Session {
  /** The session id of this browser; a new one if there is none, or after 30 days without use. */
  id(): string;
  /** Takes over what is said now, at the next use. */
  from(origin: Origin): void;
  /** True for the first call of each session, across tabs. */
  capture(): boolean;
  /** Begins a new session, in all tabs. */
  renew(): void;
  /** Removes the cookie. */
  forget(): void;
}

/** 128 random bits. `getRandomValues` also works on pages without TLS, where `randomUUID` does not. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

export function createSession(store: Store, key: string, now: () => number): Session {
  /** What `init` was told last, and the same until it is taken over. */
  let told: string | undefined;
  let given: string | undefined;
  let domain: string | undefined;

  function share(id: string, seconds: number): void {
    if (domain)
      guarded(() => {
        // A server that names no domain has set another cookie, which would be read in place of this one. Without HTTPS, where
        // browsers refuse ours, they refuse to remove that one as well.
        document.cookie = 'decidable_session=;secure;path=/;max-age=0';
        document.cookie = `decidable_session=${encodeURIComponent(id)};domain=${domain};samesite=lax;secure;path=/;max-age=${seconds}`;
      });
  }

  function write(session: Omit<KeptSession, 'seen'>): void {
    store.set(key, JSON.stringify({ ...session, seen: now() }));
    share(session.id, SILENCE / 1_000);
  }

  // Read at every use, so that all tabs use the last write.
  function current(): KeptSession {
    const kept = parsed(store.get(key)) as KeptSession | null | undefined;
    const shared =
      domain &&
      guarded(() => decodeURIComponent(/(^|; )decidable_session=([^;]+)/.exec(document.cookie)![2]!));
    // The service takes at most 128 characters: a longer cookie is no session's.
    const id =
      given ||
      (shared && !shared[128] && shared) ||
      (kept && now() - kept.seen! < SILENCE && kept.id) ||
      randomId();
    given = '';
    const session = kept?.id === id ? kept : { id };
    if (!(Math.abs(now() - session.seen!) < GRAIN)) write(session);
    return session;
  }

  return {
    id: () => current().id,

    from({ sessionId, cookieDomain }) {
      if (sessionId !== told) given = told = sessionId;
      domain = cookieDomain;
    },

    renew: () => write({ id: randomId() }),

    capture() {
      const session = current();
      if (!session.captured) write({ ...session, captured: true });
      return !session.captured;
    },

    forget: () => share('', 0),
  };
}
