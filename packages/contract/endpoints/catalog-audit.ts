import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  Action,
  Csv,
  EmptyMeansNo,
  EmptyMeansUnknown,
  Grade,
  IdColumn,
  IgnoredColumns,
  Kinds,
  OrganizationIdField,
  Reason,
  Source,
  Storage,
  text,
  Warnings,
} from '../shapes.ts';

const NowAndComplete = Type.Object({ now: Type.Number(), complete: Type.Number() });

const Count = Type.Integer({ minimum: 0 });

const Distribution = Type.Object(
  {
    values: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), products: Count }), {
        maxItems: 12,
        description:
          'Of words: the most frequent values. A product with several values counts for each of them.',
      }),
    ),
    bins: Type.Optional(
      Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), products: Count }), {
        maxItems: 12,
        description:
          'Of numbers and dates: a histogram, ascending. A bin holds its lower bound; the last one also its upper bound, and a bin whose bounds are equal holds one number.',
      }),
    ),
    range: Type.Optional(Type.Object({ min: Type.Number(), median: Type.Number(), max: Type.Number() })),
    unit: Type.Optional(
      Type.String({ description: 'The unit of the numbers; year for dates, which are counted by years.' }),
    ),
    others: Type.Optional(
      Type.Object(
        { values: Count, products: Count },
        { description: 'How many values are not shown, and how many products have none of those shown.' },
      ),
    ),
  },
  { title: 'Distribution' },
);

const Remaining = Type.Object(
  {
    of: Type.Number({ description: 'Products of the shelf.' }),
    now: Type.Number({ description: 'Products left after the best three answers, as the shelf stands.' }),
    complete: Type.Number({ description: 'The same with every value recorded.' }),
    best: Type.Number({ description: 'The same on the best recorded shelves.' }),
    reach: Type.Object(
      { now: Type.Number(), complete: Type.Number() },
      {
        description:
          'Shares of the way from the whole shelf to the best recorded ones, in bits, 0 to 1; the grade follows now.',
      },
    ),
    asked: Type.Optional(
      Type.Object(
        { now: Type.Array(Type.String()), complete: Type.Array(Type.String()) },
        { description: 'The questions asked; absent where shelves have different ones.' },
      ),
    ),
  },
  {
    title: 'Remaining',
    description:
      'What the best three answers leave, in products. Of a shop with several shelves, geometric means over its products.',
  },
);

const ValueCounts = Type.Array(Type.Object({ value: Type.String(), products: Type.Integer({ minimum: 0 }) }));

const SpellingGroup = Type.Object({
  values: ValueCounts,
  proposed: Type.String({ description: 'The most frequent spelling.' }),
  bits: Type.Number({
    description:
      'Bits of the attribute that tell nothing but its spelling: what its entropy loses when these are merged.',
  }),
});

const LackingFact = Type.Object({
  attribute: Type.String({
    description: 'A name for it: of the fact, or its most frequent values where it has no name.',
  }),
  from: Type.String({ description: 'The column of the texts that say it.' }),
  products: Type.Integer({ minimum: 0, description: 'Products whose text says it.' }),
  of: Type.Integer({
    minimum: 0,
    description: 'The products to which it applies, of those whose texts were read (at most 1,000).',
  }),
  values: ValueCounts,
  distinct: Type.Integer({
    minimum: 0,
    description: 'Distinct values; the most frequent ones are in values.',
  }),
  examples: Type.Array(
    Type.Object({
      product: Type.String(),
      text: Type.String({ description: 'The part of the text that says it.' }),
    }),
  ),
  bits: Type.Number({
    description: 'What a column of it would bring if every product to which it applies had it recorded.',
  }),
});

const Finding = Type.Object(
  {
    rule: Type.String({ description: 'The fixed name of the rule, such as gtin-check-digit.' }),
    severity: Type.Enum(['error', 'warning', 'notice'], {
      description:
        'error: a marketplace refuses such products; warning: it may refuse them, or show them less; notice: it recommends otherwise.',
    }),
    column: Type.Optional(
      Type.String({ description: 'The column at fault; absent where the export lacks it.' }),
    ),
    says: Type.String({ description: 'What is wrong with each of the products, as a sentence.' }),
    fix: Type.String({ description: 'What to do about it, as a sentence.' }),
    products: Type.Integer({ minimum: 1, description: 'Affected products.' }),
    examples: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.Optional(Type.String()),
        value: Type.Optional(
          Type.String({ description: 'The value at fault; absent where there is none. Long ones are cut.' }),
        ),
      }),
      { maxItems: 10, description: 'Some of the affected products; none where the export lacks the column.' },
    ),
    pages: Type.Array(Type.Object({ marketplace: Type.String(), address: Type.String() }), {
      description: 'The public pages on which marketplaces say what they ask.',
    }),
  },
  { title: 'Finding' },
);

const Names = Type.Array(Type.String());

