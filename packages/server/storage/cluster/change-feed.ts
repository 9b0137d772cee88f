import {
  type Appended,
  type Change,
  type ChangeFeed,
  type ChangeListener,
  ChangeUnannounced,
  type Commit,
  type OrganizationId,
  type SessionId,
  type Subject,
  type WriteOutcome,
} from '../ports.ts';
import type { Database, Query } from './connection/database.ts';
import { statement } from './connection/pipelined-connection.ts';
import { SessionFollowers } from './session-followers.ts';
import type { ValkeyChangeFeed } from './valkey/change-feed.ts';
import { LONGEST_TRUST } from './valkey/channel/leased-memory.ts';

/** Changes kept for nodes that look seldom; a node that has missed more is told of a gap. Set by hand. */
const CHANGES_KEPT = 10_000;

/**
 * Announces changes, in the transaction that makes them.
 *
 * @param isAwaited whether they count only when no node goes by what was before: a key that is revoked
 */
export type Announce = (
  organizationId: OrganizationId,
  subjects: readonly Subject[],
  isAwaited?: boolean,
) => Promise<void>;

/**
 * Writes announcements. It is the last statement of its transaction: the row that numbers them is locked until that ends,
 * so that the numbers are in the order of the commits.
 *
 * @returns the changes with their numbers
 */
async function announceIn(
  query: Query,
  organizationId: OrganizationId,
  subjects: readonly Subject[],
): Promise<readonly Change[]> {
  const [head] = await query<{ number: number }>(
    'UPDATE change_head SET number = number + $1 RETURNING number',
    [subjects.length],
  );
  await query(
    `INSERT INTO changes (number, organization_id, subject)
     SELECT $1::bigint + place, $2, subject FROM unnest($3::text[]) WITH ORDINALITY AS told (subject, place)`,
    [head.number - subjects.length, organizationId, subjects],
  );
  await query('DELETE FROM changes WHERE number <= $1', [head.number - CHANGES_KEPT]);
  const before = head.number - subjects.length;
  return subjects.map((subject, place) => ({ organizationId, subject, version: before + place + 1 }));
}

const CAUGHT_UP = Promise.resolve();

const HEAD = statement('SELECT number FROM change_head');
const CHANGES = statement(
  'SELECT number, organization_id, subject FROM changes WHERE number > $1 ORDER BY number',
);
const ORGANIZATIONS = statement('SELECT organization_id FROM organizations');

interface Row {
  readonly number: number;
  readonly organization_id: OrganizationId;
  readonly subject: Subject;
}

type OrganizationListener = (organizationId: OrganizationId) => void;

/** What nodes share beside the store, as far as changes go. */
export interface NodeChannel {
  readonly changes: ValkeyChangeFeed;
  /** Whether this node holds a lease: it has applied every change that was acknowledged. */
  readonly trusted: boolean;
}

/**
 * Tells listeners of the changes of all nodes. `caughtUp` is awaited for every request that needs to know them: it asks
 * the store for the number of the last change. Requests that come while one asks share the next answer, so that none
 * goes by an answer that was on its way before it came.
 *
 * Nodes with a channel tell each other, and ask only where this node holds no lease. The store's log stays the truth: what
 * the channel has lost is read there.
 */
