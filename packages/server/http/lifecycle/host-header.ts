import { Refusal } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/** HTTP/1.1 requires a Host header (RFC 9112, 3.2). Node would answer without the envelope, so it does not check. */
export const requireHost: Check = ({ request }) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new Refusal('BAD_REQUEST', 'The request has no Host header.');
  }
};
