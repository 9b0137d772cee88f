import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry, AuditLog, OrganizationId } from '../../../ports.ts';
import type { Reader } from '../../connection/reader.ts';
import type { ErasedOrganizations } from '../../erasure/erased-organizations.ts';
import type { Handlers, Writer } from '../../writer/writer.ts';

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

export interface AuditWrites {
  appendAudit: { input: AuditEntry; output: null };
}

export class SqliteAuditLog implements AuditLog {
  readonly #reader: Reader;
  readonly #writer: Writer<AuditWrites>;

  constructor(reader: Reader, writer: Writer<AuditWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async append(entry: AuditEntry): Promise<void> {
    await this.#writer.write('appendAudit', entry);
  }

  async list(organizationId: OrganizationId, limit: number, before?: string): Promise<readonly AuditEntry[]> {
    return this.#reader
      .all<Row>(
        `SELECT * FROM audit_log WHERE organization_id = ? AND (? IS NULL OR entry_id < ?)
         ORDER BY entry_id DESC LIMIT ?`,
        organizationId,
        before ?? null,
        before ?? null,
        limit,
      )
      .map((row) => ({
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

export function auditWrites(database: DatabaseSync, erased: ErasedOrganizations): Handlers<AuditWrites> {
  const insert = database.prepare(
    `INSERT INTO audit_log (organization_id, entry_id, at, person_id, email, action, subject, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    appendAudit({ organizationId, id, at, personId, email, action, subject, detail }) {
      // What was done for an organization that is gone is told nobody.
      if (erased.has(organizationId)) return null;
      insert.run(organizationId, id, at, personId, email, action, subject, detail ?? null);
      return null;
    },
  };
}
