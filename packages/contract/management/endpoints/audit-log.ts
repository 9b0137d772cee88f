import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';

/** Who did what. */
export const AuditLine = Type.Object(
  {
    id: Type.String(),
    at: Type.String({ format: 'date-time' }),
    email: Type.String({ description: 'The address of the person at that time, or `command line`.' }),
    action: Type.String({ description: 'A noun and a verb, such as `key.created`.' }),
    subject: Type.String({ description: 'The id or name of what it was done to.' }),
    detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { title: 'AuditLine' },
);
export type AuditLine = Static<typeof AuditLine>;

export const listAuditLog = managementEndpoint({
  method: 'GET',
  path: '/organizations/{organizationId}/audit-log',
  operationId: 'listAuditLog',
  tag: 'Organizations',
  summary: 'Who did what',
  description:
    'What members did in the dashboard and through this interface, and what was done by the command line, newest first.',
  access: 'viewer',
  query: Type.Object({
    cursor: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the page before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  response: Type.Object({ entries: Type.Array(AuditLine), next: Type.Optional(Type.String()) }),
});
