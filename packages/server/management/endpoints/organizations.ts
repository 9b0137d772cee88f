import {
  createOrganization,
  deleteOrganization,
  type ManagedOrganization,
  readOrganization,
  renameOrganization,
} from '@decidable/contract/management';
import { Conflict, Forbidden } from '../../errors.ts';
import { isoTime } from '../../json/iso-time.ts';
import {
  confirmDeletion,
  createOrganization as create,
  deleteOrganization as deleteAll,
  organizationName,
  organizationOf,
  renameOrganization as rename,
} from '../../organizations/index.ts';
import { appendToAuditLog } from '../../people/index.ts';
import type { Organization } from '../../storage/ports.ts';
import { checkedField } from '../checked-field.ts';
import { beginWork } from '../events/long-work.ts';
import { type ManagementNeeds, manage } from '../manage.ts';

const DAY = 86_400_000;
/** Organizations of a person: agencies have dozens. Set by hand. */
const MOST_ORGANIZATIONS = 100;

function managedOrganization(
  { id, name, createdAt }: Organization,
  { retention, demo }: ManagementNeeds,
): ManagedOrganization {
  const { sessions, outcomes, decisions } = retention;
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    ...(id === demo && { demo: true as const }),
    retention: { sessions: sessions / DAY, outcomes: outcomes / DAY, decisions: decisions / DAY },
  };
}

export const endpoints = [
  manage(createOrganization, async ({ body, caller, at }, needs) => {
    const { storage } = needs;
    const name = checkedField('name', body.name, organizationName);
    const memberships = await storage.people.memberships(caller.id);
    if (!memberships.some(({ role }) => role === 'owner'))
      throw new Forbidden('Only the owner of an organization may create another one.');
    if (memberships.length >= MOST_ORGANIZATIONS)
      throw new Conflict(`A person is in at most ${MOST_ORGANIZATIONS} organizations. Leave one first.`);
    const organization = await create(storage, name, at);
    const { id } = organization;
    await storage.people.join({ organizationId: id, personId: caller.id, role: 'owner', joinedAt: at });
    await appendToAuditLog(storage, id, caller, at, 'organization.created', name);
    return managedOrganization(organization, needs);
  }),

  manage(readOrganization, async ({ organizationId }, needs) =>
    managedOrganization(await organizationOf(needs.storage, organizationId), needs),
  ),

  manage(renameOrganization, async ({ organizationId, body, audit }, needs) => {
    const name = checkedField('name', body.name, organizationName);
    const organization = await rename(needs.storage, organizationId, name);
    await audit('organization.renamed', name);
    return managedOrganization(organization, needs);
  }),

  manage(deleteOrganization, async ({ organizationId, body, signal }, needs) => {
    const { storage, demo, onUnreadFailure } = needs;
    if (organizationId === demo)
      throw new Conflict('The service serves this demo shop. Start it without --demo, and delete it then.');
    await confirmDeletion(storage, organizationId, body.name);
    return beginWork(signal, onUnreadFailure, (tell: (step: { stage: string }) => void) =>
      deleteAll(storage, organizationId, { onStage: (stage) => tell({ stage }), rewrite: 'idle' }),
    );
  }),
];
