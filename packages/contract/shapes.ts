import Type, { type Static, type TSchema } from 'typebox';
import { limits } from './limits.ts';

/** Text of 1 to `max` code points. */
export const text = (max: number, description: string) =>
  Type.String({ minLength: 1, maxLength: max, description });

/** An id of 1 to `max` code points. Whole numbers below 2^53 are taken as their text. */
export const id = (
  max: number,
  description: string,
  marks: { readonly 'x-names-request'?: true | string } = {},
) =>
  Type.String({
    ...marks,
    minLength: 1,
    maxLength: max,
    'x-number-as-text': true,
    description: `${description} A whole number is taken as its text.`,
  });

export const SessionIdField = id(
  limits.sessionId,
  'Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters.',
);
export const OrganizationIdField = text(
  limits.organizationId,
  'The organization whose data is meant; the key must belong to it.',
);

/** When something happened. */
export const whenFields = {
  at: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Number()], {
      description:
        'Its own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now; further ahead or over 24 hours old is refused.',
    }),
  ),
  age: Type.Optional(
    Type.Number({
      description:
        'How long before the request was sent it happened, in milliseconds: for devices whose clock may be wrong. Counts in place of `at`, and is cut to 0 to 24 hours.',
    }),
  ),
};

/** Typed text, possibly empty. */
export const QueryField = (description: string) =>
  Type.String({ maxLength: limits.query, description: `${description} May be empty.` });

/** A free-form JSON object, bounded in size and depth. */
export const FreeForm = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    'x-max-json-bytes': limits.freeFormBytes,
    'x-max-nesting': limits.freeFormNesting,
    description,
  });

/** The value of one product attribute: a plain value, or a list of them. */
export type AttributeValue = string | number | boolean | null | readonly (string | number | boolean)[];

const scalars = [
  { type: 'string', maxLength: limits.attributeValue },
  { type: 'number' },
  { type: 'boolean' },
] as const;

const attributeValue = {
  anyOf: [
    ...scalars,
    { type: 'null' },
    { type: 'array', maxItems: limits.attributes, items: { anyOf: scalars } },
  ],
};

/** Attributes of a product by name. */
export const Attributes = Type.Unsafe<Readonly<Record<string, AttributeValue>>>({
  type: 'object',
  maxProperties: limits.attributes,
  propertyNames: { maxLength: limits.attributeName },
  additionalProperties: attributeValue,
  description: 'Attributes by name. They win over those that the catalogue holds for the same id.',
});

/** A product sent inline: its id and, beside it, its attributes, and whatever else a shop has in it. */
export const InlineProduct = Type.Unsafe<{ readonly id: string; readonly [attribute: string]: unknown }>({
  type: 'object',
  required: ['id'],
  properties: { id: id(limits.itemId, 'The product id.') },
  additionalProperties: true,
  description:
    'Texts, numbers, true or false, and lists of them are attributes, at most 100. Prices, images, brands and categories are also read as Shopify, commercetools, Medusa, BigCommerce and schema.org nest them. All else is ignored, and named in `warnings`.',
});

export const Warning = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    field: Type.Optional(Type.String({ description: 'The request field that is meant.' })),
  },
  { title: 'Warning' },
);
export type Warning = Static<typeof Warning>;

export const Warnings = Type.Optional(
  Type.Array(Warning, {
    description: 'What was accepted, but is probably not what was meant. Present only when there is any.',
  }),
);

export const LeftOut = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Its place in the list that was sent.' }),
    id: Type.Optional(Type.String({ description: 'Its id as it was sent, where it has one.' })),
    reason: Type.String({ description: 'Why it is not ranked, and what to send.' }),
  },
  { title: 'LeftOut' },
);
export type LeftOut = Static<typeof LeftOut>;

export const LeftOutField = Type.Optional(
  Type.Array(LeftOut, {
    description:
      'Entries of the list that are not ranked: without a usable id, or with an id that came before. Present only when there is any.',
  }),
);

export const Persona = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    kind: Type.Enum(['behaviour', 'interest']),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    evidence: Type.Array(
      Type.Object({
        signal: Type.String(),
        text: Type.Optional(Type.String({ description: 'The same in words.' })),
        weight: Type.Number(),
      }),
    ),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Persona' },
);
export type Persona = Static<typeof Persona>;

export const Personas = Type.Array(Persona, {
  description: 'The personas inferred so far, best first. Their scores decay over time.',
});

export const Context = Type.Object(
  {
    device: Type.String({ description: 'mobile, tablet, desktop, bot or other.' }),
    referrer: Type.String({
      description: 'direct, internal, search, social, email, paid or other:<host>.',
    }),
    timeOfDay: Type.String({ description: 'night, morning, afternoon or evening.' }),
  },
  { title: 'Context', description: 'What the request itself contributes.' },
);
export type Context = Static<typeof Context>;