export class ClusterChangeFeed implements ChangeFeed {
  readonly #database: Database;
  readonly #listeners = new Set<ChangeListener>();
  readonly #organizationListeners = new Set<OrganizationListener>();
  readonly #followers = new SessionFollowers();
  readonly #channel: NodeChannel | undefined;
  /** When the last look at the store began that has told everything, ms of `performance.now()`. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** How often the channel may have lost changes. */
  #losses = 0;
  #last: number | undefined;
  #asking: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Database, channel?: NodeChannel) {
    this.#database = database;
    this.#channel = channel;
    channel?.changes.subscribe({
      changed: (change) => this.#tell(change),
      missed: () => {
        this.#losses++;
        this.#lookedAt = Number.NEGATIVE_INFINITY;
      },
    });
  }

  /** Hears of what changes from now on. */
  async begin(): Promise<void> {
    const [head] = await this.#database.hot.query<{ number: number }>(HEAD, []);
    this.#last = head.number;
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * A transaction that changes what nodes hold in memory. Listeners of this node have been told when it resolves, and as
   * a rule those of all others.
   *
   * @param work calls `announce` last
   * @throws ChangeUnannounced where it is in the store, and is awaited, and nodes may not know of it yet
   */
  async transaction<T>(work: (query: Query, announce: Announce) => Promise<T>): Promise<T> {
    const changes: Change[] = [];
    let isAwaited = false;
    const result = await this.#database.transaction((query) =>
      work(query, async (organizationId, subjects, awaited = false) => {
        changes.push(...(await announceIn(query, organizationId, subjects)));
        isAwaited ||= awaited;
      }),
    );
    if (changes.length === 0) return result;
    await this.caughtUp();
    const channel = this.#channel?.changes;
    if (channel === undefined) return result;
    const known = await Promise.all(changes.map((change) => channel.announce(change)));
    if (isAwaited && known.includes(false)) throw new ChangeUnannounced(result);
    return result;
  }

  /** Subscribes to some subjects, one organization at a time: after a gap, the listener is called for all of them. */
  onChange(subjects: readonly Subject[], listener: (organizationId: OrganizationId) => void): void {
    this.subscribe({
      changed: ({ organizationId, subject }) => {
        if (subjects.includes(subject)) listener(organizationId);
      },
      missed() {},
    });
    this.#organizationListeners.add(listener);
  }

  /** Resolves when listeners have been told of every change that was acknowledged before the call. */
  caughtUp(): Promise<void> {
    return this.isCaughtUp ? CAUGHT_UP : this.look();
  }

  /**
   * Whether listeners have been told of every change that was acknowledged, as the lease of this node says. A look at the
   * store at times bounds what a lease cannot: two masters of Valkey that both take writes, and a node that died before it could announce what it had changed.
   */
  get isCaughtUp(): boolean {
    return this.#channel?.trusted === true && performance.now() - this.#lookedAt < LONGEST_TRUST;
  }

  /**
   * Asks the store for the changes that were acknowledged before the call, and tells listeners of them. Where the question
   * before it fails, so does this one: a store that is silent would be waited for twice.
   */
  look(): Promise<void> {
    if (this.#asking === undefined) {
      this.#asking = this.#ask().finally(() => {
        this.#asking = undefined;
      });
      return this.#asking;
    }
    this.#next ??= this.#asking
      .finally(() => {
        this.#next = undefined;
      })
      .then(() => this.look());
    return this.#next;
  }

  async #ask(): Promise<void> {
    const [began, losses] = [performance.now(), this.#losses];
    await this.#readChanges();
    // What the channel lost meanwhile may be from after the store was read.
    if (losses === this.#losses) this.#lookedAt = began;
  }

  async #readChanges(): Promise<void> {
    const [head] = await this.#database.hot.query<{ number: number }>(HEAD, []);
    if (head.number === this.#last) return;
    const rows = await this.#database.hot.query<Row>(CHANGES, [this.#last ?? head.number]);
    const hasGap = rows.length === 0 || rows[0].number > (this.#last ?? 0) + 1;
    // Read before the gap counts as told: where the store does not answer, it is found again.
    const organizations = hasGap
      ? await this.#database.hot.query<Pick<Row, 'organization_id'>>(ORGANIZATIONS, [])
      : [];
    this.#last = rows.at(-1)?.number ?? head.number;
    if (hasGap) {
      for (const listener of this.#listeners) listener.missed();
      for (const { organization_id } of organizations) {
        for (const listener of this.#organizationListeners) listener(organization_id);
      }
      return;
    }
    for (const { number, organization_id, subject } of rows) {
      const change: Change = { organizationId: organization_id, subject, version: number };
      // The channel may have told it.
      if (this.#channel === undefined) this.#tell(change);
      else this.#channel.changes.deliver(change);
    }
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener.changed(change);
  }

  follow(
    organizationId: OrganizationId,
    sessionId: SessionId,
    listener: (appended: Appended) => void,
  ): () => void {
    return (this.#channel?.changes ?? this.#followers).follow(organizationId, sessionId, listener);
  }

  get hasFollowers(): boolean {
    return this.#channel?.changes.hasFollowers ?? this.#followers.size > 0;
  }

  /** To be called with the outcomes of commits of this node in the order in which they were applied. */
  committed({ organizationId, writes }: Commit, outcomes: readonly WriteOutcome[]): void {
    for (const [index, write] of writes.entries()) {
      const outcome = outcomes[index];
      if (write.kind !== 'signals' || outcome?.kind !== 'signals' || outcome.status !== 'applied') continue;
      const { sessionId, signals: sent } = write;
      if (sent.length === 0) continue;
      const before = outcome.sequence - sent.length;
      const signals = sent.map(({ type, value, at, data }, n) => ({
        sequence: before + n + 1,
        type,
        at,
        ...(value !== undefined && { value }),
        ...(data !== undefined && { data }),
      }));
      const appended = { organizationId, sessionId, signals };
      if (this.#channel === undefined) this.#followers.tell(appended);
      else this.#channel.changes.appended(appended);
    }
  }
}
