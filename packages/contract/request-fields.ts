import Type, { type Static } from 'typebox';
import { limits } from './limits.ts';
import { text } from './shapes.ts';

/** A range of numbers, both ends included; an end that is left out is open. */
export interface FilterRange {
  readonly min?: number;
  readonly max?: number;
}

/** One value that a filter accepts: a name as people write it, a number, yes or no, or a range of numbers. */
export type FilterValue = string | number | boolean | FilterRange;

/** What an attribute must not be, none of several values, and whether it has to be recorded. */
export interface FilterTest {
  readonly not?: FilterValue | readonly FilterValue[];
  readonly exists?: boolean;
}

/** What a filter accepts: one value, any of several, or what a test says. */
export type Filter = FilterValue | readonly FilterValue[] | FilterTest;

const filterValue = [
  { type: 'string', minLength: 1, maxLength: limits.filterValue },
  { type: 'number' },
  { type: 'boolean' },
  {
    type: 'object',
    minProperties: 1,
    properties: { min: { type: 'number' }, max: { type: 'number' } },
  },
] as const;

const anyOfValues = [
  ...filterValue,
  { type: 'array', minItems: 1, maxItems: limits.filterValues, items: { anyOf: filterValue } },
] as const;

/** Hard constraints by attribute: all filters must hold, of each any one value. */
export const FiltersField = Type.Optional(
  Type.Unsafe<Readonly<Record<string, Filter>>>({
    type: 'object',
    maxProperties: limits.filters,
    propertyNames: { maxLength: limits.filterName },
    additionalProperties: {
      anyOf: [
        ...anyOfValues,
        {
          title: 'FilterTest',
          type: 'object',
          minProperties: 1,
          properties: { not: { anyOf: anyOfValues }, exists: { type: 'boolean' } },
        },
      ],
    },
    description:
      'Rank only the products that meet all of these: attribute by name, or `category`, `brand`, `price`, to a value, a list of values of which one is enough, `{ min, max }`, or `{ not, exists }`: what is none of some values, and whether there is one. A value with a sign such as `!` or `-` before it that no product has is refused.',
  }),
);

/** How a search was read. */
export const QueryReading = Type.Object(
  {
    typed: Type.String({ description: 'The `query` as it was sent, without spaces around it.' }),
    read: Type.String({ description: 'The same with its corrections.' }),
    corrected: Type.Optional(
      Type.Array(
        Type.Object({
          typed: Type.String(),
          read: Type.String({ description: 'A word of the catalogue that is searched for in its place.' }),
        }),
        { description: 'The words that are read as misspelt; left out for none.' },
      ),
    ),
    asked: Type.Optional(
      Type.Array(
        Type.Object({
          typed: Type.String({ description: 'The words, such as "cheap" or "for her".' }),
          attribute: Type.Optional(
            Type.String({
              description:
                'What answers them: `price`, `reduced` (sold below its price), or a column of the catalogue. Left out where texts do.',
            }),
          ),
          order: Type.Optional(
            Type.Enum(['ascending', 'descending'], { description: 'Left out for a limit.' }),
          ),
          read: Type.Optional(
            Type.String({ description: 'The word of the catalogue that is searched for in their place.' }),
          ),
        }),
        {
          description:
            'What words of it ask of the list, beside what products are called. Words are read so only where the catalogue has what answers them and no product is called so. Left out for none.',
        },
      ),
    ),
    price: Type.Optional(
      Type.Object(
        { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) },
        { description: 'The price that it says; left out for none.' },
      ),
    ),
  },
  {
    title: 'QueryReading',
    description: 'With a `query`: how it was read, so that a page can say "Showing results for …".',
  },
);

export const OffsetField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: limits.offset,
    default: 0,
    description: 'How many of the first products to skip, for the next page of the same list.',
  }),
);

export const DiversityField = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: limits.diversity.max,
    description:
      'How far kinds, brands and prices vary among the first places: 0 is the order of the scores alone. When absent, a list for a session without signals is varied a little, unless there is a query.',
  }),
);

export const SeenField = Type.Optional(
  Type.Enum(['keep', 'exclude'], {
    default: 'keep',
    description: '`exclude` leaves out the products that this session has viewed.',
  }),
);

export const UnmatchedField = Type.Optional(
  Type.Enum(['keep', 'exclude'], {
    default: 'keep',
    description:
      '`exclude` leaves out the products that do not meet the `query`. Where none does, `matched` is 0 and the products with a part of it are ranked; where none has a part, `total` is 0.',
  }),
);

export const ExplainField = Type.Optional(
  Type.Boolean({
    default: true,
    description: 'Whether items have `scoreBreakdown` and `why`.',
  }),
);

export const HighlightField = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'With a `query`: whether items say where it stands in their attributes, in `matches`.',
  }),
);

export const Matches = Type.Optional(
  Type.Array(
    Type.Object(
      {
        attribute: Type.String(),
        item: Type.Optional(
          Type.Integer({ minimum: 0, description: 'Which item of it is meant, where it is a list.' }),
        ),
        start: Type.Integer({
          minimum: 0,
          description: 'Of the text, in UTF-16 units, as `String.prototype.slice` of JavaScript counts.',
        }),
        end: Type.Integer({ minimum: 1, description: 'Behind the last unit.' }),
      },
      { title: 'Match' },
    ),
    {
      description:
        'With `highlight`: the words of the attributes that the query was read as, as corrections, completions and synonyms, too. Left out for none.',
    },
  ),
);

export const FieldsField = Type.Optional(
  Type.Array(text(limits.filterName, 'The name of an attribute.'), {
    maxItems: limits.fields,
    description: 'The attributes that items have; none for an empty list, all when absent.',
  }),
);

export const FacetsField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: limits.facets.max,
    default: limits.facets.default,
    description: 'How many attributes to count the values of, those first that divide the products best.',
  }),
);

/** One attribute of the products that are left, for a sidebar: its values with their products, or its range. */
export const Facet = Type.Object(
  {
    attribute: Type.String({ description: 'The name by which `filters` take it.' }),
    label: Type.String({ description: 'The name as a page may show it.' }),
    products: Type.Integer({ minimum: 0, description: 'How many of the products have a value.' }),
    values: Type.Optional(
      Type.Array(
        Type.Object({
          value: Type.String({ description: 'As `filters` take it.' }),
          count: Type.Integer({ minimum: 0 }),
          selected: Type.Optional(Type.Literal(true, { description: 'Present where a filter accepts it.' })),
        }),
        { maxItems: limits.facetValues, description: 'Values by name, those of most products first.' },
      ),
    ),
    min: Type.Optional(Type.Number({ description: 'The lowest number.' })),
    max: Type.Optional(Type.Number({ description: 'The highest number.' })),
    unit: Type.Optional(Type.String({ description: 'The unit of the numbers, where one is known.' })),
    buckets: Type.Optional(
      Type.Array(
        Type.Object({ min: Type.Number(), max: Type.Number(), count: Type.Integer({ minimum: 0 }) }),
        {
          description: 'Ranges of about as many products each, as `filters` take them.',
        },
      ),
    ),
    more: Type.Optional(
      Type.Integer({ minimum: 1, description: 'How many values are not listed; left out where all are.' }),
    ),
  },
  {
    title: 'Facet',
    description:
      'Counts the products that meet all other filters: a filter on this attribute itself does not change them.',
  },
);
export type Facet = Static<typeof Facet>;

export const Facets = Type.Optional(
  Type.Array(Facet, { description: 'Present only when the request asks for facets.' }),
);
