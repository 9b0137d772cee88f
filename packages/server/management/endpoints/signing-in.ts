import {
  becomeFirstOwner,
  changeMe,
  type Me,
  readMe,
  renewSignIn,
  setPassword,
  signIn,
  signOut,
  welcomeState,
} from '@decidable/contract/management';
import { Conflict, InvalidInput, NotFound, Unauthenticated } from '../../errors.ts';
import {
  acceptablePassword,
  createFirstOwner,
  emailOf,
  hashOfToken,
  hashPassword,
  isPassword,
  openSignIn,
  personName,
  personWith,
  renewSignIn as renew,
} from '../../people/index.ts';
import type { Person } from '../../storage/ports.ts';
import { deviceOf } from '../device-name.ts';
import { type ManagementCall, type ManagementNeeds, manage } from '../manage.ts';

const NEW_SHOP = 'My shop';

/** The answer about whoever is signed in. */
async function meOf(
  { people, organizations }: ManagementNeeds['storage'],
  person: Person,
  csrfToken: string,
  demo: ManagementNeeds['demo'],
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
async function opened(call: ManagementCall, person: Person, needs: ManagementNeeds): Promise<Me> {
  const { cookies, headers, at } = call;
  const { signIn: made, secret } = await openSignIn(needs.storage, person, deviceOf(headers), at);
  await cookies.set({ personId: person.id, signInId: made.id, secret }, at);
  return meOf(needs.storage, person, cookies.csrfToken(made.id), needs.demo);
}

export const endpoints = [
  manage(signIn, async (call, needs) => {
    const { email, password } = call.body;
    const person = await needs.throttle.guarding(call.address, email, () =>
      personWith(needs.storage, email, password),
    );
    return opened(call as ManagementCall, person, needs);
  }),

  manage(renewSignIn, async ({ cookies, at }, { storage, demo }) => {
    const { renewal } = cookies;
    if (renewal === undefined) throw new Unauthenticated('Sign in first.');
    try {
      const { person, signInId, secret } = await renew(storage, renewal.id, renewal.secret, at);
      await cookies.set({ personId: person.id, signInId, secret }, at);
      return await meOf(storage, person, cookies.csrfToken(signInId), demo);
    } catch (error) {
      if (error instanceof Unauthenticated) cookies.clear();
      throw error;
    }
  }),

  manage(signOut, async ({ body, caller, cookies }, { storage }) => {
    if (body.everywhere) await storage.signIns.endAll(caller.id);
    else await storage.signIns.end(cookies.signInId!);
    cookies.clear();
    return { signedOut: true as const };
  }),

  manage(readMe, ({ caller, cookies }, { storage, demo }) =>
    meOf(storage, caller, cookies.csrfToken(cookies.signInId!), demo),
  ),

  manage(changeMe, async ({ body, caller, cookies, address }, { storage, demo, throttle }) => {
    const { name, email, password, currentPassword } = body;
    if (email !== undefined || password !== undefined) {
      await throttle.guarding(address, caller.email, async () => {
        if (!(await isPassword(currentPassword ?? '', caller.passwordHash)))
          throw new InvalidInput('currentPassword: give the password that you sign in with now.');
      });
    }
    const changed = await storage.people.update(caller.id, {
      ...(name !== undefined && { name: personName(name) }),
      ...(email !== undefined && { email: emailOf(email) }),
      ...(password !== undefined && { passwordHash: await hashPassword(acceptablePassword(password)) }),
    });
    if (changed === 'taken') throw new Conflict('email: somebody signs in with this address already.');
    if (password !== undefined) await storage.signIns.endAll(caller.id, cookies.signInId);
    const person = (await storage.people.find(caller.id)) ?? caller;
    return meOf(storage, person, cookies.csrfToken(cookies.signInId!), demo);
  }),

  manage(welcomeState, async (_, { storage, demo }) => ({
    awaitsOwner: (await storage.people.count()) === 0,
    demo: demo !== undefined,
  })),

  manage(becomeFirstOwner, async (call, needs) => {
    const { token, organizationName = NEW_SHOP, email, password, name } = call.body;
    const fields = { email, password, name };
    const person = await needs.throttle.guarding(call.address, 'the first owner', () =>
      createFirstOwner(needs.storage, token, fields, organizationName, call.at),
    );
    return opened(call as ManagementCall, person, needs);
  }),

  manage(setPassword, async (call, needs) => {
    const { storage, throttle } = needs;
    const { token, password } = call.body;
    const passwordHash = await hashPassword(acceptablePassword(password));
    const person = await throttle.guarding(call.address, 'a link for a password', async () => {
      const link = await storage.signIns.take(hashOfToken(token), call.at);
      const named = link?.personId === undefined ? undefined : await storage.people.find(link.personId);
      if (link?.purpose === 'password' && named !== undefined) return named;
      throw new NotFound('This link has been used or is too old. Ask for another one.');
    });
    await storage.people.update(person.id, { passwordHash });
    await storage.signIns.endAll(person.id);
    return opened(call as ManagementCall, person, needs);
  }),
];
