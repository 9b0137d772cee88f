import { LRUCache } from 'lru-cache';
import type {
  Appended,
  Change,
  ChangeFeed,
  ChangeListener,
  OrganizationId,
  SessionId,
  Subject,
} from '../../ports.ts';
import { SessionFollowers } from '../session-followers.ts';
import { EVERYTHING } from './channel/channel.ts';
import type { News } from './channel/node-lease.ts';

/** Subjects of organizations whose last version is remembered; one that is not is told once more. Set by hand. */
const MOST_VERSIONS = 100_000;

/** What the feed needs of the channel. */
export interface FeedChannel {
  announce(change: string, replaces: string): Promise<boolean>;
  /** @param followed JSON of names of sessions; empty for none */
  follow(followed: string): void;
  /** Publishes to a node; whether it arrives is not known. */
  tell(node: string, message: string): void;
}

/**
 * Announces the changes of all nodes. The store numbers the changes of a subject of an organization in the order in which
 * they are committed; a change that is not newer than the last one told is old news.
 */
export class ValkeyChangeFeed implements ChangeFeed {
  readonly #channel: FeedChannel;
  readonly #node: string;
  readonly #listeners = new Set<ChangeListener>();
  readonly #versions = new LRUCache<string, number>({ max: MOST_VERSIONS });
  readonly #followers = new SessionFollowers(() => this.#tellFollows());
  /** The other nodes that follow a session, by its name. */
  #followingNodes: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(channel: FeedChannel, node: string) {
    this.#channel = channel;
    this.#node = node;
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Tells this node of its own change, then all others. To be called when the change is durable, before the promise of
   * the change resolves.
   *
   * @param change its version grows in the order in which changes of the subject are committed: a row of the store counts
   *   them, locked by the transaction
   * @returns true when every node knows of the change or checks the store; false where Valkey does not answer, and nodes that
   *   it does answer may not know of the change yet
   */
  announce(change: Change): Promise<boolean> {
    this.deliver(change);
    const { organizationId, subject, version } = change;
    return this.#channel.announce(
      JSON.stringify([organizationId, subject, version]),
      `${subject} ${organizationId}`,
    );
  }

  /** Tells this node's listeners of a change, however it was found, unless they were told of it or a later one. */
  deliver(change: Change): void {
    const name = `${change.subject} ${change.organizationId}`;
    const last = this.#versions.get(name);
    if (last !== undefined && change.version <= last) return;
    this.#versions.set(name, change.version);
    for (const listener of this.#listeners) listener.changed(change);
  }

  /** Takes news of the channel. */
  apply(news: News): void {
    if (news.missed || news.changes.includes(EVERYTHING)) {
      this.#versions.clear();
      for (const listener of this.#listeners) listener.missed();
      return;
    }
    for (const text of news.changes) {
      const [organizationId, subject, version] = JSON.parse(text) as [OrganizationId, Subject, number];
      this.deliver({ organizationId, subject, version });
    }
  }

  follow(
    organizationId: OrganizationId,
    sessionId: SessionId,
    listener: (appended: Appended) => void,
  ): () => void {
    return this.#followers.follow(organizationId, sessionId, listener);
  }

  /** Whether signals have to be told to anybody: commits pay nothing while nobody follows. */
  get hasFollowers(): boolean {
    return this.#followers.size > 0 || this.#followingNodes.size > 0;
  }

  /** To be called with signals that this node has made durable, in the order of each session. */
  appended(appended: Appended): void {
    this.#followers.tell(appended);
    const nodes = this.#followingNodes.get(SessionFollowers.nameOf(appended));
    if (nodes === undefined) return;
    const message = JSON.stringify(appended);
    for (const node of nodes) this.#channel.tell(node, message);
  }

  /** Takes signals that another node has made durable. */
  heard(message: string): void {
    this.#followers.tell(JSON.parse(message) as Appended);
  }

  /** Takes the sessions that nodes follow. */
  followed(byNode: ReadonlyMap<string, readonly string[]>): void {
    const nodes = new Map<string, string[]>();
    for (const [node, names] of byNode) {
      if (node === this.#node) continue;
      for (const name of names) {
        const following = nodes.get(name);
        if (following === undefined) nodes.set(name, [node]);
        else following.push(node);
      }
    }
    this.#followingNodes = nodes;
  }

  #tellFollows(): void {
    this.#channel.follow(this.#followers.size === 0 ? '' : JSON.stringify(this.#followers.names));
  }
}
