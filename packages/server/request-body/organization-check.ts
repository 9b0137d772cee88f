import { Forbidden } from '../errors.ts';
import type { OrganizationId } from '../storage/ports.ts';

/**
 * The organization that a request is about: that of its key. A body that names another is refused with the same message
 * whether that organization exists or not.
 *
 * @throws Forbidden
 */
export function organizationOf(own: OrganizationId, body: unknown): OrganizationId {
  const named = (body as { organizationId?: string }).organizationId;
  if (named !== undefined && named !== own && named.normalize() !== own) {
    throw new Forbidden(
      'This key does not belong to that organization. Send the organizationId that the key was made for.',
    );
  }
  return own;
}
