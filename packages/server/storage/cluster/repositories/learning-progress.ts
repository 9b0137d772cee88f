import type {
  LastSeen,
  LearningProgress,
  Lease,
  OrganizationId,
  SessionId,
  SessionSummary,
} from '../../ports.ts';
import type { Database } from '../connection/database.ts';

interface Row {
  readonly session_id: SessionId;
  readonly opened_at: number;
  readonly last_seen_at: number;
  readonly last_sequence: number;
}

/** The position stands beside the lease, whose token says who may set it. */
export class ClusterLearningProgress implements LearningProgress {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async behind(until: number): Promise<readonly OrganizationId[]> {
    // One look into the index by time for each organization.
    const rows = await this.#database.query<{ organization_id: OrganizationId }>(
      `SELECT o.organization_id FROM organizations o
         LEFT JOIN leases l ON l.organization_id = o.organization_id AND l.name = 'learning'
       WHERE EXISTS (SELECT 1 FROM sessions s
         WHERE s.organization_id = o.organization_id
           AND s.last_seen_at > COALESCE(l.position, 0) AND s.last_seen_at <= $1 AND s.last_sequence > 0)
       ORDER BY o.organization_id`,
      [until],
    );
    return rows.map(({ organization_id }) => organization_id);
  }

  async seen(
    organizationId: OrganizationId,
    { lastSeenAt, sessionId }: LastSeen,
    until: number,
    limit: number,
  ): Promise<readonly SessionSummary[]> {
    const rows = await this.#database.query<Row>(
      `SELECT session_id, opened_at, last_seen_at, last_sequence FROM sessions
       WHERE organization_id = $1 AND (last_seen_at, session_id) > ($2, $3) AND last_seen_at <= $4
         AND last_sequence > 0
       ORDER BY last_seen_at, session_id LIMIT $5`,
      [organizationId, lastSeenAt, sessionId, until, limit],
    );
    return rows.map(({ session_id, opened_at, last_seen_at, last_sequence }) => ({
      sessionId: session_id,
      openedAt: opened_at,
      lastSeenAt: last_seen_at,
      sequence: last_sequence,
    }));
  }

  async position(organizationId: OrganizationId): Promise<number | undefined> {
    const row = await this.#database.one<{ position: number | null }>(
      `SELECT position FROM leases WHERE organization_id = $1 AND name = 'learning'`,
      [organizationId],
    );
    return row?.position ?? undefined;
  }

  setPosition({ scope, name, token }: Lease, position: number): Promise<boolean> {
    return this.#database.meets(
      'UPDATE leases SET position = $4 WHERE organization_id = $1 AND name = $2 AND token = $3 RETURNING 1',
      [scope, name, token, position],
    );
  }
}
