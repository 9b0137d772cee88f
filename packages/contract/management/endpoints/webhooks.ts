import Type, { type Static } from 'typebox';
import { limits } from '../../limits.ts';
import { managementEndpoint } from '../endpoint.ts';
import { Time } from '../fields.ts';

const Sender = Type.Enum(['segment', 'snowplow', 'shopify', 'woocommerce'], {
  description:
    'Whose shape and signature its deliveries have: `segment` is also that of RudderStack, and of whoever sends calls of that specification.',
});

/** A webhook as its owner sees it: never its secret. */
export const ManagedWebhook = Type.Object(
  {
    id: Type.String(),
    sender: Sender,
    label: Type.Optional(Type.String()),
    path: Type.String({ description: 'Where deliveries go, below the address of this service.' }),
    createdAt: Time,
  },
  { title: 'ManagedWebhook' },
);
export type ManagedWebhook = Static<typeof ManagedWebhook>;

const OfOrganization = '/organizations/{organizationId}/webhooks';
const OfWebhook = '/organizations/{organizationId}/webhooks/{webhookId}';

export const listWebhooks = managementEndpoint({
  method: 'GET',
  path: OfOrganization,
  operationId: 'listWebhooks',
  tag: 'Webhooks',
  summary: 'List the webhooks of an organization',
  description: 'Oldest first. Secrets are never shown again.',
  access: 'viewer',
  response: Type.Object({ webhooks: Type.Array(ManagedWebhook) }),
});

export const createWebhook = managementEndpoint({
  method: 'POST',
  path: OfOrganization,
  operationId: 'createWebhook',
  tag: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'Makes an address at which another system delivers what shoppers did, and the secret that it signs with. The secret is in this answer and nowhere else; the store has it sealed. Where the other system makes the secret, as Shopify does, send it.',
  access: 'editor',
  request: Type.Object({
    sender: Sender,
    label: Type.Optional(Type.String({ maxLength: 128, description: 'What it is for. Empty: no label.' })),
    secret: Type.Optional(
      Type.String({
        minLength: limits.webhookSecret.min,
        maxLength: limits.webhookSecret.max,
        description: 'The secret that the other system signs with; one is made when it is absent.',
      }),
    ),
  }),
  response: Type.Object({
    webhook: ManagedWebhook,
    secret: Type.Optional(Type.String({ description: 'Shown this once. Absent where it was sent.' })),
  }),
});

export const removeWebhook = managementEndpoint({
  method: 'DELETE',
  path: OfWebhook,
  operationId: 'removeWebhook',
  tag: 'Webhooks',
  summary: 'Remove a webhook',
  description: 'The very next delivery is refused. What was delivered stays.',
  access: 'editor',
  response: Type.Object({ removed: Type.Literal(true) }),
});
