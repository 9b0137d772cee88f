import type { Me } from '@decidable/contract/management';
import { openSignIn } from '../people/index.ts';
import type { Person } from '../storage/ports.ts';
import { deviceOf } from './device-name.ts';
import type { ManagementCall, ManagementNeeds } from './manage.ts';

/** The answer about whoever is signed in. */
export async function meOf(
  { storage: { people, organizations }, demo }: Pick<ManagementNeeds, 'storage' | 'demo'>,
  person: Person,
  csrfToken: string,
): Promise<Me> {
  const memberships = await people.memberships(person.id);
  const named = await Promise.all(
    memberships.map(async ({ organizationId, role }) => ({
      id: organizationId,
      name: (await organizations.find(organizationId))?.name ?? organizationId,
      role,
      ...(organizationId === demo && { demo: true as const }),
    })),
  );
  const { id, email, name } = person;
  return {
    person: { id, email, ...(name !== undefined && { name }) },
    organizations: named.sort((a, b) => (a.name < b.name ? -1 : 1)),
    csrfToken,
  };
}

/** Signs a person in in the browser that calls. */
export async function signedInAs(
  { cookies, headers, at }: Pick<ManagementCall, 'cookies' | 'headers' | 'at'>,
  person: Person,
  needs: ManagementNeeds,
): Promise<Me> {
  const { signIn: made, secret } = await openSignIn(needs.storage, person, deviceOf(headers), at);
  await cookies.set({ personId: person.id, signInId: made.id, secret, account: person.email }, at);
  return meOf(needs, person, cookies.csrfToken(made.id));
}
