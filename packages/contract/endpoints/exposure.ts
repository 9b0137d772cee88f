import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { id, OrganizationIdField, SessionIdField, text, Warnings } from '../shapes.ts';

const ItemId = id(limits.itemId, 'The id of the item.');

export const exposure = endpoint({
  path: '/exposure',
  operationId: 'exposure',
  tag: 'Outcomes',
  summary: 'Record what was shown',
  description:
    'Records what was actually rendered for a ranking decision: what the shopper could see, not what was requested. An item counts once a session and decision, however often it is sent. Not metered.',
  metered: false,
  repeated: 'same',
  bodyLimit: limits.body.outcome,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    decisionId: text(limits.decisionId, 'The decision that was rendered.'),
    items: Type.Array(
      Type.Union([
        ItemId,
        Type.Object({
          id: ItemId,
          position: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: limits.position,
              description: 'The place on the page, counted from 1.',
            }),
          ),
        }),
      ]),
      { maxItems: limits.exposures, description: 'What was shown, each as its id or with its place.' },
    ),
  }),
  response: Type.Object({
    recorded: Type.Integer({ minimum: 0, description: 'Items that were not known before.' }),
    duplicates: Type.Integer({ minimum: 0 }),
    decisionId: Type.String(),
    warnings: Warnings,
  }),
});
export type ExposureRequest = Static<typeof exposure.request>;
export type ExposureResponse = Static<typeof exposure.response>;
