import { randomBytes } from 'node:crypto';
import { InvalidInput, NotFound } from '../errors.ts';
import type { Organization, OrganizationId, Storage } from '../storage/ports.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const LONGEST_NAME = 128;

/** A new id: `org_` and 20 characters of base32 (RFC 4648, lower case), 100 random bits. */
export function newOrganizationId(): OrganizationId {
  const characters = [...randomBytes(20)].map((byte) => BASE32[byte & 31]);
  return `org_${characters.join('')}` as OrganizationId;
}

/**
 * The name of an organization as it is stored, without the spaces around it.
 *
 * @throws InvalidInput for one that is empty or too long
 */
export function organizationName(text: string): string {
  const name = text.trim();
  if (name === '' || [...name].length > LONGEST_NAME) throw new InvalidInput('Give 1 to 128 characters.');
  return name;
}

/** @throws InvalidInput for a name that is empty or too long; StoreUnavailable */
export async function createOrganization(
  { organizations }: Pick<Storage, 'organizations'>,
  name: string,
  now: number,
): Promise<Organization> {
  const organization = { id: newOrganizationId(), name: organizationName(name), createdAt: now };
  await organizations.create(organization);
  return organization;
}

/** @throws NotFound where the store has no organization of this id; StoreUnavailable */
export async function organizationOf(
  { organizations }: Pick<Storage, 'organizations'>,
  id: string,
): Promise<Organization> {
  const organization = await organizations.find(id as OrganizationId);
  if (organization === undefined) throw new NotFound(`there is no organization ${id}.`);
  return organization;
}

/** @throws InvalidInput for a name that is empty or too long, NotFound; StoreUnavailable */
export async function renameOrganization(
  { organizations }: Pick<Storage, 'organizations'>,
  id: OrganizationId,
  name: string,
): Promise<Organization> {
  await organizations.rename(id, organizationName(name));
  return organizationOf({ organizations }, id);
}
