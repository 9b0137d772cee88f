import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';
import { Time } from '../fields.ts';

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
    createdAt: Time,
    expiresAt: Type.Optional(Time),
    revokedAt: Type.Optional(Time),
    lastUsedAt: Type.Optional(Time),
  },
  { title: 'ManagedKey' },
);
export type ManagedKey = Static<typeof ManagedKey>;

const Label = Type.String({ maxLength: 128, description: 'What the key is for. Empty: no label.' });
const Origins = Type.Array(Type.String({ maxLength: 256 }), {
  maxItems: 100,
  description:
    'Web origins that may use it, each scheme, host and port as browsers send them: `https://shop.example`. Empty: any.',
});
const Endpoints = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: 50,
  description: 'Paths that it may call, such as `/track`.',
});
const Expiry = Type.String({
  maxLength: 64,
  description: 'A time such as `2030-01-31T12:00:00Z`, a day, or a span from now on: `90d`, `12h`.',
});

const OfOrganization = '/organizations/{organizationId}/keys';
const OfKey = '/organizations/{organizationId}/keys/{keyId}';

export const listKeys = managementEndpoint({
  method: 'GET',
  path: OfOrganization,
  operationId: 'listKeys',
  tag: 'API keys',
  summary: 'List the keys of an organization',
  description: 'Every key, oldest first, revoked and expired ones included. Values are never shown again.',
  access: 'viewer',
  response: Type.Object({ keys: Type.Array(ManagedKey) }),
});

export const createKey = managementEndpoint({
  method: 'POST',
  path: OfOrganization,
  operationId: 'createKey',
  tag: 'API keys',
  summary: 'Create a key',
  description:
    'The value of the key is in this answer and nowhere else: only its hash is stored. A key with origins may call what the browser SDK calls, unless `calls` or `endpoints` say otherwise; so should any key in a page.',
  access: 'editor',
  request: Type.Object({
    label: Type.Optional(Label),
    origins: Type.Optional(Origins),
    calls: Type.Optional(
      Type.Enum(['all', 'sdk'], {
        description:
          'A group of endpoints that it may call; `endpoints` are in addition to `sdk`. Where neither is given, a key with origins gets `sdk`, as everybody can read it in the page, and another one all.',
      }),
    ),
    endpoints: Type.Optional(Endpoints),
    expiresAt: Type.Optional(Expiry),
  }),
  response: Type.Object({
    key: ManagedKey,
    value: Type.String({ description: 'Shown this once.' }),
  }),
});

export const changeKey = managementEndpoint({
  method: 'PATCH',
  path: OfKey,
  operationId: 'changeKey',
  tag: 'API keys',
  summary: 'Change the label, the origins or the expiry of a key',
  description:
    'What is given is replaced; the very next request with the key is checked against it. A revoked key cannot be changed.',
  access: 'editor',
  request: Type.Object({
    label: Type.Optional(Label),
    origins: Type.Optional(Origins),
    expiresAt: Type.Optional(Type.Union([Expiry, Type.Null({ description: 'Never.' })])),
  }),
  response: Type.Object({ key: ManagedKey }),
});

export const revokeKey = managementEndpoint({
  method: 'DELETE',
  path: OfKey,
  operationId: 'revokeKey',
  tag: 'API keys',
  summary: 'Revoke a key',
  description: 'The very next request with it is refused. The key stays in the list, as revoked.',
  access: 'editor',
  response: Type.Object({ key: ManagedKey }),
});
