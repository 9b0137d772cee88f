import type { Lease, LeaseName, LeaseScope, Leases } from '../../ports.ts';
import type { Database } from '../connection/database.ts';

/** The clock of the store, in ms since the epoch: those of nodes may be apart. */
export const STORE_TIME = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** `expires_at` of a lease that was released. */
const RELEASED = -1;

interface Row {
  readonly token: number;
  readonly expires_at: number;
}

export class ClusterLeases implements Leases {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async acquire(
    scope: LeaseScope,
    name: LeaseName,
    owner: string,
    duration: number,
  ): Promise<Lease | undefined> {
    const row = await this.#database.one<Row>(
      `INSERT INTO leases AS l (organization_id, name, owner, token, expires_at)
       VALUES ($1, $2, $3, 1, ${STORE_TIME} + $4)
       ON CONFLICT (organization_id, name) DO UPDATE
         SET owner = EXCLUDED.owner, token = l.token + 1, expires_at = ${STORE_TIME} + $4
         WHERE l.expires_at <= ${STORE_TIME}
       RETURNING token, expires_at`,
      [scope, name, owner, duration],
    );
    return row && { scope, name, owner, token: row.token, expiresAt: row.expires_at };
  }

  async renew(lease: Lease, duration: number): Promise<Lease | undefined> {
    const row = await this.#database.one<Row>(
      `UPDATE leases SET expires_at = ${STORE_TIME} + $4
       WHERE organization_id = $1 AND name = $2 AND token = $3 AND expires_at <> ${RELEASED}
       RETURNING token, expires_at`,
      [lease.scope, lease.name, lease.token, duration],
    );
    return row && { ...lease, expiresAt: row.expires_at };
  }

  async release({ scope, name, token }: Lease): Promise<void> {
    await this.#database.query(
      `UPDATE leases SET expires_at = ${RELEASED} WHERE organization_id = $1 AND name = $2 AND token = $3`,
      [scope, name, token],
    );
  }
}
