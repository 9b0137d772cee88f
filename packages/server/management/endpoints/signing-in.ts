import {
  becomeFirstOwner,
  changeMe,
  readMe,
  renewSignIn,
  setPassword,
  signIn,
  signOut,
  welcomeState,
} from '@decidable/contract/management';
import { Conflict, InvalidInput, Unauthenticated } from '../../errors.ts';
import {
  acceptablePassword,
  createFirstOwner,
  emailOf,
  hashPassword,
  isPassword,
  personByPassword,
  personName,
  renewSignIn as renew,
  replacePassword,
  takePasswordLink,
} from '../../people/index.ts';
import { manage } from '../manage.ts';
import { meOf, signedInAs } from '../me.ts';

const NEW_SHOP = 'My shop';

export const endpoints = [
  manage(signIn, async (call, needs) => {
    const { email, password } = call.body;
    const person = await needs.throttle.guarding(
      call.address,
      email,
      () => personByPassword(needs.storage, email, password),
      call.cookies.device,
    );
    return signedInAs(call, person, needs);
  }),

  manage(renewSignIn, async ({ cookies, at }, needs) => {
    const { renewal } = cookies;
    if (renewal === undefined) throw new Unauthenticated('Sign in first.');
    try {
      const { person, signInId, secret } = await renew(needs.storage, renewal.id, renewal.secret, at);
      await cookies.set({ personId: person.id, signInId, secret }, at);
      return await meOf(needs, person, cookies.csrfToken(signInId));
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

  manage(readMe, ({ caller, cookies }, needs) => meOf(needs, caller, cookies.csrfToken(cookies.signInId!))),

  manage(changeMe, async ({ body, caller, cookies, address }, needs) => {
    const { storage, throttle } = needs;
    const { name, email, password, currentPassword } = body;
    if (email !== undefined || password !== undefined) {
      const attempt = async () => {
        if (!(await isPassword(currentPassword ?? '', caller.passwordHash)))
          throw new InvalidInput('currentPassword: give the password that you sign in with now.');
      };
      await throttle.guarding(address, caller.email, attempt, cookies.device);
    }
    const changed = await storage.people.update(caller.id, {
      ...(name !== undefined && { name: personName(name) }),
      ...(email !== undefined && { email: emailOf(email) }),
      ...(password !== undefined && { passwordHash: await hashPassword(acceptablePassword(password)) }),
    });
    if (changed === 'taken') throw new Conflict('email: somebody signs in with this address already.');
    if (password !== undefined) await storage.signIns.endAll(caller.id, cookies.signInId);
    const person = (await storage.people.find(caller.id)) ?? caller;
    return meOf(needs, person, cookies.csrfToken(cookies.signInId!));
  }),

  manage(welcomeState, async (_, { storage, demo }) => ({
    awaitsOwner: (await storage.people.count()) === 0,
    demo: demo !== undefined,
  })),

  manage(becomeFirstOwner, async (call, needs) => {
    const { token, organizationName = NEW_SHOP, email, password, name } = call.body;
    const fields = { email, password, name };
    const person = await needs.throttle.guarding(call.address, token, () =>
      createFirstOwner(needs.storage, token, fields, organizationName, call.at),
    );
    return signedInAs(call, person, needs);
  }),

  manage(setPassword, async (call, needs) => {
    const { storage, throttle } = needs;
    const { token } = call.body;
    // Only whoever has a link makes the service hash, which is meant to be slow.
    const password = acceptablePassword(call.body.password);
    const person = await throttle.guarding(call.address, token, () =>
      takePasswordLink(storage, token, call.at),
    );
    await replacePassword(storage, person, password);
    return signedInAs(call, person, needs);
  }),
];
