import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { BadInput } from '../fault.ts';
import { type Asked, ask } from './asking.ts';

/** More in a row lead in a circle, as a rule; as many as browsers follow. */
const MAX_REDIRECTS = 20;

/** The addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveHost: Resolve = async (host) =>
  (await lookup(host.replace(/^\[|\]$/g, ''), { all: true })).map(({ address }) => address);

/** Addresses that belong to the machine or its network (RFC 6890). */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** Whether an address is of this machine or its network; IPv4 addresses within IPv6 count as themselves. */
export const isPrivate = (address: string): boolean =>
  PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** An address without a password and without a key in its query, which messages and reports must not show. */
export const shownAddress = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`;

export interface Following {
  /** Whether a redirect may lead from a public to a private address. */
  readonly toPrivate?: boolean;
  /** Told of each address that is redirected to. */
  readonly onAsk?: (url: URL) => void;
  /** Finds the addresses of a host, once for each address that is asked; for tests. */
  readonly resolve?: Resolve;
  /** Whether an address is private; for tests, which reach this machine only. */
  readonly inside?: (address: string) => boolean;
}

/**
 * Fetches an address and follows its redirects. A public server that redirects to an address of this machine's network is
 * refused unless that is allowed: it would have this machine read what only it can reach. Names are resolved once: what is
 * connected to is what was looked at, whatever a name server says a moment later.
 *
 * @throws BadInput that names both addresses; what `resolve` and `ask` throw
 */
export async function fetchFollowing(
  first: URL,
  signal: AbortSignal,
  { toPrivate = false, onAsk = () => {}, resolve = resolveHost, inside = isPrivate }: Following = {},
): Promise<Asked> {
  let url = first;
  let addresses = await resolve(first.hostname);
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, addresses, signal);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status > 399 || location === undefined) return answer;
    answer.body.destroy();
    if (!URL.canParse(location, url.href))
      throw new BadInput(`${shownAddress(url)}: redirects to no address.`);
    const next = new URL(location, url);
    if (redirects === MAX_REDIRECTS)
      throw new BadInput(`${shownAddress(first)}: redirects more than ${MAX_REDIRECTS} times.`);
    if (next.protocol !== 'http:' && next.protocol !== 'https:')
      throw new BadInput(`${shownAddress(url)}: redirects to ${next.protocol}, which is not followed.`);
    onAsk(next);
    // A name may have addresses of both kinds: whoever owns it chooses them.
    const isInside = addresses.every(inside);
    addresses = await resolve(next.hostname);
    if (!toPrivate && !isInside && addresses.some(inside))
      throw new BadInput(
        `${shownAddress(url)}: redirects to ${shownAddress(next)}, an address of this machine or its network. Give that address, or allow it with --follow-private.`,
      );
    url = next;
  }
}
