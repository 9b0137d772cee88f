import type { AuditEntry, AuditLog, OrganizationId } from '../../../ports.ts';
import type { Database } from '../../connection/database.ts';
import { isErased } from '../../erasure/erased-organizations.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly entry_id: string;
  readonly at: number;
  readonly person_id: string;
  readonly email: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string | null;
}

export class ClusterAuditLog implements AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append({
    organizationId,
    id,
    at,
    personId,
    email,
    action,
    subject,
    detail,
  }: AuditEntry): Promise<void> {
    // What was done for an organization that is gone is told nobody.
    await this.#database.transaction(async (query) => {
      if (await isErased(query, organizationId)) return;
      await query(
        `INSERT INTO audit_log (organization_id, entry_id, at, person_id, email, action, subject, detail)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [organizationId, id, at, personId, email, action, subject, detail ?? null],
      );
    });
  }

  async list(organizationId: OrganizationId, limit: number, before?: string): Promise<readonly AuditEntry[]> {
    const rows = await this.#database.query<Row>(
      `SELECT * FROM audit_log WHERE organization_id = $1 AND ($2::text IS NULL OR entry_id < $2)
       ORDER BY entry_id DESC LIMIT $3`,
      [organizationId, before ?? null, limit],
    );
    return rows.map((row) => ({
      organizationId: row.organization_id,
      id: row.entry_id,
      at: row.at,
      personId: row.person_id,
      email: row.email,
      action: row.action,
      subject: row.subject,
      ...(row.detail !== null && { detail: row.detail }),
    }));
  }
}
