import { ANSWER_BYTES, BODY_BYTES, endpointOf, type RecentCalls } from '../../calls/index.ts';
import type { Exchange } from '../exchange.ts';

/**
 * Keeps a call of an endpoint for those who connect a shop, if it is one of those that are kept. Called when the exchange
 * is over; a call whose client hung up before the answer is nobody's.
 */
export function recordCall(calls: RecentCalls, exchange: Exchange, milliseconds: number): void {
  const { key = exchange.refusedKey, response, route, warnings, refusal } = exchange;
  if (key === undefined || route === null || !response.headersSent) return;
  const status = response.statusCode;
  if (!calls.wants(key.organizationId, status >= 400 || warnings.length > 0, exchange.began)) return;
  const { origin, 'user-agent': userAgent } = exchange.request.headers;
  const { body, bodyBytes, answer = '' } = exchange;
  calls.add(key.organizationId, {
    id: exchange.correlationId,
    at: Date.now(),
    endpoint: endpointOf(route),
    status,
    milliseconds,
    keyPrefix: key.prefix,
    origin: origin?.slice(0, 200),
    userAgent: userAgent?.slice(0, 200),
    body: body === undefined ? undefined : beginningOf(body, BODY_BYTES),
    bodyBytes,
    answer: beginningOf(answer, ANSWER_BYTES),
    warnings,
    ...(refusal !== undefined && { refusal: { code: refusal.code, message: refusal.message } }),
  });
}

/** A copy of the first bytes: a part of a text or buffer would keep all of it in memory. */
export function beginningOf(text: string | Buffer, most: number): Buffer {
  const bytes = typeof text === 'string' ? Buffer.from(text.slice(0, most)) : text;
  return Buffer.copyBytesFrom(bytes, 0, Math.min(bytes.length, most));
}