export const Factor = Type.Object(
  {
    factor: Type.String({
      description:
        'The kind of evidence: category, brand, price, meaning, co-visited, …; dismissed and constraint speak against some products, and so for others; match, availability, aside, order and variety put the product into a tier.',
    }),
    signal: Type.String({ description: 'What in the session or the catalogue matched.' }),
    matched: Type.Optional(
      Type.String({
        description:
          'Where `signal` is a search: what of it the product has, such as `colour=red` or `price_filter:-80`; for words, as they were typed, where the catalogue writes them in another way.',
      }),
    ),
    weight: Type.Number(),
    value: Type.Number(),
    contribution: Type.Number({
      description: 'weight × value; negative where it speaks against the product.',
    }),
    tier: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Only of factors that put the product into a tier, which contribute nothing: how far back. The tiers of a product add up, and a list is in the order of the sums, lowest first, then of the scores. `match` says how far it meets the search (`matched`: all, most, some, none), `availability` that it is sold out, `aside` that it was dismissed, bought, taken out of the cart or lies in it, or is of such a kind, `order` that the shopper sorted the list, or what words of the search ask of it (`matched`: `cheap: price_asc`), `variety` that the list is varied.',
      }),
    ),
  },
  { title: 'Factor' },
);
export type Factor = Static<typeof Factor>;

export const ScoreBreakdown = Type.Array(Factor, {
  description:
    'One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what the list is ordered by first.',
});

/**
 * A field of an answer that is always there, unless the request asks to leave it out by an optional field that this
 * names. Its type is that of an answer in full: who asks for less knows what is not there.
 */
export const leftOutBy = <Schema extends TSchema>(requestField: string, schema: Schema): Schema =>
  Type.Optional({ ...schema, 'x-left-out-by': requestField });

export const Explanation = Type.Object(
  {
    personalised: Type.Boolean(),
    reason: Type.Optional(
      Type.Enum(
        [
          'session_not_found',
          'no_signals',
          'no_matching_attributes',
          'all_tied',
          'catalogue_empty',
          'opening',
        ],
        {
          description:
            'Why the order is not personal; left out where the request asks for that itself (`/rerank` with `strength` 0). `opening`: the catalogue is still being read, so the list is in the order in which it was sent.',
        },
      ),
    ),
    diversity: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description:
          'How far the first places are varied; left out where they are not. Each of them has a tier of its own; scores stay as they are.',
      }),
    ),
  },
  { title: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;

export const Why = Type.Optional(
  Type.String({ description: 'The strongest factors in words, each with its share of the score.' }),
);
export const Available = Type.Optional(
  Type.Literal(false, {
    description:
      'Present only when the product cannot be bought now; such products come behind others that meet a search as far.',
  }),
);

export const DecisionIdField = Type.String({
  description: 'Names this ranking. Send it with /exposure and /event.',
});
export const Rank = Type.Integer({ minimum: 1, description: 'The place, counted from 1.' });

export const Source = Type.Enum(['merchant', 'extracted', 'enriched', 'inferred'], {
  default: 'merchant',
  description: 'Where the values come from, which decides how far they are trusted.',
});
export type Source = Static<typeof Source>;

export const Kinds = Type.Array(
  Type.Object({
    attribute: text(limits.repairAttribute, 'The name of a column.'),
    kind: Type.Enum(['category', 'number', 'date', 'boolean', 'list', 'text', 'identifier']),
  }),
  {
    maxItems: limits.applicable,
    description: 'How columns are read, where that is not recognised: numbers that are names are categories.',
  },
);

export const EmptyMeansNo = Type.Array(text(limits.repairAttribute, 'The name of an attribute.'), {
  maxItems: limits.applicable,
  description: 'Facts that say yes where they hold, of which an empty cell means no.',
});

export const EmptyMeansUnknown = Type.Array(text(limits.repairAttribute, 'The name of an attribute.'), {
  maxItems: limits.applicable,
  description: 'Facts that only ever say yes, of which an empty cell means that nobody knows.',
});

export const IdColumn = text(
  limits.repairAttribute,
  'The name of the column with the product ids, where it is not column one.',
);

export const IgnoredColumns = Type.Array(text(limits.repairAttribute, 'The name of a column.'), {
  maxItems: limits.csvColumns,
  description: 'Columns to leave out.',
});

export const Grade = Type.Union([Type.Enum(['A', 'B', 'C', 'D', 'E']), Type.Null()]);
export const Action = Type.Enum(['record', 'derive', 'ask', 'leave']);

export const Csv = (description: string) =>
  Type.String({
    minLength: 1,
    'x-max-bytes': limits.csvBytes,
    description: `${description} At most ${limits.csvBytes.toLocaleString('en-GB')} bytes of UTF-8.`,
  });

export const Reason = Type.Object({ code: Type.String(), message: Type.String() });

export const Storage = Type.Object(
  {
    stored: Type.Boolean(),
    id: Type.Optional(Type.String({ description: 'The id of the kept result.' })),
    message: Type.Optional(Type.String()),
  },
  {
    title: 'Storage',
    description:
      'Whether the result was kept. It is kept only when organizationId was sent, with a key that may: one without origins from a server, or one made for this endpoint.',
  },
);

/** The number of results: an integer from 1 to `max`. */
export const limitField = (max: number, standard: number | 'all') =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      ...(standard === 'all' ? {} : { default: standard }),
      description:
        standard === 'all'
          ? 'How many to answer with; all that was sent by default.'
          : 'How many to answer with.',
    }),
  );
