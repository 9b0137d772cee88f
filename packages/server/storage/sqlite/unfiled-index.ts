import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationId, ProfileSnapshot, SessionId } from '../ports.ts';
import type { Reader } from './reader.ts';

/** Rows of the journal that share an index; those that are all filed are forgotten together. */
const BLOCK = 4_096;
/** Rows that are looked through at once: a ms or two. */
const SLICE = 2_000;

/** What the journal has of a session: from the first row that is still there. */
export interface UnfiledPart {
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Runs of signals, see `readRun`, oldest first; some may be filed already. */
  readonly runs: readonly { readonly first: number; readonly last: number; readonly signals: string }[];
  /** Number of the last signal. */
  readonly sequence: number;
  readonly snapshot: ProfileSnapshot | undefined;
}

interface Row {
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly at: number;
  readonly opened_at: number;
  readonly signals: string;
  readonly snapshot_sequence: number | null;
  readonly snapshot: string | null;
}

interface Block {
  /** Number of the last row in it. */
  last: number;
  size: number;
  readonly rows: Map<string, number[]>;
}

const keyOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;

/**
 * The reader's way into the journal: which of its rows belong to which session. An index in the store itself would
 * cost what the journal saves, so each process that reads sessions makes its own, from each row once.
 */
export class UnfiledIndex {
  readonly #reader: Reader;
  #blocks: Block[] = [];
  #last = 0;
  #version = Number.NaN;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Takes in what was written since the last call; lets the event loop turn where that is much. */
  async catchUp(): Promise<void> {
    while (!this.#catchUpSome()) await nextTurn();
  }

  /** What is not filed of a session, as of the last `catchUp`; undefined where there is nothing. */
  find(organizationId: OrganizationId, sessionId: SessionId): UnfiledPart | undefined {
    const key = keyOf(organizationId, sessionId);
    const rows: Row[] = [];
    for (const block of this.#blocks) {
      for (const number of block.rows.get(key) ?? []) {
        const row = this.#reader.get<Row>(
          `SELECT first_sequence, last_sequence, at, opened_at, signals, snapshot_sequence, snapshot
           FROM journal WHERE number = ?`,
          number,
        );
        if (row !== undefined) rows.push(row);
      }
    }
    if (rows.length === 0) return undefined;
    let newest: Row | undefined;
    for (const row of rows) {
      if (row.snapshot_sequence === null) continue;
      if (newest === undefined || row.snapshot_sequence > newest.snapshot_sequence!) newest = row;
    }
    return {
      openedAt: rows[0]!.opened_at,
      lastSeenAt: Math.max(...rows.map(({ at }) => at)),
      sequence: rows.at(-1)!.last_sequence,
      runs: rows.map(({ first_sequence: first, last_sequence: last, signals }) => ({ first, last, signals })),
      snapshot: newest && { sequence: newest.snapshot_sequence!, profile: newest.snapshot! },
    };
  }

  /** The sessions of an organization that the journal has something of, as of the last `catchUp`, in no order. */
  sessionsOf(organizationId: OrganizationId): Set<SessionId> {
    const prefix = keyOf(organizationId, '' as SessionId);
    const found = new Set<SessionId>();
    for (const { rows } of this.#blocks) {
      for (const key of rows.keys()) {
        if (key.startsWith(prefix)) found.add(key.slice(prefix.length) as SessionId);
      }
    }
    return found;
  }

  /** Whether there is nothing more to take in. */
  #catchUpSome(): boolean {
    const version = this.#reader.version();
    if (version === this.#version) return true;
    const filed = this.#reader.get<{ number: number }>('SELECT number FROM filed')?.number ?? 0;
    this.#blocks = this.#blocks.filter(({ last }) => last > filed);
    const rows = this.#reader.all<{ number: number; organization_id: string; session_id: string }>(
      'SELECT number, organization_id, session_id FROM journal WHERE number > ? ORDER BY number LIMIT ?',
      Math.max(this.#last, filed),
      SLICE,
    );
    for (const { number, organization_id, session_id } of rows) {
      this.#note(number, keyOf(organization_id as OrganizationId, session_id as SessionId));
    }
    this.#last = Math.max(filed, rows.at(-1)?.number ?? this.#last);
    if (rows.length === SLICE) return false;
    this.#version = version;
    return true;
  }

  #note(number: number, key: string): void {
    let block = this.#blocks.at(-1);
    if (block === undefined || block.size === BLOCK) {
      block = { last: number, size: 0, rows: new Map() };
      this.#blocks.push(block);
    }
    block.last = number;
    block.size++;
    const known = block.rows.get(key);
    if (known === undefined) block.rows.set(key, [number]);
    else known.push(number);
  }
}
