import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';

export const Email = Type.String({ minLength: 3, maxLength: 254, description: 'An e-mail address.' });
export const Password = Type.String({ minLength: 1, maxLength: 1024, description: '10 to 256 characters.' });
export const PersonName = Type.String({ maxLength: 128 });
export const RoleField = Type.Enum(['owner', 'editor', 'viewer'], {
  description: 'A viewer reads, an editor changes, an owner also decides who may.',
});
const Token = Type.String({ minLength: 1, maxLength: 128, description: 'What follows # in the link.' });

/** Who is signed in, and where they may do what. */
export const Me = Type.Object(
  {
    person: Type.Object({ id: Type.String(), email: Type.String(), name: Type.Optional(Type.String()) }),
    organizations: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        role: RoleField,
        demo: Type.Optional(Type.Literal(true)),
      }),
    ),
    csrfToken: Type.String({
      description:
        'Send it as `x-csrf-token` with every request that is no GET, as long as you are signed in.',
    }),
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;

export const signIn = managementEndpoint({
  method: 'POST',
  path: '/sign-in',
  operationId: 'signIn',
  tag: 'Signing in',
  summary: 'Sign in',
  description:
    'Sets two http-only cookies: one that is good for ten minutes, and one that renews it for two weeks after the last use. An unknown address and a wrong password are refused alike.',
  access: 'anyone',
  request: Type.Object({ email: Email, password: Password }),
  response: Me,
});

export const renewSignIn = managementEndpoint({
  method: 'POST',
  path: '/sign-in/renewal',
  operationId: 'renewSignIn',
  tag: 'Signing in',
  summary: 'Renew a sign-in',
  description: 'Replaces both cookies. A renewal with a cookie that was replaced before ends the sign-in.',
  access: 'anyone',
  response: Me,
});

export const signOut = managementEndpoint({
  method: 'POST',
  path: '/sign-out',
  operationId: 'signOut',
  tag: 'Signing in',
  summary: 'Sign out',
  description: 'Ends this sign-in, or with `everywhere` all of the person.',
  access: 'person',
  request: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ signedOut: Type.Literal(true) }),
});

export const readMe = managementEndpoint({
  method: 'GET',
  path: '/me',
  operationId: 'readMe',
  tag: 'Signing in',
  summary: 'Who is signed in',
  description:
    'The person, their organizations with their role in each, and the token for requests that change something.',
  access: 'person',
  response: Me,
});

export const changeMe = managementEndpoint({
  method: 'PATCH',
  path: '/me',
  operationId: 'changeMe',
  tag: 'Signing in',
  summary: 'Change name, address or password',
  description:
    'A new address or password needs the current password; a new password ends the other sign-ins of the person.',
  access: 'person',
  request: Type.Object({
    name: Type.Optional(PersonName),
    email: Type.Optional(Email),
    password: Type.Optional(Password),
    currentPassword: Type.Optional(Password),
  }),
  response: Me,
});

export const welcomeState = managementEndpoint({
  method: 'GET',
  path: '/welcome',
  operationId: 'welcomeState',
  tag: 'Signing in',
  summary: 'Whether the service waits for its first owner',
  description:
    'Until then nobody can sign in; the service prints the link for the first owner when it starts.',
  access: 'anyone',
  response: Type.Object({
    awaitsOwner: Type.Boolean(),
    demo: Type.Boolean({ description: 'Whether a demo shop is served.' }),
  }),
});

export const becomeFirstOwner = managementEndpoint({
  method: 'POST',
  path: '/welcome',
  operationId: 'becomeFirstOwner',
  tag: 'Signing in',
  summary: 'Become the first owner',
  description:
    'With the token of the link that the service printed. The person owns all organizations that have no member; where there is none, one is created. Signs in.',
  access: 'anyone',
  request: Type.Object({
    token: Token,
    email: Email,
    password: Password,
    name: Type.Optional(PersonName),
    organizationName: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  response: Me,
});

export const setPassword = managementEndpoint({
  method: 'POST',
  path: '/password',
  operationId: 'setPassword',
  tag: 'Signing in',
  summary: 'Set a new password by a link',
  description:
    'With the token of a link from "decidable people". Ends all sign-ins of the person, and signs in.',
  access: 'anyone',
  request: Type.Object({ token: Token, password: Password }),
  response: Me,
});
