import { Cluster, Redis, type RedisOptions } from 'iovalkey';
import type { ValkeyAddress } from './valkey-address.ts';

/** A connection to a single server, or the connections to all nodes of a Cluster. */
export type ValkeyClient = Redis | Cluster;

/** How long a connection may take to be made, and a command to be answered, in ms; set by hand. */
const CONNECT_TIMEOUT = 1_000;
export const COMMAND_TIMEOUT = 400;
/**
 * A connection that has been silent for so long while a command waits is taken for lost, in ms: a cut network closes
 * nothing. Leases are renewed four times a second, so a healthy one is never silent for long. Set by hand.
 */
const SILENCE = 2_000;
/** The longest pause between two attempts to connect, in ms; set by hand. */
const LONGEST_PAUSE = 1_000;

/** Pauses of 25 ms that double, with up to as much again at random, so that nodes do not come back all at once. */
export function reconnectPause(attempt: number): number {
  const pause = Math.min(LONGEST_PAUSE / 2, 25 * 2 ** Math.min(attempt - 1, 10));
  return pause + Math.random() * pause;
}

function optionsOf({ username, password, database, tls }: ValkeyAddress): RedisOptions {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    db: database,
    ...(tls && { tls: {} }),
    connectTimeout: CONNECT_TIMEOUT,
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: SILENCE,
    // A call fails at once where the connection is lost: the caller has a way without Valkey.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: reconnectPause,
  };
}

/** Connects to the server or the Cluster of an address, again and again until it is disconnected. */
export function connect(address: ValkeyAddress): ValkeyClient {
  const { retryStrategy, enableOfflineQueue, ...redisOptions } = optionsOf(address);
  if (!address.cluster) return connectTo(address, address.servers[0]);
  return new Cluster([...address.servers], {
    redisOptions,
    enableOfflineQueue: false,
    clusterRetryStrategy: reconnectPause,
    slotsRefreshTimeout: CONNECT_TIMEOUT,
    slotsRefreshInterval: 5_000,
    retryDelayOnFailover: 100,
    retryDelayOnClusterDown: 100,
    maxRedirections: 4,
  });
}

/** Connects to one server of an address. */
export function connectTo(
  address: ValkeyAddress,
  server: { readonly host: string; readonly port: number },
  more: RedisOptions = {},
): Redis {
  return new Redis({ ...optionsOf(address), ...server, ...more });
}
