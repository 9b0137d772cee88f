import { Conflict, NotFound } from '../errors.ts';
import type { Member, MembershipChange, OrganizationId, Role, Storage } from '../storage/ports.ts';

function done(change: MembershipChange): void {
  if (change === 'missing') throw new NotFound('This organization has no such member.');
  if (change === 'last_owner')
    throw new Conflict('This is the last owner. Make somebody else owner first, or delete the organization.');
}

/** @throws NotFound for whoever is no member; StoreUnavailable */
export async function memberOf(
  { people }: Pick<Storage, 'people'>,
  organizationId: OrganizationId,
  personId: string,
): Promise<Member> {
  const member = (await people.members(organizationId)).find((each) => each.personId === personId);
  if (member === undefined) throw new NotFound('This organization has no such member.');
  return member;
}

/** @throws NotFound for whoever is no member, Conflict for the last owner; StoreUnavailable */
export async function changeRole(
  { people }: Pick<Storage, 'people'>,
  organizationId: OrganizationId,
  personId: string,
  role: Role,
): Promise<Member> {
  done(await people.changeRole(organizationId, personId, role));
  return memberOf({ people }, organizationId, personId);
}

/** @throws NotFound for whoever is no member, Conflict for the last owner; StoreUnavailable */
export async function removeMember(
  { people }: Pick<Storage, 'people'>,
  organizationId: OrganizationId,
  personId: string,
): Promise<void> {
  done(await people.leave(organizationId, personId));
}