const KnownShelves = Type.Object(
  {
    unknown: Type.Integer({ minimum: 0, description: 'Products of which nothing tells the shelf.' }),
    values: Type.Array(
      Type.Object({
        shelf: Type.String({ description: 'An id, such as boots.' }),
        within: Type.Optional(
          Type.String({
            description: 'The shelf before it of which it is a part; what that one lacks is not repeated.',
          }),
        ),
        name: Type.String(),
        products: Type.Integer({ minimum: 1 }),
        toldBy: Type.String({
          description:
            'What told it of most of them: category, title, owner (the category of the request) or columns.',
        }),
        lacks: Type.Array(
          Type.Object({
            attribute: Type.String({ description: 'An id, such as heel-height.' }),
            name: Type.String(),
            degree: Type.String({
              description: 'required: nobody can choose without it; usual: most shops record it.',
            }),
            values: Type.String({ description: 'The kind of its values: colour, size, measure, …' }),
            usualBits: Type.Number({
              minimum: 0,
              description: 'Bits that an answer usually gives on such a shelf.',
            }),
            saidIn: Type.Optional(
              Type.String({ description: 'The column of texts that say it of some products.' }),
            ),
          }),
          { description: 'What such shelves have and no column holds, required ones first.' },
        ),
        expected: Type.Optional(
          Type.Object(
            {
              asked: Type.Array(Type.String(), { maxItems: 3 }),
              left: Type.Number(),
              low: Type.Number(),
              high: Type.Number(),
            },
            {
              description:
                'Products that are expected to be left once shoppers are answered what is asked; four of five such shelves lie between low and high. Today all are left.',
            },
          ),
        ),
        marketplaces: Type.Array(
          Type.Object({ marketplace: Type.String(), required: Names, recommended: Names }),
          { description: 'What marketplaces ask of such products and no column holds.' },
        ),
      }),
      { description: 'The largest first, each with the parts of it behind it.' },
    ),
  },
  {
    title: 'KnownShelves',
    description:
      'The kinds of products that are recognised, with what such shelves usually have. Expectations from what is known of shelves: nothing in it is measured, and no other figure counts it.',
  },
);

export const AuditedAttribute = Type.Object(
  {
    attribute: Type.String(),
    kind: Type.String({ description: 'category, number, date, boolean, list, …' }),
    priority: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Bits that recording it adds to the attributes before it, on each shelf: at most what it adds alone, so that those of all of them add up to what recording everything brings. Null where the audit abstains.',
    }),
    threeQuestionGain: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'Bits that recording it adds for a shopper who asks about it and two other attributes, chosen at random. `action` goes by it. Absent where the audit abstains.',
      }),
    ),
    bits: Type.Object({ now: Type.Number(), complete: Type.Number(), recoverable: Type.Number() }),
    narrowing: NowAndComplete,
    recorded: Type.Integer({ minimum: 0 }),
    missing: Type.Integer({ minimum: 0 }),
    placeholders: Type.Integer({ minimum: 0 }),
    distinct: Type.Integer({ minimum: 0 }),
    appliesTo: Type.Optional(Type.Object({ attribute: Type.String(), values: Type.Array(Type.String()) })),
    notApplicable: Type.Optional(Type.Integer({ minimum: 0 })),
    bestSubstitute: Type.Optional(Type.Object({ attribute: Type.String(), overlap: Type.Number() })),
    derivable: Type.Optional(
      Type.Object({
        products: Type.Integer({ minimum: 0 }),
        from: Type.String(),
        precision: Type.Optional(
          Type.Number({
            description: 'Share of the recorded cells that are derived rightly as if they were missing.',
          }),
        ),
      }),
    ),
    repeatedBy: Type.Optional(
      Type.Array(Type.Object({ attribute: Type.String(), filled: Type.Integer({ minimum: 0 }) }), {
        description:
          'Columns that hold the same fact, and the products that only they describe: those are not missing here.',
      }),
    ),
    spellings: Type.Optional(
      Type.Array(SpellingGroup, {
        description:
          'Values that look like spellings of one, those first that cost most. Nothing is merged: they are counted as the values that they are.',
      }),
    ),
    affectedProducts: Type.Array(Type.String(), {
      description: 'Every product without it, those first whose value would settle most.',
    }),
    examples: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), title: Type.Optional(Type.String()) }), {
        maxItems: 5,
        description: 'The first affected products with their titles, where a column of titles was found.',
      }),
    ),
    distribution: Type.Optional(Distribution),
    abstained: Type.Optional(Reason),
    emptyMayMeanNo: Type.Optional(
      Type.Object(
        {
          says: Type.String({ description: 'What every recorded cell says.' }),
          bits: Type.Number({ description: 'Bits of its answer if empty means no, once that is said.' }),
          threeQuestionGain: Type.Number({
            description: 'Bits that saying so adds, as `threeQuestionGain` beside it.',
          }),
        },
        {
          description:
            'Of a fact that only ever says yes: an empty cell may mean no. Answer with emptyMeansNo or emptyMeansUnknown.',
        },
      ),
    ),
    breakEvenSessions: Type.Optional(Type.Number()),
    action: Type.Optional(Action),
  },
  { title: 'AuditedAttribute' },
);
export type AuditedAttribute = Static<typeof AuditedAttribute>;

