import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { FreeForm, id, OrganizationIdField, SessionIdField, text, Warnings } from '../shapes.ts';

export const event = endpoint({
  path: '/event',
  operationId: 'event',
  tag: 'Outcomes',
  summary: 'Record a named outcome',
  description:
    'Records an outcome that is not a signal, such as a checkout. With an eventId it counts once however often its session sends it. Purchases are kept as claims until orders that the shop uploads confirm them. Not metered.',
  metered: false,
  repeated: 'same',
  bodyLimit: limits.body.outcome,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    name: text(limits.eventName, 'For example checkout_started.'),
    data: Type.Optional(FreeForm('Free-form object, at most 8 KiB as JSON, at most 4 deep.')),
    decisionId: Type.Optional(text(limits.decisionId, 'The ranking that the outcome belongs to.')),
    eventId: Type.Optional(
      id(
        limits.eventId,
        'Names the event within its session and name: sent again, it is not counted again. With another body it is refused.',
        { 'x-names-request': true },
      ),
    ),
  }),
  response: Type.Object({
    recorded: Type.Literal(true),
    duplicate: Type.Boolean({ description: 'Whether the event was known already.' }),
    eventId: Type.String({ description: 'As sent, or chosen by the service.' }),
    warnings: Warnings,
  }),
});
export type EventRequest = Static<typeof event.request>;
export type EventResponse = Static<typeof event.response>;
