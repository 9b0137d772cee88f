import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { Context, id, OrganizationIdField, Personas, SessionIdField, text, Warnings } from '../shapes.ts';

export const Signal = Type.Object(
  {
    type: text(
      limits.signalType,
      'For example category_view, price_filter, product_view, search. All types, each with the form of its value: `KnownSignal`. Others are kept with the session and carry no weight.',
    ),
    value: Type.Optional(
      Type.String({
        maxLength: limits.signalValue,
        'x-number-as-text': true,
        description:
          'A whole number is taken as its text. For category_view a category handle, for price_filter two prices joined by a hyphen, of which one may be left out (60-150, 10.50-20, -60, 60-), for attribute_filter name=value or name!=value, for dwell <productId>:<seconds>.',
      }),
    ),
    at: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Number()], {
        description:
          "The signal's own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now; further ahead or over 24 hours old is refused.",
      }),
    ),
  },
  { title: 'Signal' },
);
export type Signal = Static<typeof Signal>;

export const track = endpoint({
  path: '/track',
  operationId: 'track',
  tag: 'Signals and sessions',
  summary: 'Send shopper signals',
  description:
    'Adds signals to a session and answers the personas inferred so far. An empty or absent list still opens the session. Device, referrer and time of day are taken from the request where no signal states them.',
  metered: true,
  repeated: 'same',
  bodyLimit: limits.body.session,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    signals: Type.Optional(
      Type.Array(Signal, { maxItems: limits.signals, description: 'What the shopper did.' }),
    ),
    batchId: Type.Optional(
      id(
        limits.batchId,
        'Names this call within its session: a retry with the same one is applied once. With other signals it is refused.',
        { 'x-names-request': true },
      ),
    ),
  }),
  response: Type.Object({
    sessionId: Type.String(),
    found: Type.Literal(true),
    personas: Personas,
    signals: Type.Object({
      accepted: Type.Integer({
        minimum: 0,
        description: 'How many of the signals are of a known type and were added.',
      }),
      unrecognised: Type.Array(Type.String(), {
        description: 'Types that are not known. They are kept with the session and carry no weight.',
      }),
    }),
    context: Context,
    warnings: Warnings,
  }),
});
export type TrackRequest = Static<typeof track.request>;
export type TrackResponse = Static<typeof track.response>;
