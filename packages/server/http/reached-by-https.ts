import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddress from '@fastify/proxy-addr';

/**
 * Tells whether the browser reached the service by HTTPS: as far as this process sees, or a proxy that `TRUSTED_PROXIES`
 * names says by `X-Forwarded-Proto`. From anybody else the header is nothing but a claim.
 */
export function reachedByHttps(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const trusted = proxyAddress.compile([...trustedProxies]);
  return ({ socket, headers }) => {
    if ((socket as Partial<TLSSocket>).encrypted === true) return true;
    const said = headers['x-forwarded-proto'];
    return isHttps(said) && trusted(socket.remoteAddress ?? '', 0);
  };
}

/** Of several proxies the first one knows how the browser came. */
const isHttps = (said: string | readonly string[] | undefined): boolean =>
  String(said ?? '')
    .split(',', 1)[0]
    .trim()
    .toLowerCase() === 'https';
