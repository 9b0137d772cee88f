import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';
import { Time } from '../fields.ts';
import { Email, Me, Password, PersonName, RoleField } from './signing-in.ts';

/** A person in an organization, as the others see them. */
export const ManagedMember = Type.Object(
  {
    personId: Type.String(),
    email: Type.String(),
    name: Type.Optional(Type.String()),
    role: RoleField,
    joinedAt: Time,
  },
  { title: 'ManagedMember' },
);
export type ManagedMember = Static<typeof ManagedMember>;

/** An invitation that was not used yet: never its token. */
export const ManagedInvitation = Type.Object(
  {
    id: Type.String(),
    role: RoleField,
    email: Type.Optional(Type.String({ description: 'Whom it is meant for, as a note.' })),
    createdAt: Time,
    expiresAt: Time,
    expired: Type.Boolean(),
  },
  { title: 'ManagedInvitation' },
);
export type ManagedInvitation = Static<typeof ManagedInvitation>;

const OfMembers = '/organizations/{organizationId}/members';
const OfMember = '/organizations/{organizationId}/members/{personId}';
const OfInvitations = '/organizations/{organizationId}/invitations';

export const listMembers = managementEndpoint({
  method: 'GET',
  path: OfMembers,
  operationId: 'listMembers',
  tag: 'Members',
  summary: 'List the members of an organization',
  description: 'Whoever joined first comes first.',
  access: 'viewer',
  response: Type.Object({ members: Type.Array(ManagedMember) }),
});

export const changeMember = managementEndpoint({
  method: 'PATCH',
  path: OfMember,
  operationId: 'changeMember',
  tag: 'Members',
  summary: 'Change the role of a member',
  description: 'It holds for the very next request. An organization always has an owner.',
  access: 'owner',
  request: Type.Object({ role: RoleField }),
  response: Type.Object({ member: ManagedMember }),
});

export const removeMember = managementEndpoint({
  method: 'DELETE',
  path: OfMember,
  operationId: 'removeMember',
  tag: 'Members',
  summary: 'Remove a member',
  description: 'It holds for the very next request. An organization always has an owner.',
  access: 'owner',
  response: Type.Object({ removed: Type.Literal(true) }),
});

export const leaveOrganization = managementEndpoint({
  method: 'DELETE',
  path: '/organizations/{organizationId}/membership',
  operationId: 'leaveOrganization',
  tag: 'Members',
  summary: 'Leave an organization',
  description: 'Ends the own membership. The last owner cannot leave.',
  access: 'viewer',
  response: Type.Object({ left: Type.Literal(true) }),
});

export const listInvitations = managementEndpoint({
  method: 'GET',
  path: OfInvitations,
  operationId: 'listInvitations',
  tag: 'Members',
  summary: 'List invitations',
  description: 'Those that were not used, oldest first, expired ones included.',
  access: 'owner',
  response: Type.Object({ invitations: Type.Array(ManagedInvitation) }),
});

export const invite = managementEndpoint({
  method: 'POST',
  path: OfInvitations,
  operationId: 'invite',
  tag: 'Members',
  summary: 'Invite somebody by a link',
  description:
    'Nothing is sent: hand the link over yourself. It works once, for a week, for whoever has it. The token is in this answer and nowhere else: only its hash is stored.',
  access: 'owner',
  request: Type.Object({ role: RoleField, email: Type.Optional(Email) }),
  response: Type.Object({
    invitation: ManagedInvitation,
    token: Type.String({ description: 'Shown this once.' }),
    path: Type.String({ description: 'What follows the address of the dashboard: `/invitation#…`.' }),
  }),
});

export const withdrawInvitation = managementEndpoint({
  method: 'DELETE',
  path: '/organizations/{organizationId}/invitations/{invitationId}',
  operationId: 'withdrawInvitation',
  tag: 'Members',
  summary: 'Withdraw an invitation',
  description: 'Its link no longer works.',
  access: 'owner',
  response: Type.Object({ withdrawn: Type.Literal(true) }),
});

const Token = Type.String({ minLength: 1, maxLength: 128, description: 'What follows # in the link.' });

export const readInvitation = managementEndpoint({
  method: 'POST',
  path: '/invitation',
  operationId: 'readInvitation',
  tag: 'Members',
  summary: 'What a link invites to',
  description: 'The token is in the body, so that it is in no log of addresses.',
  access: 'anyone',
  request: Type.Object({ token: Token }),
  response: Type.Object({
    organization: Type.Object({ id: Type.String(), name: Type.String() }),
    role: RoleField,
    email: Type.Optional(Type.String()),
    expiresAt: Time,
  }),
});

export const acceptInvitation = managementEndpoint({
  method: 'POST',
  path: '/invitation/acceptance',
  operationId: 'acceptInvitation',
  tag: 'Members',
  summary: 'Accept an invitation, and sign in',
  description:
    'Creates the person. Where somebody signs in with the address already, the password has to be theirs, and they join.',
  access: 'anyone',
  request: Type.Object({
    token: Token,
    email: Email,
    password: Password,
    name: Type.Optional(PersonName),
  }),
  response: Me,
});

export const joinByInvitation = managementEndpoint({
  method: 'POST',
  path: '/me/organizations',
  operationId: 'joinByInvitation',
  tag: 'Members',
  summary: 'Accept an invitation while signed in',
  description: 'A member keeps the role that they have; the invitation is used up all the same.',
  access: 'person',
  request: Type.Object({ token: Token }),
  response: Me,
});
