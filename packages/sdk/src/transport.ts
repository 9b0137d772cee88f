import { parsed, type Store } from './store.ts';
import type { FallbackReason } from './types.ts';

/** The body of the answer, or why there is none. */
export type Outcome =
  | { readonly body: Record<string, unknown>; readonly reason?: undefined }
  | {
      readonly reason: FallbackReason;
      /** What is wrong and how to mend it in the words of the service, where it said so, or a JavaScript error. */
      readonly message?: unknown;
    };

/** A call and its answer, for those who look for faults. */
export interface Call {
  readonly path: string;
  /** The body that was sent, as JSON. */
  readonly json: string;
  readonly outcome: Outcome;
  /** Absent where no answer came. */
  readonly response: Response | undefined;
  /** How long it took, ms. */
  readonly took: number;
}

export interface Transport {
  /** Never rejects. `json` is the body; `timeout` in ms covers the whole answer. */
  post(path: string, json: string, timeout: number, keepalive: boolean): Promise<Outcome>;
  /** Ms until the service accepts requests of this page again. */
  pause(): number;
  /** For each call in flight a function that ends it like a timeout. */
  readonly underway: ReadonlySet<() => void>;
}

/** The longest pause, ms: a `Retry-After` of a day would outlast the page anyway. */
const LONGEST_PAUSE = 3600_000;

/** Ms to wait by `Retry-After` (seconds or an HTTP date: RFC 9110, 10.2.3), an hour at most; `NaN` or ≤ 0: no wait. */
export function retryAfter(header: string | null, now: number): number {
  return Math.min(Number(header) * 1000 || Date.parse(`${header}`) - now, LONGEST_PAUSE);
}

const reasonOf = (status: number): FallbackReason => {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'unauthorized';
  return status < 500 && status !== 408 ? 'refused' : 'unavailable';
};

/** The message of the service's error, where the text is one. */
const messageOf = (text: string): unknown =>
  (parsed(text) as { error?: { message?: unknown } } | null)?.error?.message;

/** `pauseKey` is the storage key of the pause, which other tabs and the next page read. */
export function createTransport(
  endpoint: string,
  apiKey: string,
  store: Store,
  pauseKey: string,
  now: () => number,
  heard: (call: Call) => void,
): Transport {
  // A key that was refused once is refused again: this page sends no more requests.
  let locked = false;
  const underway = new Set<() => void>();

  function pause(): number {
    const wait = Number(store.get(pauseKey)) - now();
    return wait > 0 && wait <= LONGEST_PAUSE ? wait : 0;
  }

  async function read(response: Response): Promise<Outcome> {
    if (response.ok) {
      const body: unknown = await response.json();
      return body && typeof body === 'object'
        ? { body: body as Record<string, unknown> }
        : { reason: 'unreadable' };
    }
    const wait = retryAfter(response.headers.get('retry-after'), now());
    if (wait > 0) store.set(pauseKey, `${now() + wait}`);
    const reason = reasonOf(response.status);
    locked ||= reason === 'unauthorized';
    return { reason, message: messageOf(await response.text()) };
  }

  async function ask(path: string, json: string, keepalive: boolean, signal: AbortSignal): Promise<Outcome> {
    const start = now();
    let response: Response | undefined;
    let outcome: Outcome;
    try {
      response = await fetch(endpoint + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        body: json,
        keepalive,
        credentials: 'omit',
        signal,
      });
      outcome = await read(response);
    } catch (error) {
      // An answer that is not JSON is not from the service, but for example from a captive portal.
      const unreadable = error instanceof SyntaxError && 'unreadable';
      outcome = { reason: unreadable || (navigator.onLine === false ? 'offline' : 'network') };
    }
    heard({ path, json, outcome, response, took: now() - start });
    return outcome;
  }

  return {
    pause,
    underway,

    post: (path, json, timeout, keepalive) =>
      new Promise((resolve) => {
        if (locked) return resolve({ reason: 'unauthorized' });
        if (pause()) return resolve({ reason: 'rate_limited' });
        const abort = new AbortController();
        const end = (outcome: Outcome) => {
          resolve(outcome);
          clearTimeout(timer);
          underway.delete(giveUp);
        };
        const giveUp = () => {
          // Not left to the abort: Firefox does not settle requests that were in flight when the page entered the
          // cache.
          end({ reason: 'timeout' });
          abort.abort();
        };
        const timer = setTimeout(giveUp, timeout);
        underway.add(giveUp);
        void ask(path, json, keepalive, abort.signal).then(end);
      }),
  };
}
