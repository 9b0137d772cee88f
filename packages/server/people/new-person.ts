import { randomUUID } from 'node:crypto';
import type { Person } from '../storage/ports.ts';
import { acceptablePassword, hashPassword } from './passwords.ts';
import { emailOf, personName } from './person-fields.ts';

/** What a person says of themselves. */
export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/** A person as they are stored. @throws InvalidInput that names the field */
export async function newPerson({ email, password, name }: NewPerson, now: number): Promise<Person> {
  return {
    id: randomUUID(),
    email: emailOf(email),
    ...(name !== undefined && name.trim() !== '' && { name: personName(name) }),
    passwordHash: await hashPassword(acceptablePassword(password)),
    createdAt: now,
  };
}
