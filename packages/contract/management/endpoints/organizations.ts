import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';

export const OrganizationName = Type.String({ maxLength: 256, description: '1 to 128 characters.' });

/** A shop, and how long the service keeps what it knows of its shoppers. */
export const ManagedOrganization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
    demo: Type.Optional(Type.Literal(true)),
    retention: Type.Object(
      {
        sessions: Type.Number({ description: 'Sessions without a signal for so many days.' }),
        outcomes: Type.Number({ description: 'Events, exposures and orders.' }),
        decisions: Type.Number({ description: 'Rankings that can be made again.' }),
      },
      { description: 'Days, as the service is configured.' },
    ),
  },
  { title: 'ManagedOrganization' },
);
export type ManagedOrganization = Static<typeof ManagedOrganization>;

const OfOrganization = '/organizations/{organizationId}';

export const createOrganization = managementEndpoint({
  method: 'POST',
  path: '/organizations',
  operationId: 'createOrganization',
  tag: 'Organizations',
  summary: 'Create an organization',
  description: 'Its creator is its owner. Whoever owns an organization may create others.',
  access: 'person',
  request: Type.Object({ name: OrganizationName }),
  response: ManagedOrganization,
});

export const readOrganization = managementEndpoint({
  method: 'GET',
  path: OfOrganization,
  operationId: 'readOrganization',
  tag: 'Organizations',
  summary: 'Read an organization',
  description: 'Its name, and how long what is stored of shoppers is kept.',
  access: 'viewer',
  response: ManagedOrganization,
});

export const renameOrganization = managementEndpoint({
  method: 'PATCH',
  path: OfOrganization,
  operationId: 'renameOrganization',
  tag: 'Organizations',
  summary: 'Rename an organization',
  description: 'Its id stays.',
  access: 'owner',
  request: Type.Object({ name: OrganizationName }),
  response: ManagedOrganization,
});

export const deleteOrganization = managementEndpoint({
  method: 'DELETE',
  path: OfOrganization,
  operationId: 'deleteOrganization',
  tag: 'Organizations',
  summary: 'Delete an organization with all that is theirs',
  description:
    'Keys stop working at once; then catalogues, gradings, sessions, rankings, outcomes, orders, models, usage, members, invitations and the audit log are removed, and what remains of them in the files of the store. It cannot be undone. The events say how far it has come; the last one has `done`. Should it be cut short, delete the organization again.',
  access: 'owner',
  form: 'events',
  request: Type.Object({
    name: Type.String({ maxLength: 256, description: 'The name of the organization, to confirm.' }),
  }),
  response: Type.Union([
    Type.Object({ stage: Type.String() }),
    Type.Object({
      done: Type.Literal(true),
      removed: Type.Integer({ minimum: 0, description: 'The number of rows.' }),
      store: Type.Enum(['rewritten', 'clean', 'scheduled', 'served', 'busy']),
    }),
  ]),
});
