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
  /** Ms until the service accepts requests of this page again, by its own words. */
  pause(): number;
  /** Ms until another attempt is due: the pause, or longer each time that the service did not answer. */
  rest(): number;
  /** Why nothing would be answered before that, as this page or another tab has found out; undefined where it is due. */
  known(): FallbackReason | undefined;
  /** Makes an attempt due, unless the service asked for a pause: the network is another one now. */
  retry(): void;
  /** For each call in flight a function that ends it like a timeout. */
  readonly underway: ReadonlySet<() => void>;
}

/** Outcomes that another attempt would not change: a success, which has no reason, and refusals. The service is up. */
export const FINAL: readonly unknown[] = [undefined, 'refused', 'unauthorized'];

/** The longest rest that nobody asked for, ms. */
const LONGEST_REST = 30_000;
/** The longest pause, ms: a `Retry-After` of a day would outlast the page anyway. */
const LONGEST_PAUSE = 3600_000;

/** Ms to wait by `Retry-After` (seconds or an HTTP date: RFC 9110, 10.2.3), an hour at most; `NaN` or ≤ 0: no wait. */
export function retryAfter(header: string | null, now: number): number {
  return Math.min(+header! * 1000 || Date.parse(header!) - now, LONGEST_PAUSE);
}

const reasonOf = (status: number): FallbackReason => {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'unauthorized';
  return status < 500 && status !== 408 ? 'refused' : 'unavailable';
};

/** The message of the service's error, where the text is one. */
const messageOf = (text: string): unknown =>
  (parsed(text) as { error?: { message?: unknown } } | null)?.error?.message;

/**
 * @param key of the storage that says until when the service rests, and why: for other tabs and the next page
 * @param firstRest the approximate rest after a first failure, ms
 */
export function createTransport(
  endpoint: string,
  apiKey: string,
  store: Store,
  key: string,
  now: () => number,
  heard: (call: Call) => void,
  firstRest = 1_000,
): Transport {
  // A key that was refused once is refused again: this page sends no more requests.
  let locked = false;
  let goneUntil = 0;
  const underway = new Set<() => void>();

  /** The end of the rest in ms since the epoch, the reason, and failures in a row: none where the service asked for it. */
  const kept = () => `${store.get(key)}`.split(' ');

  function wait(): number {
    const ms = +kept()[0]! - now();
    return ms > 0 && ms <= LONGEST_PAUSE ? ms : 0;
  }

  const pause = () => (kept()[2] ? 0 : wait());

  const retry = () => {
    goneUntil = 0;
    if (!pause()) store.remove(key);
  };

  const known = () =>
    (locked ? 'unauthorized' : wait() ? kept()[1] : now() < goneUntil ? 'network' : undefined) as
      | FallbackReason
      | undefined;

  /** Exponential, anywhere between half and the whole, so that browsers spread out. One failure counts for all of its time. */
  function learn({ reason }: Outcome): void {
    if (FINAL.includes(reason)) retry();
    // A page that is left ends its requests as a network does that is away: only this page goes by it.
    else if (reason === 'network') goneUntil = now() + firstRest;
    else if (!wait()) {
      const failures = +kept()[2]! || 0;
      const ms = Math.min(LONGEST_REST, firstRest * 2 ** failures) * (1 - Math.random() / 2);
      store.set(key, `${now() + ms} ${reason} ${failures + 1}`);
    }
  }

  async function read(response: Response): Promise<Outcome> {
    if (response.ok) {
      const body: unknown = await response.json();
      return Object(body) === body ? { body: body as Record<string, unknown> } : { reason: 'unreadable' };
    }
    const reason = reasonOf(response.status);
    const ms = retryAfter(response.headers.get('retry-after'), now());
    if (ms > 0) store.set(key, `${now() + ms} ${reason}`);
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

    rest: () => wait() * (1 + Math.random() / 10),

    known,

    retry,

    async post(path, json, timeout, keepalive) {
      if (locked) return { reason: 'unauthorized' };
      const abort = new AbortController();
      let giveUp!: () => void;
      const late = new Promise<Outcome>((resolve) => {
        giveUp = () => {
          // Not left to the abort: Firefox does not settle requests that were in flight when the page entered the
          // cache.
          resolve({ reason: 'timeout' });
          abort.abort();
        };
      });
      const timer = setTimeout(giveUp, timeout);
      underway.add(giveUp);
      const outcome = await Promise.race([late, ask(path, json, keepalive, abort.signal)]);
      clearTimeout(timer);
      underway.delete(giveUp);
      learn(outcome);
      return outcome;
    },
  };
}
