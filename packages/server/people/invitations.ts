import { randomUUID } from 'node:crypto';
import { Conflict, NotFound } from '../errors.ts';
import type { Invitation, Membership, OrganizationId, Person, Role, Storage } from '../storage/ports.ts';
import { type NewPerson, newPerson } from './new-person.ts';
import { emailOf } from './person-fields.ts';
import { personByPassword } from './sign-in.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** How long a link is good, ms: a colleague may be away for some days. Set by hand. */
const INVITATION_LASTS = 7 * 24 * 60 * 60_000;
/** Invitations of an organization that were not used, expired ones included. Set by hand. */
export const MOST_INVITATIONS = 100;

const GONE = 'This invitation was used or withdrawn, or is too old. Ask an owner for another one.';

/**
 * Invites whoever gets the link.
 *
 * @param email whom it is meant for, as a note
 * @returns the token of the link, which is told this once
 * @throws InvalidInput, Conflict where too many are open; StoreUnavailable
 */
export async function inviteMember(
  { people }: Pick<Storage, 'people'>,
  organizationId: OrganizationId,
  { role, email }: { readonly role: Role; readonly email?: string | undefined },
  now: number,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  if ((await people.invitations(organizationId)).length >= MOST_INVITATIONS)
    throw new Conflict(`There are ${MOST_INVITATIONS} invitations that nobody used. Withdraw some of them.`);
  const token = newToken();
  const invitation: Invitation = {
    organizationId,
    id: randomUUID(),
    tokenHash: hashOfToken(token),
    role,
    createdAt: now,
    expiresAt: now + INVITATION_LASTS,
    ...(email !== undefined && { email: emailOf(email) }),
  };
  await people.invite(invitation);
  return { invitation, token };
}

/** @throws NotFound for a link that is not good; StoreUnavailable */
export async function invitationOf(
  { people }: Pick<Storage, 'people'>,
  token: string,
  now: number,
): Promise<Invitation> {
  const invitation = await people.findInvitation(hashOfToken(token));
  if (invitation === undefined || invitation.expiresAt <= now) throw new NotFound(GONE);
  return invitation;
}

/**
 * Uses an invitation up for whoever accepts it: a new person, who is created by it, or whoever has the address, with their
 * password.
 *
 * @throws Unauthenticated for a wrong password, InvalidInput, Conflict where somebody has got the address meanwhile; NotFound
 *   for a link that is not good, upon which nobody is created; StoreUnavailable
 */
export async function acceptInvitation(
  storage: Pick<Storage, 'people'>,
  token: string,
  fields: NewPerson,
  now: number,
): Promise<{ readonly person: Person; readonly membership: Membership }> {
  const { people } = storage;
  if ((await people.findByEmail(emailOf(fields.email))) !== undefined) {
    const person = await personByPassword(storage, fields.email, fields.password);
    return { person, membership: await join(storage, token, person, now) };
  }
  const person = await newPerson(fields, now);
  const membership = await people.acceptAsNew(hashOfToken(token), person, now);
  if (membership === undefined) throw new NotFound(GONE);
  if (membership === 'taken') throw new Conflict('email: somebody signs in with this address already.');
  return { person, membership };
}

/** Uses an invitation up. @throws NotFound for a link that is not good; StoreUnavailable */
export async function join(
  { people }: Pick<Storage, 'people'>,
  token: string,
  person: Person,
  now: number,
): Promise<Membership> {
  const membership = await people.accept(hashOfToken(token), person.id, now);
  if (membership === undefined) throw new NotFound(GONE);
  return membership;
}
