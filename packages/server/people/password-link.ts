import { NotFound } from '../errors.ts';
import type { Person, Storage } from '../storage/ports.ts';
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
