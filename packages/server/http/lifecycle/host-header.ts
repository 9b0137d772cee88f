import { Refusal } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/** HTTP/1.1 requires one Host header (RFC 9112, 3.2). Node would answer without the envelope, so it does not check. */
export const requireHost: Check = ({ request: { rawHeaders, httpVersion } }) => {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts === 0 && httpVersion === '1.1') {
    throw new Refusal('BAD_REQUEST', 'The request has no Host header.');
  }
  // Which one a proxy has gone by cannot be known.
  if (hosts > 1) {
    throw new Refusal('BAD_REQUEST', 'The request has more than one Host header.', { connection: 'close' });
  }
};
