import type { Access, MemberRole } from '@decidable/contract/management';
import { Forbidden, NotFound, Unauthenticated } from '../../errors.ts';
import type { OrganizationId, Person, Storage } from '../../storage/ports.ts';
import type { AccessTokens } from './access-token.ts';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly person: Person;
  readonly signInId: string;
}

const RANK: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 };

/**
 * Who calls, by their access token. The sign-in is looked up, so that whoever signed out everywhere is signed out at once.
 *
 * @throws Unauthenticated; StoreUnavailable
 */
export async function signedIn(
  { people, signIns }: Pick<Storage, 'people' | 'signIns'>,
  tokens: AccessTokens,
  token: string | undefined,
  now: number,
): Promise<SignedIn> {
  const claims = token === undefined ? undefined : await tokens.read(token, now);
  if (claims !== undefined) {
    const signIn = await signIns.find(claims.signInId);
    const person = signIn?.personId === claims.personId ? await people.find(claims.personId) : undefined;
    if (person !== undefined && signIn!.expiresAt > now) return { person, signInId: claims.signInId };
  }
  throw new Unauthenticated('Sign in first.');
}

/**
 * The role of a person in an organization. Whoever is no member learns nothing: not even whether it exists.
 *
 * @throws NotFound for whoever is no member, Forbidden for a role that is too low; StoreUnavailable
 */
export async function roleOf(
  { people }: Pick<Storage, 'people'>,
  person: Person,
  organizationId: OrganizationId,
  access: Access,
): Promise<MemberRole> {
  const membership = await people.membership(organizationId, person.id);
  if (membership === undefined)
    throw new NotFound(`There is no organization ${organizationId}, or you are not a member of it.`);
  const least = access === 'anyone' || access === 'person' || access === 'signature' ? 'viewer' : access;
  if (RANK[membership.role] < RANK[least])
    throw new Forbidden(
      `This takes the role ${least}; you are ${membership.role} of this organization. An owner can change that.`,
    );
  return membership.role;
}
