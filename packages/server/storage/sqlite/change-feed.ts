import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId } from '../ports.ts';
import type { Reader } from './connection/reader.ts';

export type Subject = 'key' | 'catalogue' | 'model';
type Listener = (organizationId: OrganizationId) => void;

/** Announcements kept for processes that look seldom; one that missed more is told that everything changed. */
const ANNOUNCEMENTS_KEPT = 10_000;

/** The writer's side: says, in the transaction of the change itself, that something changed. */
export function announcer(database: DatabaseSync): (organizationId: string, subject: Subject) => void {
  const insert = database.prepare('INSERT INTO announcements (organization_id, subject) VALUES (?, ?)');
  const trim = database.prepare('DELETE FROM announcements WHERE number <= ?');
  return (organizationId, subject) => {
    const { lastInsertRowid } = insert.run(organizationId, subject);
    trim.run(Number(lastInsertRowid) - ANNOUNCEMENTS_KEPT);
  };
}

/**
 * Hears what any process has changed: keys, current catalogues, current models. `hear` is called for every
 * request. It looks once a turn of the event loop, by one `PRAGMA data_version` where nothing was committed:
 * requests that are taken up in one turn had all arrived when it began, so none of them was sent after a change
 * that the first one did not see.
 */
export class Announcements {
  readonly #reader: Reader;
  readonly #listeners: Record<Subject, Listener[]> = { key: [], catalogue: [], model: [] };
  #version: number;
  #last: number;
  #heardThisTurn = false;
  readonly #turnEnded = () => {
    this.#heardThisTurn = false;
  };

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#version = reader.version();
    this.#last = this.#lastNumber();
  }

  on(subject: Subject, listener: Listener): void {
    this.#listeners[subject].push(listener);
  }

  hear(): void {
    if (this.#heardThisTurn) return;
    this.look();
    this.#heardThisTurn = true;
    setImmediate(this.#turnEnded);
  }

  /** Hears at once, also of what changed within this turn. */
  look(): void {
    const version = this.#reader.version();
    if (version === this.#version) return;
    const rows = this.#reader.all<{ number: number; organization_id: OrganizationId; subject: Subject }>(
      'SELECT number, organization_id, subject FROM announcements WHERE number > ? ORDER BY number',
      this.#last,
    );
    const missed = rows.length > 0 && rows[0].number > this.#last + 1;
    this.#version = version;
    this.#last = rows.at(-1)?.number ?? this.#last;
    const changes: readonly { organization_id: OrganizationId; subject: Subject }[] = missed
      ? this.#everything()
      : rows;
    for (const { organization_id, subject } of changes) {
      for (const listener of this.#listeners[subject]) listener(organization_id);
    }
  }

  #lastNumber(): number {
    return (
      this.#reader.get<{ last: number | null }>('SELECT MAX(number) AS last FROM announcements')?.last ?? 0
    );
  }

  #everything(): { organization_id: OrganizationId; subject: Subject }[] {
    const organizations = this.#reader.all<{ organization_id: OrganizationId }>(
      'SELECT organization_id FROM organizations',
    );
    return organizations.flatMap(({ organization_id }) => [
      { organization_id, subject: 'key' as const },
      { organization_id, subject: 'catalogue' as const },
      { organization_id, subject: 'model' as const },
    ]);
  }
}
