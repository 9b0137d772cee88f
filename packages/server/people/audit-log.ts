import type { OrganizationId, Person, Storage } from '../storage/ports.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';

/** What else tells what was done. */
export type AuditDetail = Readonly<Record<string, string | number | boolean>>;

/** Whoever has the server, and acts by the command line. */
export const COMMAND_LINE: Pick<Person, 'id' | 'email'> = { id: '', email: 'command line' };

/** Writes into the audit log of an organization who did what, after it was done. */
export function appendToAuditLog(
  { auditLog }: Pick<Storage, 'auditLog'>,
  organizationId: OrganizationId,
  person: Pick<Person, 'id' | 'email'>,
  at: number,
  action: string,
  subject: string,
  detail?: AuditDetail,
): Promise<void> {
  return auditLog.append({
    organizationId,
    id: timeOrderedId(at),
    at,
    personId: person.id,
    email: person.email,
    action,
    subject,
    ...(detail !== undefined && { detail: JSON.stringify(detail) }),
  });
}
