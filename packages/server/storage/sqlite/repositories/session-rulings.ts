import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, Ruling, SessionId, Sessions } from '../../ports.ts';
import { announcer, type SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';
import { SqliteSessions } from './sessions.ts';

export interface RulingWrites {
  rule: {
    input: {
      readonly organizationId: OrganizationId;
      readonly sessionIds: readonly SessionId[];
      /** `null` takes rulings back. */
      readonly ruling: Ruling | null;
      readonly at: number;
    };
    output: null;
  };
}

interface Row {
  readonly session_id: SessionId;
  readonly ruling: Ruling;
}

/** The sessions, with what owners decided about them. */
export class SqliteRuledSessions extends SqliteSessions implements Sessions {
  readonly #reader: Reader;
  readonly #writer: Writer<RulingWrites>;
  readonly #changes: SqliteChangeFeed;

  constructor(reader: Reader, writer: Writer<RulingWrites>, changes: SqliteChangeFeed) {
    super(reader);
    this.#reader = reader;
    this.#writer = writer;
    this.#changes = changes;
  }

  async rulings(organizationId: OrganizationId): Promise<ReadonlyMap<SessionId, Ruling>> {
    const rulings = new Map<SessionId, Ruling>();
    const rows = this.#reader.scan<Row>(
      'SELECT session_id, ruling FROM session_rulings WHERE organization_id = ? AND session_id > ? ORDER BY session_id',
      [organizationId, ''],
      (row) => [organizationId, row.session_id],
    );
    for await (const { session_id, ruling } of rows) rulings.set(session_id, ruling);
    return rulings;
  }

  async rule(
    organizationId: OrganizationId,
    sessionIds: readonly SessionId[],
    ruling: Ruling | undefined,
    at: number,
  ): Promise<void> {
    await this.#writer.write('rule', { organizationId, sessionIds, ruling: ruling ?? null, at });
    this.#changes.pollNow();
  }
}

export function rulingWrites(database: DatabaseSync): Handlers<RulingWrites> {
  const announce = announcer(database);
  const put = database.prepare(
    `INSERT INTO session_rulings (organization_id, session_id, ruling, ruled_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET ruling = excluded.ruling, ruled_at = excluded.ruled_at`,
  );
  const remove = database.prepare('DELETE FROM session_rulings WHERE organization_id = ? AND session_id = ?');
  return {
    rule({ organizationId, sessionIds, ruling, at }) {
      for (const sessionId of sessionIds) {
        if (ruling === null) remove.run(organizationId, sessionId);
        else put.run(organizationId, sessionId, ruling, at);
      }
      announce(organizationId, 'rulings');
      return null;
    },
  };
}
