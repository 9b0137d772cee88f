import { Conflict, NotFound } from '../errors.ts';
import { createOrganization } from '../organizations/index.ts';
import type { OrganizationId, Person, Storage } from '../storage/ports.ts';
import { type NewPerson, newPerson } from './new-person.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** The link of the first owner works this long, ms: until the next start as a rule. Set by hand. */
const LINK_LASTS = 7 * 24 * 60 * 60_000;

/**
 * Offers a link that makes the first owner, in place of one offered before; none where somebody can sign in already.
 *
 * @returns the token of the link, which is told this once
 */
export async function offerFirstOwner(
  { people, signIns }: Pick<Storage, 'people' | 'signIns'>,
  now: number,
): Promise<string | undefined> {
  if ((await people.count()) > 0) return undefined;
  const token = newToken();
  await signIns.offer({
    tokenHash: hashOfToken(token),
    purpose: 'first_owner',
    expiresAt: now + LINK_LASTS,
  });
  return token;
}

/**
 * Creates the first person, who owns every organization that has no member. Where there is none, one is created.
 *
 * @param shop the name of the organization, should one be created
 * @throws NotFound for a link that is not good, InvalidInput, Conflict where somebody was faster; StoreUnavailable
 */
export async function createFirstOwner(
  storage: Pick<Storage, 'people' | 'signIns' | 'organizations'>,
  token: string,
  fields: NewPerson,
  shop: string,
  now: number,
): Promise<Person> {
  const person = await newPerson(fields, now);
  const tokenHash = hashOfToken(token);
  const isForOwner = (await storage.signIns.findLink(tokenHash))?.purpose === 'first_owner';
  const link = isForOwner ? await storage.signIns.take(tokenHash, now) : undefined;
  if (link === undefined || (await storage.people.count()) > 0)
    throw new NotFound('This link has been used or is too old. Start the service again for a new one.');
  const owned: OrganizationId[] = [];
  for (const { id } of await storage.organizations.list()) {
    if ((await storage.people.members(id)).length === 0) owned.push(id);
  }
  if (owned.length === 0) owned.push((await createOrganization(storage, shop, now)).id);
  const memberships = owned.map((organizationId) => ({
    organizationId,
    role: 'owner' as const,
    joinedAt: now,
  }));
  if ((await storage.people.create(person, memberships)) === 'taken')
    throw new Conflict('email: somebody signs in with this address already.');
  return person;
}
