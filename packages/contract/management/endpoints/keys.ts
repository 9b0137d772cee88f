import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';

/** A key as its owner sees it: never its value, nor its hash. */
export const ManagedKey = Type.Object(
  {
    id: Type.String(),
    prefix: Type.String({ description: 'The first characters of the key, to recognise it by.' }),
    state: Type.Enum(['active', 'expired', 'revoked']),
    label: Type.Optional(Type.String()),
    origins: Type.Array(Type.String(), { description: 'Web origins that may use it; any where empty.' }),
    endpoints: Type.Optional(
      Type.Array(Type.String(), { description: 'Paths that it may call; all where absent.' }),
    ),
    createdAt: Type.String({ format: 'date-time' }),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
    revokedAt: Type.Optional(Type.String({ format: 'date-time' })),
    lastUsedAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { title: 'ManagedKey' },
);
export type ManagedKey = Static<typeof ManagedKey>;

export const listKeys = managementEndpoint({
  method: 'GET',
  path: '/organizations/{organizationId}/keys',
  operationId: 'listKeys',
  tag: 'API keys',
  summary: 'List the keys of an organization',
  description: 'Every key, oldest first, revoked and expired ones included. Values are never shown again.',
  access: 'viewer',
  response: Type.Object({ keys: Type.Array(ManagedKey) }),
});
