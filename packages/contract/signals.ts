import Type, { type Static } from 'typebox';
import { limits } from './limits.ts';
import { Context, id, Personas, text, whenFields } from './shapes.ts';

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
    ...whenFields,
  },
  { title: 'Signal' },
);
export type Signal = Static<typeof Signal>;

const signals = (description: string) =>
  Type.Optional(Type.Array(Signal, { maxItems: limits.signals, description }));

const batchId = (description: string, names: true | string) =>
  Type.Optional(id(limits.batchId, description, { 'x-names-request': names }));

/** The signals of `/track`, and the name of the call. */
export const SignalsField = signals('What the shopper did.');
export const BatchIdField = batchId(
  'Names this call within its session: a retry with the same one is applied once. With other signals it is refused.',
  true,
);

/** The same of a request for a list. */
export const SignalsFirstField = signals(
  'What the shopper did and was not sent yet. It is added to the session first, as by `/track`, and the list is ranked with it. The request counts once, as a request for a list. A key that may not call `/track` may not send it.',
);
export const SignalsBatchIdField = batchId(
  'Names the `signals` within their session, as in `/track`: with the same one they are applied once, by whichever endpoint they come. Send one: clients and proxies send a list again whose answer does not come. Without `signals` it says nothing.',
  'signals',
);

const AddedSignals = Type.Object({
  accepted: Type.Integer({
    minimum: 0,
    description: 'How many of the signals are of a known type and were added.',
  }),
  unrecognised: Type.Array(Type.String(), {
    description: 'Types that are not known. They are kept with the session and carry no weight.',
  }),
});

/** What is told of signals once they are in the session. */
export const trackedFields = {
  found: Type.Literal(true),
  personas: Personas,
  signals: AddedSignals,
  context: Context,
};

export const Tracked = Type.Object(trackedFields, {
  title: 'Tracked',
  description: 'What became of the `signals` of the request, as `/track` answers. Present only with them.',
});
export type Tracked = Static<typeof Tracked>;