export const catalogAudit = endpoint({
  path: '/catalog/audit',
  operationId: 'catalogAudit',
  tag: 'Catalogue grading',
  summary: 'Decision Audit: grade an export',
  description:
    'Grades a catalogue export for whether it can answer what shoppers ask, and ranks the attributes worth recording by bits of decision information. Stores nothing unless organizationId is sent.',
  metered: true,
  repeated: 'unless kept',
  bodyLimit: limits.body.audit,
  request: Type.Object({
    csv: Csv('Header row, then one row per product; column one is the product id.'),
    id: Type.Optional(IdColumn),
    ignore: Type.Optional(IgnoredColumns),
    source: Type.Optional(Source),
    amortisationHorizon: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: limits.amortisationHorizon,
        description:
          'Sessions that a recorded fact would serve before it goes stale. Without it, the response has no action.',
      }),
    ),
    applicable: Type.Optional(
      Type.Array(text(limits.repairAttribute, 'The name of an attribute.'), {
        maxItems: limits.applicable,
        description: 'Attributes that apply to every product, even where hardly any records them.',
      }),
    ),
    applies: Type.Optional(
      Type.Array(
        Type.Object({
          attribute: text(limits.repairAttribute, 'The name of an attribute.'),
          values: Type.Array(text(limits.category, 'A value of the column of categories.'), {
            minItems: 1,
            maxItems: limits.applicable,
          }),
        }),
        {
          maxItems: limits.applicable,
          description: 'The categories to which attributes apply, where the export does not show it.',
        },
      ),
    ),
    kinds: Type.Optional(Kinds),
    emptyMeansNo: Type.Optional(EmptyMeansNo),
    emptyMeansUnknown: Type.Optional(EmptyMeansUnknown),
    organizationId: Type.Optional(OrganizationIdField),
    category: Type.Optional(
      text(
        limits.category,
        "The caller's own name for the shelf, recorded as given. It tells the known shelf of products of which nothing in the export does.",
      ),
    ),
  }),
  response: Type.Object({
    grade: Grade,
    gradeReason: Type.Optional(Reason),
    action: Type.Optional(Action),
    answerability: Type.Union([Type.Number(), Type.Null()]),
    remaining: Type.Optional(Remaining),
    emptyMeansNo: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The attributes of which empty cells were taken for no, as the request says.',
      }),
    ),
    ifEmptyMeansNo: Type.Optional(
      Type.Object(
        { attributes: Type.Array(Type.String()), grade: Grade, remaining: Remaining },
        {
          description:
            'The grade if the empty cells of these attributes mean no; until it is said whether they do.',
        },
      ),
    ),
    allRecorded: Type.Optional(
      Type.Boolean({
        description:
          'True where every attribute is recorded for every product that it applies to, in an export that is graded.',
      }),
    ),
    products: Type.Integer({ minimum: 0 }),
    shelfBits: Type.Number(),
    attributes: Type.Array(AuditedAttribute, {
      description: 'By priority, best first.',
    }),
    shelves: Type.Optional(
      Type.Object({
        by: Type.String(),
        values: Type.Array(
          Type.Object({
            value: Type.String(),
            products: Type.Integer({ minimum: 0 }),
            grade: Grade,
            first: Type.Array(Type.String()),
            remaining: Type.Optional(Remaining),
          }),
        ),
      }),
    ),
    notQuestions: Type.Array(
      Type.Object({
        attribute: Type.String(),
        reason: Type.String({
          description:
            'identifier, text, constant, operational, price, feedback, merchandising, name, code, link, date, unnamed or repeats.',
        }),
        of: Type.Optional(Type.String({ description: 'The column that it repeats.' })),
      }),
      { description: 'Columns that are no facts to record, with the reason.' },
    ),
    lacking: Type.Optional(
      Type.Array(LackingFact, {
        description:
          'Facts that titles and descriptions say and no column holds, those first of which texts say most bits.',
      }),
    ),
    findings: Type.Optional(
      Type.Array(Finding, {
        description:
          'What marketplaces would object to in single products, the gravest first. Bits and grade do not depend on it.',
      }),
    ),
    knownShelves: Type.Optional(KnownShelves),
    source: Source,
    trust: Type.Number(),
    method: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'How the figures were estimated.',
    }),
    category: Type.Optional(Type.String()),
    storage: Storage,
    warnings: Warnings,
  }),
});
export type CatalogAuditRequest = Static<typeof catalogAudit.request>;
export type CatalogAuditResponse = Static<typeof catalogAudit.response>;
