import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Tells the address that a request is counted by. */
export type AddressOf = (request: IncomingMessage) => string;

/** Reads addresses, through the proxies whose `X-Forwarded-For` is believed. */
export function addressThrough(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return ({ socket }) => limitedAddress(socket.remoteAddress ?? '');
  const trusted = proxyAddress.compile([...trustedProxies]);
  return (request) => limitedAddress(proxyAddress(request, trusted) ?? '');
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
