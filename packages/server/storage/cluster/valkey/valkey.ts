import { randomUUID } from 'node:crypto';
import { ValkeyChangeFeed } from './change-feed.ts';
import { Channel } from './channel/channel.ts';
import { ChannelScripts } from './channel/channel-scripts.ts';
import { LeasedMemory } from './channel/leased-memory.ts';
import { NewsSubscriber } from './channel/news-subscriber.ts';
import { GuardedCalls } from './connection/guarded-calls.ts';
import { readAddress } from './connection/valkey-address.ts';
import { connect, type ValkeyClient } from './connection/valkey-client.ts';
import { reportErrors, type ValkeyObserver } from './connection/valkey-observer.ts';
import { Names } from './names.ts';
import { PlaceCounts } from './place-counts.ts';
import { ValkeySessionProfiles } from './session-profiles.ts';
import { SharedCounts } from './shared-counts.ts';
import { UsageCopies } from './usage-copies.ts';

export interface ValkeyOptions {
  /** See `readAddress`. */
  readonly url: string;
  /** Name of this node, for people; the channel adds what makes it unique. */
  readonly node: string;
  /** How long profiles of idle sessions are kept, in ms. */
  readonly retention: number;
  /** Tells deployments apart that share a server. */
  readonly prefix?: string;
  readonly observer?: ValkeyObserver;
}

/** What the nodes of a cluster share beside the store. All of it may be lost. */
export class Valkey {
  readonly profiles: ValkeySessionProfiles;
  readonly changes: ValkeyChangeFeed;
  readonly counts: SharedCounts;
  readonly places: PlaceCounts;
  readonly usageCopies: UsageCopies;
  /** Resolves when Valkey is connected for the first time. */
  readonly connected: Promise<void>;
  /** The name of this process in the channel. */
  readonly node: string;
  readonly #client: ValkeyClient;
  readonly #scripts: ChannelScripts;
  readonly #channel: Channel;
  readonly #subscriber: NewsSubscriber;

  /**
   * Connects in the background: a node starts without Valkey, and holds no lease until it is there.
   *
   * @throws UnusableAddress
   */
  constructor({ url, node, retention, prefix, observer = {} }: ValkeyOptions) {
    const address = readAddress(url);
    const names = new Names(prefix);
    const report = reportErrors(observer);
    this.node = `${node}-${randomUUID()}`;
    const client = connect(address);
    this.#client = client;
    this.connected = new Promise((resolve) => client.once('ready', resolve));
    client.on('error', report);
    client.on('ready', () => observer.connection?.('up'));
    client.on('close', () => observer.connection?.('down'));
    const calls = new GuardedCalls(observer);
    this.profiles = new ValkeySessionProfiles(client, calls, names, retention, observer, report);
    this.counts = new SharedCounts(client, calls, names, report);
    this.places = new PlaceCounts(client, calls, names, report);
    this.usageCopies = new UsageCopies(client, calls, names, report);
    this.#scripts = new ChannelScripts(client, names, this.node);
    const changes = new ValkeyChangeFeed(
      {
        announce: (change, replaces) => this.#channel.announce(change, replaces),
        follow: (followed) => this.#channel.follow(followed),
        tell: (to, message) => {
          calls.run('tell', () => client.spublish(names.signalsFor(to), message)).catch(report);
        },
      },
      this.node,
    );
    this.changes = changes;
    this.#channel = new Channel({
      scripts: this.#scripts,
      calls,
      observer,
      report,
      apply: (news) => changes.apply(news),
      onFollows: (byNode) => changes.followed(byNode),
    });
    client.on('ready', () => this.#channel.renew());
    this.#subscriber = new NewsSubscriber(
      client,
      address,
      [names.news, names.signalsFor(this.node)],
      (channel, message) => {
        // A client that is not ready renews when it is.
        if (channel === names.news) {
          if (client.status === 'ready') this.#channel.renew();
        } else if (message !== '') changes.heard(message);
      },
      report,
    );
  }

  /** Whether this node may answer from memory. */
  get trusted(): boolean {
    return this.#channel.trusted;
  }

  /** Nodes that are running, as far as this one knows; at least 1. */
  get nodes(): number {
    return this.#channel.nodes;
  }

  /** A memory of values that is emptied by the caller with each change, and trusted under the lease of this node. */
  memory<K, V>(): LeasedMemory<K, V> {
    return new LeasedMemory(() => this.trusted);
  }

  async close(): Promise<void> {
    await this.#channel.close(() => this.#scripts.leave(this.#client));
    await this.#subscriber.close();
    this.#client.disconnect();
  }
}
