import { Refusal } from '../http/errors/refusal.ts';
import type { OrganizationId } from '../storage/ports.ts';

/**
 * The organization that a request is about: that of its key. Naming another is refused with the same words
 * whether that one exists or not.
 *
 * @throws Refusal 403
 */
export function organizationOf(own: OrganizationId, body: unknown): OrganizationId {
  const named = (body as { organizationId?: string }).organizationId;
  if (named !== undefined && named !== own && named.normalize() !== own) {
    throw new Refusal(
      'FORBIDDEN',
      'This key does not belong to that organization. Send the organizationId that the key was made for.',
    );
  }
  return own;
}
