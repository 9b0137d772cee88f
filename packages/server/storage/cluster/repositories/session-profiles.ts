import type { OrganizationId, ProfileSnapshot, SessionId, SessionProfiles } from '../../ports.ts';
import type { Database } from '../connection/database.ts';
import { statement } from '../connection/pipelined-connection.ts';

const GET = statement(
  'SELECT sequence, profile FROM snapshots WHERE organization_id = $1 AND session_id = $2',
);

/** Profiles beside the log, for nodes without Valkey; those that come with signals are written by their commit. */
export class ClusterSessionProfiles implements SessionProfiles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(organizationId: OrganizationId, sessionId: SessionId): Promise<ProfileSnapshot | undefined> {
    const [row] = await this.#database.hot.query<ProfileSnapshot>(GET, [organizationId, sessionId]);
    return row;
  }

  /** Beyond the log there is nothing to fold, and retention finds only the profiles of sessions that have a log. */
  put(
    organizationId: OrganizationId,
    sessionId: SessionId,
    { sequence, profile }: ProfileSnapshot,
  ): Promise<boolean> {
    return this.#database.meets(
      `INSERT INTO snapshots AS p (organization_id, session_id, sequence, profile)
       SELECT organization_id, session_id, $3, $4 FROM sessions
         WHERE organization_id = $1 AND session_id = $2 AND $3::bigint BETWEEN 1 AND last_sequence
       ON CONFLICT (organization_id, session_id) DO UPDATE SET sequence = EXCLUDED.sequence, profile = EXCLUDED.profile
         WHERE EXCLUDED.sequence > p.sequence
       RETURNING 1`,
      [organizationId, sessionId, sequence, profile],
    );
  }
}
