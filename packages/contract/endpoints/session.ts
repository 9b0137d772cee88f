import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { Context, OrganizationIdField, Personas, SessionIdField, Warnings } from '../shapes.ts';

export const session = endpoint({
  path: '/session',
  operationId: 'session',
  tag: 'Signals and sessions',
  summary: 'Read a session',
  description:
    'Answers whether the session exists and the personas accumulated against it. Reading never opens a session.',
  metered: true,
  repeated: 'same',
  bodyLimit: limits.body.session,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: Type.Optional(OrganizationIdField),
  }),
  response: Type.Object({
    found: Type.Boolean({ description: 'false for a session id that has never been written.' }),
    sessionId: Type.String(),
    personas: Personas,
    context: Type.Optional(Context),
    openedAt: Type.Optional(Type.String({ format: 'date-time' })),
    lastSeenAt: Type.Optional(Type.String({ format: 'date-time' })),
    signalCount: Type.Optional(Type.Integer({ minimum: 0 })),
    interests: Type.Optional(Type.Array(Type.Object({ interest: Type.String(), score: Type.Number() }))),
    warnings: Warnings,
  }),
});
export type SessionRequest = Static<typeof session.request>;
export type SessionResponse = Static<typeof session.response>;
