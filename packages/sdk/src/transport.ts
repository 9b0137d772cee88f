import type { Store } from './store.ts';
import type { FallbackReason } from './types.ts';

export type Outcome =
  | { readonly ok: true; readonly body: Record<string, unknown> }
  | { readonly ok: false; readonly reason: FallbackReason; readonly again: boolean };

export interface Transport {
  /** Never rejects. `json` is the body; `timeout` in ms covers the whole answer. */
  post(path: string, json: string, timeout: number, keepalive: boolean): Promise<Outcome>;
  /** Ms until the service wants to hear from this page again. */
  pause(): number;
}

/** Longest pause that a page keeps to: a `Retry-After` of a day would outlive it anyway. */
const LONGEST_PAUSE = 3600_000;

/** `Retry-After` in ms: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfter(header: string | null, now: number): number {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return wait > 0 ? Math.min(wait, LONGEST_PAUSE) : 0;
}

const failed = (reason: FallbackReason, again = false): Outcome => ({ ok: false, reason, again });

function reasonOf(status: number): FallbackReason {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'unauthorized';
  return status < 500 && status !== 408 ? 'refused' : 'unavailable';
}

/** `pauseKey` is where a pause is kept, for the other tabs and the next page. */
export function createTransport(
  endpoint: string,
  apiKey: string,
  store: Store,
  pauseKey: string,
  now: () => number,
): Transport {
  // A key that was refused once is refused again: this page asks no more.
  let locked = false;

  function pause(): number {
    const wait = Number(store.get(pauseKey)) - now();
    return wait > 0 && wait <= LONGEST_PAUSE ? wait : 0;
  }

  return {
    pause,

    async post(path, json, timeout, keepalive) {
      if (locked) return failed('unauthorized');
      if (pause()) return failed('rate_limited', true);
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), timeout);
      try {
        const response = await fetch(endpoint + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
          body: json,
          keepalive,
          credentials: 'omit',
          signal: abort.signal,
        });
        const { status } = response;
        if (response.ok) {
          const body: unknown = await response.json();
          return body && typeof body === 'object'
            ? { ok: true, body: body as Record<string, unknown> }
            : failed('unreadable');
        }
        const wait = retryAfter(response.headers.get('retry-after'), now());
        if (wait) store.set(pauseKey, String(now() + wait));
        locked = status === 401 || status === 403;
        return failed(reasonOf(status), status === 408 || status === 429 || status >= 500);
      } catch (error) {
        if (abort.signal.aborted) return failed('timeout', true);
        // An answer that is not JSON came from somebody else, such as a captive portal.
        if (error instanceof SyntaxError) return failed('unreadable', true);
        return failed(navigator.onLine === false ? 'offline' : 'network', true);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
