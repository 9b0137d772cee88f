import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import proxyAddress from '@fastify/proxy-addr';

/** A request with `X-Forwarded-For` that came from an address that is not trusted. */
export interface UntrustedForwarding {
  /** ms since the epoch */
  readonly at: number;
  /** The address that sent it, where it is one of a private network; a public one may be a visitor's. */
  readonly peer?: string | undefined;
}

const fileIn = (folder: string): string => join(folder, 'untrusted-forwarding.json');

/** What the running service, or the last one, has seen of this; for `decidable doctor`. */
export async function readUntrustedForwarding(folder: string): Promise<UntrustedForwarding | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(folder), 'utf8')) as UntrustedForwarding;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const recordUntrustedForwarding = (folder: string, seen: UntrustedForwarding): Promise<void> =>
  writeFile(fileIn(folder), JSON.stringify(seen));

/** At a start the proxies may have been named. */
export const forgetUntrustedForwarding = (folder: string): Promise<void> =>
  rm(fileIn(folder), { force: true });

/** What the operator should know, and do; also for `decidable doctor`. */
export const describe = ({ peer }: Pick<UntrustedForwarding, 'peer'>): { found: string; remedy: string } => ({
  found: `Requests with X-Forwarded-For came from ${peer ?? 'a public address'}, which is not trusted: all visitors behind it count as one address.`,
  remedy: 'If it is your proxy, name it in TRUSTED_PROXIES.',
});

const isPrivate = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal']);

/** Watches for such requests, and warns of the first. */
export class ForwardingWatch {
  readonly #warn: (seen: UntrustedForwarding) => void;
  readonly #count: () => void;
  #warned = false;

  /**
   * @param warn called once, with the first
   * @param count called for each
   */
  constructor(warn: (seen: UntrustedForwarding) => void, count: () => void) {
    this.#warn = warn;
    this.#count = count;
  }

  /** @param peer the address of the socket */
  saw(peer: string): void {
    this.#count();
    if (this.#warned) return;
    this.#warned = true;
    this.#warn({ at: Date.now(), peer: isPrivate(peer, 0) ? peer : undefined });
  }
}
