import type { DatabaseSync } from 'node:sqlite';
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
import type { Reader } from './connection/reader.ts';

/** Changes kept for processes that look seldom; a process that has missed more is told of a gap. Set by hand. */
export const CHANGES_KEPT = 10_000;

/** The writer's side: announces a change in the transaction of the change itself. */
export function announcer(database: DatabaseSync): (organizationId: string, subject: Subject) => void {
  const insert = database.prepare('INSERT INTO changes (organization_id, subject) VALUES (?, ?)');
  const trim = database.prepare('DELETE FROM changes WHERE number <= ?');
  return (organizationId, subject) => {
    const { lastInsertRowid } = insert.run(organizationId, subject);
    trim.run(Number(lastInsertRowid) - CHANGES_KEPT);
  };
}

interface Row {
  readonly number: number;
  readonly organization_id: OrganizationId;
  readonly subject: Subject;
}

type Follower = (appended: Appended) => void;

const nameOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;

/**
 * The reader's side: tells listeners of the changes of all processes. `poll` is called for every request. It looks once a
 * turn of the event loop, by one `PRAGMA data_version` where nothing was committed: requests that are taken up in one
 * turn had all arrived when it began, so none of them was sent after a change that the first one did not see.
 */
export class SqliteChangeFeed implements ChangeFeed {
  readonly #reader: Reader;
  readonly #listeners = new Set<ChangeListener>();
  readonly #followers = new Map<string, Set<Follower>>();
  #version: number;
  #last: number;
  #polledThisTurn = false;
  readonly #turnEnded = () => {
    this.#polledThisTurn = false;
  };

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#version = reader.version();
    this.#last = reader.get<{ last: number | null }>('SELECT MAX(number) AS last FROM changes')?.last ?? 0;
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribes to some subjects, one organization at a time: after a gap, the listener is called for all of them. */
  onChange(subjects: readonly Subject[], listener: (organizationId: OrganizationId) => void): void {
    this.subscribe({
      changed: ({ organizationId, subject }) => {
        if (subjects.includes(subject)) listener(organizationId);
      },
      missed: () => {
        const organizations = this.#reader.all<Pick<Row, 'organization_id'>>(
          'SELECT organization_id FROM organizations',
        );
        for (const { organization_id } of organizations) listener(organization_id);
      },
    });
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

  /** To be called with the outcomes of commits in the order in which they were applied. */
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

  /** Tells listeners of the changes committed before this turn of the event loop. */
  poll(): void {
    if (this.#polledThisTurn) return;
    this.pollNow();
    this.#polledThisTurn = true;
    setImmediate(this.#turnEnded);
  }

  /** The same at once, also of changes committed within this turn. */
  pollNow(): void {
    const version = this.#reader.version();
    if (version === this.#version) return;
    const rows = this.#reader.all<Row>(
      'SELECT number, organization_id, subject FROM changes WHERE number > ? ORDER BY number',
      this.#last,
    );
    const hasGap = rows.length > 0 && rows[0].number > this.#last + 1;
    this.#version = version;
    this.#last = rows.at(-1)?.number ?? this.#last;
    if (hasGap) {
      for (const listener of this.#listeners) listener.missed();
      return;
    }
    for (const { number, organization_id, subject } of rows) {
      const change: Change = { organizationId: organization_id, subject, version: number };
      for (const listener of this.#listeners) listener.changed(change);
    }
  }
}
