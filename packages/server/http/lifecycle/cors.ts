import type { IncomingMessage, ServerResponse } from 'node:http';

/** Seconds for which a browser may keep a preflight: Chromium keeps it for two hours at most, Firefox for a day. */
const MAX_AGE = '7200';
/** The headers of an answer that a page may read besides those that every page may. */
export const EXPOSED_HEADERS =
  'x-correlation-id, retry-after, ratelimit, ratelimit-policy, deprecation, sunset, link';

/**
 * The headers that pages may send. Those of W3C Trace Context are among them whether or not traces are made: a page that is
 * traced sends them with every request, and its requests would fail.
 */
const ALLOWED_HEADERS = 'content-type, content-encoding, x-api-key, traceparent, tracestate';

/** A preflight, as far as its answer goes. */
interface Preflight {
  readonly response: ServerResponse;
  /** The headers of every answer, names and values in turn. */
  headers(): string[];
}

export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/**
 * Answers a preflight. A page on any origin may read every answer, errors too (`Exchange.headers`): no cookie is ever
 * involved, as credentials are not allowed, and the origins that a key works from are checked with the key.
 */
export function answerPreflight(exchange: Preflight): void {
  const headers = exchange.headers();
  headers.push('access-control-allow-methods', 'POST');
  headers.push('access-control-allow-headers', ALLOWED_HEADERS);
  headers.push('access-control-max-age', MAX_AGE);
  exchange.response.writeHead(204, headers).end();
}
