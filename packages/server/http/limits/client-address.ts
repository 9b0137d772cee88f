import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Tells the address that a request is counted by. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Reads addresses, through the proxies whose `X-Forwarded-For` is believed.
 *
 * @param onUntrusted told the peer of each request that has the header, but comes from an address that is not trusted:
 *   as a rule a proxy that `TRUSTED_PROXIES` does not name, whose visitors all count as one address
 */
export function addressThrough(
  trustedProxies: readonly string[],
  onUntrusted: (peer: string) => void = () => {},
): AddressOf {
  if (trustedProxies.length === 0) {
    return ({ socket, headers }) => {
      const peer = socket.remoteAddress ?? '';
      if (headers['x-forwarded-for'] !== undefined) onUntrusted(peer);
      return limitedAddress(peer);
    };
  }
  const trusted = proxyAddress.compile([...trustedProxies]);
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (request.headers['x-forwarded-for'] !== undefined && !trusted(peer, 0)) onUntrusted(peer);
    return limitedAddress(proxyAddress(request, trusted) ?? '');
  };
}

/**
 * The address that limits are counted by. An IPv6 client commands a whole /64, so that is what counts;
 * an IPv4 address written as IPv6 is the same client.
 *
 * @example limitedAddress('2001:db8:1:2:3:4:5:6') // '2001:db8:1:2::/64'
 */
export function limitedAddress(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1];
  const [head = '', tail] = ip.split('%')[0].toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
