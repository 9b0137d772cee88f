import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@decidable/server/storage';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new id: `org_` and 20 characters of base32 (RFC 4648, lower case), 100 random bits. */
export function newOrganizationId(): OrganizationId {
  const characters = [...randomBytes(20)].map((byte) => BASE32[byte & 31]);
  return `org_${characters.join('')}` as OrganizationId;
}
