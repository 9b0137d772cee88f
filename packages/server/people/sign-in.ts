import { randomUUID } from 'node:crypto';
import { Unauthenticated } from '../errors.ts';
import type { Person, SignIn, Storage } from '../storage/ports.ts';
import { isPassword } from './passwords.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** A sign-in ends this long after it was used last, ms: two weeks. Set by hand. */
export const SIGN_IN_LASTS = 14 * 24 * 60 * 60_000;
/** How long the secret before stays good after a renewal, ms: two tabs renew at the same time. Set by hand. */
const GRACE = 30_000;

/** A sign-in with the secret that renews it, which is told this once. */
export interface OpenedSignIn {
  readonly person: Person;
  readonly signIn: SignIn;
  readonly secret: string;
}

/**
 * Checks an address and a password. An unknown address and a wrong password are refused alike, after the same work.
 *
 * @throws Unauthenticated; StoreUnavailable
 */
export async function personByPassword(
  { people }: Pick<Storage, 'people'>,
  email: string,
  password: string,
): Promise<Person> {
  const person = await people.findByEmail(email.trim());
  const isRight = await isPassword(password, person?.passwordHash);
  if (person === undefined || !isRight)
    throw new Unauthenticated('The address or the password is wrong. Try again, or ask an owner for a link.');
  return person;
}

/** Signs a person in. @param device the browser, for people to recognise the sign-in by */
export async function openSignIn(
  { signIns }: Pick<Storage, 'signIns'>,
  person: Person,
  device: string | undefined,
  now: number,
): Promise<OpenedSignIn> {
  const secret = newToken();
  const signIn: SignIn = {
    id: randomUUID(),
    personId: person.id,
    secretHash: hashOfToken(secret),
    createdAt: now,
    renewedAt: now,
    expiresAt: now + SIGN_IN_LASTS,
    ...(device !== undefined && { device }),
  };
  await signIns.create(signIn);
  return { person, signIn, secret };
}

/** A renewed sign-in. The secret is absent where another tab was faster: it is in the cookies already. */
export interface RenewedSignIn {
  readonly person: Person;
  readonly signInId: string;
  readonly secret?: string;
}

/**
 * Renews a sign-in with its secret, which a new one replaces. An old secret that comes back ends the sign-in: somebody has
 * copied it.
 *
 * @throws Unauthenticated where it has ended; StoreUnavailable
 */
export async function renewSignIn(
  { signIns, people }: Pick<Storage, 'signIns' | 'people'>,
  id: string,
  secret: string,
  now: number,
): Promise<RenewedSignIn> {
  const ended = () => new Unauthenticated('You are signed out. Sign in again.');
  const next = newToken();
  const renewal = await signIns.renew(
    id,
    hashOfToken(secret),
    { secretHash: hashOfToken(next), renewedAt: now, expiresAt: now + SIGN_IN_LASTS },
    GRACE,
  );
  if (renewal !== 'renewed') throw ended();
  const signIn = await signIns.find(id);
  const person = signIn && (await people.find(signIn.personId));
  if (person === undefined) throw ended();
  return { person, signInId: id, ...(signIn!.secretHash === hashOfToken(next) && { secret: next }) };
}
