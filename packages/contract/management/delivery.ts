import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';
import { managementEndpoint } from './endpoint.ts';

/** What became of a delivery. */
export const Delivered = Type.Object({
  received: Type.Integer({ minimum: 0, description: 'How many events it had.' }),
  recorded: Type.Integer({
    minimum: 0,
    description:
      'How many of them are now in sessions, outcomes or orders. One that came before is counted here, and is there once.',
  }),
  ignored: Type.Integer({
    minimum: 0,
    description: 'How many say nothing that the service uses, such as an `identify` call.',
  }),
  left_out: Type.Optional(
    Type.Array(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0, description: 'Its place in the delivery.' }),
          id: Type.Optional(Type.String({ description: 'Its own id, where it has one.' })),
          reason: Type.String({ description: 'Why it was not recorded, and what to send.' }),
        },
        { title: 'LeftOutEvent' },
      ),
      {
        description:
          'Events that could not be read. The others are recorded. Present only when there is any.',
      },
    ),
  ),
});
export type Delivered = Static<typeof Delivered>;

/**
 * The call that the other system makes. It has no sign-in and no key: the signature of its body says who it is. It is
 * served beside the management operations, as a call of an endpoint is.
 */
export const deliverEvents = managementEndpoint({
  method: 'POST',
  path: '/organizations/{organizationId}/webhooks/{webhookId}',
  operationId: 'deliverEvents',
  tag: 'Webhooks',
  summary: 'Deliver events',
  description: `One event, a list of at most ${limits.webhookEvents}, or \`{ "batch": [...] }\` of a customer data platform; one order of a shop system. The body is signed as the sender documents it: \`x-signature\` (HMAC-SHA-1 or HMAC-SHA-256, hexadecimal; \`segment\`, \`snowplow\`), \`x-shopify-hmac-sha256\` or \`x-wc-webhook-signature\` (HMAC-SHA-256, base64). A platform that cannot sign sends the secret itself: \`Authorization: Bearer\`, or Basic with the secret as the user or the password (\`segment\`, \`snowplow\`). An event counts once under its id. An event that cannot be read costs itself, not the delivery. Metered.`,
  access: 'signature',
  request: Type.Unsafe<unknown>({
    description: 'As the sender has it.',
    anyOf: [{ type: 'object' }, { type: 'array', maxItems: limits.webhookEvents }],
  }),
  bodyLimit: limits.body.webhook,
  response: Delivered,
});
