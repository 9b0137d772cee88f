import type { OrganizationId } from '../identity.ts';

/** Who did what in an organization. */
export interface AuditEntry {
  readonly organizationId: OrganizationId;
  /** Later entries have greater ids. */
  readonly id: string;
  /** In ms since the epoch. */
  readonly at: number;
  readonly personId: string;
  /** The address of the person at that time. */
  readonly email: string;
  /** A noun and a verb, such as `key.created`. */
  readonly action: string;
  /** The id or name of what it was done to. */
  readonly subject: string;
  /** JSON of what else tells what was done. */
  readonly detail?: string;
}

export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first, those before an entry where its id is given. */
  list(organizationId: OrganizationId, limit: number, before?: string): Promise<readonly AuditEntry[]>;
}
