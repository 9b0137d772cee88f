import type {
  Appended,
  Change,
  ChangeFeed,
  ChangeListener,
  Commit,
  OrganizationId,
  SessionId,
  Subject,
  WriteOutcome,
} from '../ports.ts';
import type { Database, Query } from './connection/database.ts';
import { statement } from './connection/pipelined-connection.ts';

/** Changes kept for nodes that look seldom; a node that has missed more is told of a gap. Set by hand. */
const CHANGES_KEPT = 10_000;

/** Announces changes, in the transaction that makes them. */
export type Announce = (organizationId: OrganizationId, ...subjects: readonly Subject[]) => Promise<void>;

/**
 * Writes announcements. It is the last statement of its transaction: the row that numbers them is locked until that ends,
 * so that the numbers are in the order of the commits.
 */
async function announceIn(
  query: Query,
  organizationId: OrganizationId,
  subjects: readonly Subject[],
): Promise<void> {
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
}

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
type Follower = (appended: Appended) => void;

const nameOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;

/**
 * Tells listeners of the changes of all nodes. `caughtUp` is awaited for every request that needs to know them: it asks
 * the store for the number of the last change. Requests that come while one asks share the next answer, so that none
 * goes by an answer that was on its way before it came.
 */
export class ClusterChangeFeed implements ChangeFeed {
  readonly #database: Database;
  readonly #listeners = new Set<ChangeListener>();
  readonly #organizationListeners = new Set<OrganizationListener>();
  readonly #followers = new Map<string, Set<Follower>>();
  #last: number | undefined;
  #asking: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
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
   * A transaction that changes what nodes hold in memory. Listeners of this node have been told when it resolves.
   *
   * @param work calls `announce` last
   */
  async transaction<T>(work: (query: Query, announce: Announce) => Promise<T>): Promise<T> {
    const result = await this.#database.transaction((query) =>
      work(query, (organizationId, ...subjects) => announceIn(query, organizationId, subjects)),
    );
    await this.caughtUp();
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
    if (this.#asking === undefined) {
      this.#asking = this.#ask().finally(() => {
        this.#asking = undefined;
      });
      return this.#asking;
    }
    this.#next ??= this.#asking
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.caughtUp();
      });
    return this.#next;
  }

  async #ask(): Promise<void> {
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
      for (const listener of this.#listeners) listener.changed(change);
    }
  }

  follow(organizationId: OrganizationId, sessionId: SessionId, listener: Follower): () => void {
    const name = nameOf(organizationId, sessionId);
    const followers = this.#followers.get(name) ?? new Set();
    this.#followers.set(name, followers);
    // A function of its own each time, so that the same listener can follow twice.
    const follower: Follower = (appended) => listener(appended);
    followers.add(follower);
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(name) === followers) this.#followers.delete(name);
    };
  }

  get hasFollowers(): boolean {
    return this.#followers.size > 0;
  }

  /** To be called with the outcomes of commits of this node in the order in which they were applied. */
  committed({ organizationId, writes }: Commit, outcomes: readonly WriteOutcome[]): void {
    for (const [index, write] of writes.entries()) {
      const outcome = outcomes[index];
      if (write.kind !== 'signals' || outcome?.kind !== 'signals' || outcome.status !== 'applied') continue;
      const { sessionId, signals: sent } = write;
      const followers = this.#followers.get(nameOf(organizationId, sessionId));
      if (followers === undefined || sent.length === 0) continue;
      const before = outcome.sequence - sent.length;
      const signals = sent.map(({ type, value, at, data }, n) => ({
        sequence: before + n + 1,
        type,
        at,
        ...(value !== undefined && { value }),
        ...(data !== undefined && { data }),
      }));
      for (const follower of followers) follower({ organizationId, sessionId, signals });
    }
  }
}
