import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, type Redis } from 'iovalkey';
import type { ValkeyAddress } from '../connection/valkey-address.ts';
import { connectTo, reconnectPause, type ValkeyClient } from '../connection/valkey-client.ts';

/** How often the connection is tried, and the owner of the slot looked up, in ms; set by hand. */
const LOOK_EVERY = 1_000;

/** The node of a Cluster that owns the slot of a name, or the single server. */
async function ownerOf(
  client: ValkeyClient,
  address: ValkeyAddress,
  name: string,
): Promise<{ readonly host: string; readonly port: number } | undefined> {
  if (!(client instanceof Cluster)) return address.servers[0];
  const slot = Number(await client.cluster('KEYSLOT', name));
  const owner = client.slots[slot]?.[0];
  if (owner === undefined) return undefined;
  const colon = owner.lastIndexOf(':');
  return { host: owner.slice(0, colon), port: Number(owner.slice(colon + 1)) };
}

/**
 * Hears sharded channels of one slot over a connection of its own, which it makes again whenever it is lost or the slot has
 * moved. A message that is lost costs time only: the lease is renewed, and the signal log read, without it.
 */
export class NewsSubscriber {
  readonly #client: ValkeyClient;
  readonly #address: ValkeyAddress;
  readonly #channels: readonly [string, ...string[]];
  readonly #heard: (channel: string, message: string) => void;
  readonly #report: (error: unknown) => void;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  /** @param heard also called with an empty message for each channel when the connection is made */
  constructor(
    client: ValkeyClient,
    address: ValkeyAddress,
    channels: readonly [string, ...string[]],
    heard: (channel: string, message: string) => void,
    report: (error: unknown) => void,
  ) {
    this.#client = client;
    this.#address = address;
    this.#channels = channels;
    this.#heard = heard;
    this.#report = report;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        const server = await ownerOf(this.#client, this.#address, this.#channels[0]);
        if (server !== undefined) {
          await this.#listen(server, () => {
            attempt = 0;
          });
        }
      } catch (error) {
        if (!signal.aborted) this.#report(error);
      }
      // Ended by `close`, which is no error.
      await pause(reconnectPause(attempt + 1), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost or the slot has another owner. */
  async #listen(server: { host: string; port: number }, ready: () => void): Promise<void> {
    const { signal } = this.#stop;
    const connection = connectTo(this.#address, server, {
      db: 0,
      lazyConnect: true,
      enableReadyCheck: false,
      retryStrategy: () => null,
      autoResubscribe: false,
    });
    const lost = Promise.withResolvers<never>();
    // Rejected once for all the waits below; without a wait there is nobody to tell.
    lost.promise.catch(() => undefined);
    connection.on('error', lost.reject);
    connection.on('end', () => lost.reject(new Error('The connection that hears of news is lost.')));
    connection.on('smessage', this.#heard);
    const stopped = () => lost.reject(signal.reason);
    signal.addEventListener('abort', stopped);
    try {
      const until = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, lost.promise]);
      await until(connection.connect());
      await until(this.#subscribe(connection));
      ready();
      for (const channel of this.#channels) this.#heard(channel, '');
      for (;;) {
        await until(pause(LOOK_EVERY, undefined, { ref: false }));
        await until(connection.ping());
        const owner = await until(ownerOf(this.#client, this.#address, this.#channels[0]));
        if (owner !== undefined && (owner.host !== server.host || owner.port !== server.port)) return;
      }
    } finally {
      signal.removeEventListener('abort', stopped);
      connection.disconnect();
    }
  }

  #subscribe(connection: Redis): Promise<unknown> {
    return connection.ssubscribe(...this.#channels);
  }
}
