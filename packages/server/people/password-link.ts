import { NotFound } from '../errors.ts';
import type { Person, Storage } from '../storage/ports.ts';
import { hashPassword } from './passwords.ts';
import { emailOf } from './person-fields.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** How long a link for a new password is good, ms. Set by hand. */
const LINK_LASTS = 24 * 60 * 60_000;

/**
 * Offers a link with which a person sets a new password, once.
 *
 * @returns the token of the link, which is told this once
 * @throws InvalidInput, NotFound where nobody signs in with the address; StoreUnavailable
 */
export async function offerPassword(
  { people, signIns }: Pick<Storage, 'people' | 'signIns'>,
  email: string,
  now: number,
): Promise<{ readonly person: Person; readonly token: string; readonly expiresAt: number }> {
  const person = await people.findByEmail(emailOf(email));
  if (person === undefined) throw new NotFound(`Nobody signs in with ${email}.`);
  const token = newToken();
  const expiresAt = now + LINK_LASTS;
  await signIns.offer({ tokenHash: hashOfToken(token), purpose: 'password', personId: person.id, expiresAt });
  return { person, token, expiresAt };
}

/**
 * Uses a link for a new password up. A link for something else stays as it is.
 *
 * @returns whose password may be set
 * @throws NotFound for a link that is not good; StoreUnavailable
 */
export async function takePasswordLink(
  { people, signIns }: Pick<Storage, 'people' | 'signIns'>,
  token: string,
  now: number,
): Promise<Person> {
  const tokenHash = hashOfToken(token);
  const isForPassword = (await signIns.findLink(tokenHash))?.purpose === 'password';
  const link = isForPassword ? await signIns.take(tokenHash, now) : undefined;
  const person = link?.personId === undefined ? undefined : await people.find(link.personId);
  if (person === undefined) throw new NotFound('This link has been used or is too old. Ask for another one.');
  return person;
}

/** Sets a new password, and ends all sign-ins. @param password an acceptable one */
export async function replacePassword(
  { people, signIns }: Pick<Storage, 'people' | 'signIns'>,
  person: Person,
  password: string,
): Promise<void> {
  await people.update(person.id, { passwordHash: await hashPassword(password) });
  await signIns.endAll(person.id);
}
