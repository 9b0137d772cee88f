import type { AuditEntry, OrganizationId } from '../../ports.ts';
import { isErased, type Reading, rowsOf, type Writing } from '../work.ts';

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

const fromRow = (row: Row): AuditEntry => ({
  organizationId: row.organization_id,
  id: row.entry_id,
  at: row.at,
  personId: row.person_id,
  email: row.email,
  action: row.action,
  subject: row.subject,
  ...(row.detail !== null && { detail: row.detail }),
});

export const reads = {
  *list(organizationId: OrganizationId, limit: number, before?: string): Reading<readonly AuditEntry[]> {
    const rows = yield* rowsOf<Row>(
      `SELECT * FROM audit_log WHERE organization_id = $1 AND ($2::text IS NULL OR entry_id < $2)
       ORDER BY entry_id DESC LIMIT $3`,
      [organizationId, before ?? null, limit],
    );
    return rows.map(fromRow);
  },
};

export const writes = {
  *append(entry: AuditEntry): Writing<void> {
    const { organizationId, id, at, personId, email, action, subject, detail = null } = entry;
    // Nobody is left to read what was done for an organization that is gone.
    if (yield* isErased(organizationId)) return;
    yield* rowsOf(
      `INSERT INTO audit_log (organization_id, entry_id, at, person_id, email, action, subject, detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [organizationId, id, at, personId, email, action, subject, detail],
    );
  },
};
