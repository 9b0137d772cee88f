import type { IncomingHttpHeaders } from 'node:http';
import { Forbidden } from '../../errors.ts';

/**
 * Refuses a request that a page of another origin made. Browsers say where a request comes from by `Sec-Fetch-Site`, older
 * ones by `Origin`; a program that sends neither has no cookies of a browser that others could use.
 *
 * @throws Forbidden
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else {
    const { origin, host } = headers;
    if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
  }
  throw new Forbidden('A page of another origin may not call the management interface.');
}
