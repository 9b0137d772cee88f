import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { FreeForm, id, OrganizationIdField, SessionIdField, text, Warnings, whenFields } from '../shapes.ts';

const what = {
  name: text(limits.eventName, 'For example checkout_started.'),
  data: Type.Optional(FreeForm('Free-form object, at most 8 KiB as JSON, at most 4 deep.')),
  decisionId: Type.Optional(text(limits.decisionId, 'The ranking that the outcome belongs to.')),
  ...whenFields,
};
const NAMES_EVENT =
  'Names the event within its session and name: sent again, it is not counted again. With another body it is refused.';

/** What became of one event. */
const Recorded = {
  duplicate: Type.Boolean({ description: 'Whether the event was known already.' }),
  eventId: Type.String({ description: 'As sent, or chosen by the service.' }),
};

export const event = endpoint({
  path: '/event',
  operationId: 'event',
  tag: 'Outcomes',
  summary: 'Record a named outcome, or several',
  description:
    'Records an outcome that is not a signal, such as a checkout, or a list of them, all or none. With an eventId an event counts once however often its session sends it. Purchases are kept as claims until orders that the shop uploads confirm them. Not metered.',
  metered: false,
  repeated: 'same',
  bodyLimit: limits.body.outcome,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    ...what,
    name: Type.Optional(
      text(limits.eventName, 'For example checkout_started. May be absent beside `events` only.'),
    ),
    eventId: Type.Optional(
      id(limits.eventId, `${NAMES_EVENT} Events of the list without an id get one made of it.`, {
        'x-names-request': true,
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.Object({ ...what, eventId: Type.Optional(id(limits.eventId, NAMES_EVENT)) }), {
        minItems: 1,
        maxItems: limits.events,
        description: 'Several events, in place of one or besides it: recorded together.',
      }),
    ),
  }),
  response: Type.Object({
    recorded: Type.Literal(true),
    duplicate: Type.Boolean({
      description: 'Whether the event was known already; of several, whether all were.',
    }),
    eventId: Type.String({
      description: 'As sent, or chosen by the service; of several, that of the first.',
    }),
    events: Type.Optional(
      Type.Array(Type.Object(Recorded), {
        description: 'What became of each of `events`, in their order; absent without them.',
      }),
    ),
    warnings: Warnings,
  }),
});
export type EventRequest = Static<typeof event.request>;
export type EventResponse = Static<typeof event.response>;
