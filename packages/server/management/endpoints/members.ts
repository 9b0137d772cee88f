import {
  acceptInvitation,
  changeMember,
  invite,
  joinByInvitation,
  leaveOrganization,
  listInvitations,
  listMembers,
  type ManagedInvitation,
  type ManagedMember,
  readInvitation,
  removeMember,
  withdrawInvitation,
} from '@decidable/contract/management';
import { NotFound } from '../../errors.ts';
import { isoTime } from '../../json/iso-time.ts';
import { organizationOf } from '../../organizations/index.ts';
import {
  appendToAuditLog,
  changeRole,
  emailOf,
  invitationOf,
  inviteMember,
  join,
  memberOf,
  removeMember as remove,
  acceptInvitation as useInvitation,
} from '../../people/index.ts';
import type { Invitation, Member, Membership, Person } from '../../storage/ports.ts';
import { type ManagementNeeds, manage } from '../manage.ts';
import { meOf, signedInAs } from '../me.ts';

const managedMember = ({ personId, email, name, role, joinedAt }: Member): ManagedMember => ({
  personId,
  email,
  role,
  joinedAt: isoTime(joinedAt),
  ...(name !== undefined && { name }),
});

const managedInvitation = (
  { id, role, email, createdAt, expiresAt }: Invitation,
  now: number,
): ManagedInvitation => ({
  id,
  role,
  createdAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
  expired: expiresAt <= now,
  ...(email !== undefined && { email }),
});

/** Notes that a person has joined. */
const joined = (
  { storage }: ManagementNeeds,
  person: Person,
  { organizationId, role }: Membership,
  now: number,
): Promise<void> =>
  appendToAuditLog(storage, organizationId, person, now, 'member.joined', person.email, { role });

export const endpoints = [
  manage(listMembers, async ({ organizationId }, { storage }) => ({
    members: (await storage.people.members(organizationId)).map(managedMember),
  })),

  manage(changeMember, async ({ organizationId, params, body, audit }, { storage }) => {
    const member = await changeRole(storage, organizationId, params.personId, body.role);
    await audit('member.changed', member.email, { role: body.role });
    return { member: managedMember(member) };
  }),

  manage(removeMember, async ({ organizationId, params, audit }, { storage }) => {
    const member = await memberOf(storage, organizationId, params.personId);
    await remove(storage, organizationId, params.personId);
    await audit('member.removed', member.email);
    return { removed: true as const };
  }),

  manage(leaveOrganization, async ({ organizationId, caller, audit }, { storage }) => {
    await remove(storage, organizationId, caller.id);
    await audit('member.left', caller.email);
    return { left: true as const };
  }),

  manage(listInvitations, async ({ organizationId, at }, { storage }) => ({
    invitations: (await storage.people.invitations(organizationId)).map((each) =>
      managedInvitation(each, at),
    ),
  })),

  manage(invite, async ({ organizationId, body, at, audit }, { storage }) => {
    const { role, email } = body;
    const { invitation, token } = await inviteMember(storage, organizationId, { role, email }, at);
    await audit('invitation.created', invitation.email ?? invitation.id, { role });
    return { invitation: managedInvitation(invitation, at), token, path: `/invitation#${token}` };
  }),

  manage(withdrawInvitation, async ({ organizationId, params, audit }, { storage }) => {
    if (!(await storage.people.withdraw(organizationId, params.invitationId)))
      throw new NotFound('There is no such invitation; it may have been used.');
    await audit('invitation.withdrawn', params.invitationId);
    return { withdrawn: true as const };
  }),

  manage(readInvitation, async ({ body, address, at }, { storage, throttle }) => {
    const { organizationId, role, email, expiresAt } = await throttle.guarding(address, body.token, () =>
      invitationOf(storage, body.token, at),
    );
    const { id, name } = await organizationOf(storage, organizationId);
    return {
      organization: { id, name },
      role,
      expiresAt: isoTime(expiresAt),
      ...(email !== undefined && { email }),
    };
  }),

  manage(acceptInvitation, async (call, needs) => {
    const { body, address, at } = call;
    const { token, ...fields } = body;
    const { storage, throttle } = needs;
    await throttle.guarding(address, token, () => invitationOf(storage, token, at));
    const { person, membership } = await throttle.guarding(
      address,
      emailOf(fields.email),
      () => useInvitation(storage, token, fields, at),
      call.cookies.device,
    );
    await joined(needs, person, membership, at);
    return signedInAs(call, person, needs);
  }),

  manage(joinByInvitation, async ({ body, address, caller, cookies, at }, needs) => {
    const membership = await needs.throttle.guarding(address, body.token, () =>
      join(needs.storage, body.token, caller, at),
    );
    await joined(needs, caller, membership, at);
    return meOf(needs, caller, cookies.csrfToken(cookies.signInId!));
  }),
];
