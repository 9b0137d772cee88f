/** Where Valkey or Redis is, as `VALKEY_URL` says it. */
export interface ValkeyAddress {
  /** The addresses of a single server, or of some nodes of a Cluster, which name the others. */
  readonly servers: readonly { readonly host: string; readonly port: number }[];
  readonly cluster: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The number of the database; a Cluster has one. */
  readonly database: number;
  readonly tls: boolean;
}

const PORT = 6379;
const PROTOCOLS: Readonly<Record<string, boolean>> = {
  'valkey:': false,
  'redis:': false,
  'valkeys:': true,
  'rediss:': true,
};

/** An address that cannot be used; the message never quotes it, as it may hold a password. */
export class UnusableAddress extends Error {
  constructor(problem: string) {
    super(`VALKEY_URL ${problem}`);
    this.name = 'UnusableAddress';
  }
}

/**
 * Reads the address of a single server (`valkey://user:password@host:6379/0`) or of a Cluster: several hosts
 * (`valkey://one:6379,two:6379`), or one with `?cluster=true`. `valkeys:` asks for TLS; `redis:` and `rediss:` mean the same.
 *
 * @throws UnusableAddress
 */
export function readAddress(text: string): ValkeyAddress {
  const [first, ...others] = text.split(',');
  let url: URL;
  try {
    // The path and the query stand behind the last host.
    url = new URL(others.length === 0 ? text : `${first}${/[/?].*$/.exec(others.at(-1)!)?.[0] ?? ''}`);
  } catch {
    throw new UnusableAddress('must be an address such as valkey://host:6379.');
  }
  const tls = Object.hasOwn(PROTOCOLS, url.protocol) ? PROTOCOLS[url.protocol] : undefined;
  if (tls === undefined) throw new UnusableAddress('must begin with valkey:, valkeys:, redis: or rediss:.');
  const hosts = [url.host, ...others.map((each) => each.replace(/[/?].*$/, ''))];
  const servers = hosts.map((each) => {
    const server = URL.parse(`valkey://${each}`);
    if (server === null || server.hostname === '' || server.username !== '' || /[/?#]/.test(each))
      throw new UnusableAddress('must name a host and a port for each server, such as one:6379,two:6379.');
    return {
      host: server.hostname.replace(/^\[|\]$/g, ''),
      port: server.port === '' ? PORT : Number(server.port),
    };
  });
  const asked = url.searchParams.get('cluster');
  if (asked !== null && asked !== 'true' && asked !== 'false')
    throw new UnusableAddress('must have cluster=true or cluster=false.');
  const cluster = asked === null ? servers.length > 1 : asked === 'true';
  if (!cluster && servers.length > 1)
    throw new UnusableAddress('names several servers, so it cannot have cluster=false.');
  const path = url.pathname.replace(/^\//, '');
  if (!/^\d{0,5}$/.test(path))
    throw new UnusableAddress('must end with the number of a database, such as /0, or without one.');
  if (cluster && Number(path) !== 0)
    throw new UnusableAddress('names a database, but a Cluster has only database 0.');
  return {
    servers,
    cluster,
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    database: Number(path),
    tls,
  };
}
