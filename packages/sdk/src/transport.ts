import { parsed, type Store } from './store.ts';
import type { FallbackReason } from './types.ts';

export type Outcome =
  | { readonly ok: true; readonly body: Record<string, unknown> }
  | {
      readonly ok: false;
      readonly reason: FallbackReason;
      readonly again: boolean;
      /** Of a refusal: what is wrong and how to mend it, in the words of the service. */
      readonly message?: string;
    };

/** A call and its answer, for those who look for faults. */
export interface Call {
  readonly path: string;
  /** The body that was sent, as JSON. */
  readonly json: string;
  readonly outcome: Outcome;
  /** Absent where no answer came. */
  readonly status?: number;
  readonly correlationId?: string | null;
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

/** `Retry-After` in ms: seconds or an HTTP date (RFC 9110, 10.2.3); 0 for anything else. */
export function retryAfter(header: string, now: number): number {
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return wait > 0 ? Math.min(wait, LONGEST_PAUSE) : 0;
}

export const failed = (reason: FallbackReason, again = false, message?: string): Outcome => ({
  ok: false,
  reason,
  again,
  ...(message && { message }),
});

function failureOf(status: number, message?: string): Outcome {
  if (status === 429) return failed('rate_limited', true);
  if (status === 401 || status === 403) return failed('unauthorized', false, message);
  return status < 500 && status !== 408 ? failed('refused', false, message) : failed('unavailable', true);
}

/** The message of the service's error, where the text is one. */
const messageOf = (text: string): string | undefined =>
  (parsed(text) as { error?: { message?: string } } | null)?.error?.message;

/** `pauseKey` is the storage key of the pause, which other tabs and the next page read. */
export function createTransport(
  endpoint: string,
  apiKey: string,
  store: Store,
  pauseKey: string,
  now: () => number,
  heard: (call: Call) => void = () => {},
): Transport {
  // A key that was refused once is refused again: this page sends no more requests.
  let locked = false;
  const underway = new Set<() => void>();

  function pause(): number {
    const wait = Number(store.get(pauseKey)) - now();
    return wait > 0 && wait <= LONGEST_PAUSE ? wait : 0;
  }

  async function ask(path: string, body: string, keepalive: boolean, signal: AbortSignal): Promise<Outcome> {
    const start = now();
    let response: Response | undefined;
    const outcome = await exchange();
    heard({
      path,
      json: body,
      outcome,
      took: now() - start,
      ...(response && {
        status: response.status,
        correlationId: response.headers.get('x-correlation-id'),
      }),
    });
    return outcome;

    async function exchange(): Promise<Outcome> {
      try {
        response = await fetch(endpoint + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
          body,
          keepalive,
          credentials: 'omit',
          signal,
        });
        const { status } = response;
        if (response.ok) {
          const body: unknown = await response.json();
          return body && typeof body === 'object'
            ? { ok: true, body: body as Record<string, unknown> }
            : failed('unreadable');
        }
        const wait = retryAfter(response.headers.get('retry-after') ?? '', now());
        if (wait) store.set(pauseKey, String(now() + wait));
        locked = status === 401 || status === 403;
        return failureOf(status, messageOf(await response.text()));
      } catch (error) {
        // An answer that is not JSON is not from the service, but for example from a captive portal.
        if (error instanceof SyntaxError) return failed('unreadable', true);
        return failed(navigator.onLine === false ? 'offline' : 'network', true);
      }
    }
  }

  return {
    pause,
    underway,

    post: (path, json, timeout, keepalive) =>
      new Promise((resolve) => {
        if (locked) return resolve(failed('unauthorized'));
        if (pause()) return resolve(failed('rate_limited', true));
        const abort = new AbortController();
        const end = (outcome: Outcome) => {
          resolve(outcome);
          clearTimeout(timer);
          underway.delete(giveUp);
        };
        const giveUp = () => {
          // Not left to the abort: Firefox does not settle requests that were in flight when the page entered the
          // cache.
          end(failed('timeout', true));
          abort.abort();
        };
        const timer = setTimeout(giveUp, timeout);
        underway.add(giveUp);
        void ask(path, json, keepalive, abort.signal).then(end);
      }),
  };
}
