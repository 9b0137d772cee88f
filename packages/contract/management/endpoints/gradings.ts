import Type, { type Static } from 'typebox';
import { limits } from '../../limits.ts';
import { managementEndpoint } from '../endpoint.ts';
import { Count, Cursor, progress, Time } from '../fields.ts';
import { ChosenExport, KeptExport } from './exports.ts';

const ofOrganization = '/organizations/{organizationId}';

const settings = {
  id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: 'The column of product ids.' }),
  ),
  ignore: Type.Optional(
    Type.Array(Type.String({ maxLength: 1_000 }), {
      maxItems: limits.csvColumns,
      description: 'Columns to leave out.',
    }),
  ),
  kinds: Type.Optional(
    Type.Array(
      Type.Object({
        attribute: Type.String({ minLength: 1, maxLength: 1_000 }),
        kind: Type.Enum(['category', 'number', 'date', 'boolean', 'list', 'text', 'identifier']),
      }),
      { maxItems: limits.csvColumns, description: 'How columns are read where that is not recognised.' },
    ),
  ),
  source: Type.Optional(
    Type.Enum(['merchant', 'extracted', 'enriched', 'inferred'], {
      description: 'Where the values come from.',
    }),
  ),
  emptyMeansNo: Type.Optional(
    Type.Array(Type.String({ maxLength: 1_000 }), {
      maxItems: limits.applicable,
      description: 'Facts that say yes where they hold, of which an empty cell means no.',
    }),
  ),
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.category,
      description: 'The shelf that it is kept under.',
    }),
  ),
};

/** The figures of a grading that lists show. */
export const GradingSummary = Type.Object(
  {
    products: Count,
    grade: Type.Optional(Type.String({ description: 'A to E; absent where there is none.' })),
    answerability: Type.Optional(Type.Number()),
    left: Type.Optional(
      Type.Object(
        { of: Type.Number(), now: Type.Number(), complete: Type.Number() },
        { description: 'What three answers leave of a shelf, in products.' },
      ),
    ),
    missing: Type.Optional(Count),
    first: Type.Optional(Type.String({ description: 'The attribute that is most worth recording.' })),
    moved: Type.Optional(Type.Number({ description: 'The change of the share of answered bits.' })),
    claims: Type.Optional(Type.Object({ all: Count, verified: Count })),
  },
  { title: 'GradingSummary' },
);
export type GradingSummary = Static<typeof GradingSummary>;

/** A kept grading without its result. */
export const ListedGrading = Type.Object(
  {
    gradingId: Type.String(),
    kind: Type.Enum(['audit', 'verification', 'monitor']),
    at: Time,
    category: Type.Optional(Type.String()),
    names: Type.Array(Type.String(), { description: 'The names of the graded files.' }),
    summary: Type.Optional(GradingSummary),
  },
  { title: 'ListedGrading' },
);
export type ListedGrading = Static<typeof ListedGrading>;

export const gradeExport = managementEndpoint({
  method: 'POST',
  path: `${ofOrganization}/gradings`,
  operationId: 'gradeExport',
  tag: 'Grading',
  summary: 'Grade an export',
  description:
    'Grades a kept export, or the current catalogue, and keeps the result. The events say how far it has come; the last one has `done`. It goes on where the connection is lost.',
  access: 'editor',
  form: 'events',
  request: Type.Object({
    of: ChosenExport,
    ...settings,
    amortisationHorizon: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: limits.amortisationHorizon,
        description: 'Sessions that ask for an attribute before a value is outdated.',
      }),
    ),
    applicable: Type.Optional(
      Type.Array(Type.String({ maxLength: 1_000 }), {
        maxItems: limits.applicable,
        description: 'Attributes that apply to every product.',
      }),
    ),
    emptyMeansUnknown: Type.Optional(
      Type.Array(Type.String({ maxLength: 1_000 }), {
        maxItems: limits.applicable,
        description: 'Facts that only ever say yes, of which an empty cell means that nobody knows.',
      }),
    ),
  }),
  response: Type.Union([...progress, Type.Object({ done: Type.Literal(true), gradingId: Type.String() })]),
});

const Claims = Type.Array(
  Type.Object({
    attribute: Type.String({ minLength: 1, maxLength: limits.repairAttribute }),
    method: Type.Optional(Type.String({ maxLength: limits.repairMethod })),
    estimatedHours: Type.Optional(Type.Number({ minimum: 0, maximum: limits.repairHours })),
    actualHours: Type.Optional(Type.Number({ minimum: 0, maximum: limits.repairHours })),
  }),
  { maxItems: limits.repairs },
);

export const compareExports = managementEndpoint({
  method: 'POST',
  path: `${ofOrganization}/verifications`,
  operationId: 'compareExports',
  tag: 'Grading',
  summary: 'Compare two exports',
  description:
    'Compares an export from before a repair with one from after it, and grades each claim. Without claims the change alone is kept.',
  access: 'editor',
  form: 'events',
  request: Type.Object({
    before: ChosenExport,
    after: ChosenExport,
    repairs: Type.Optional(Claims),
    ...settings,
  }),
  response: Type.Union([...progress, Type.Object({ done: Type.Literal(true), gradingId: Type.String() })]),
});

export const listGradings = managementEndpoint({
  method: 'GET',
  path: `${ofOrganization}/gradings`,
  operationId: 'listGradings',
  tag: 'Grading',
  summary: 'List kept gradings',
  description: 'Newest first, without their results.',
  access: 'viewer',
  query: Type.Object({
    cursor: Cursor,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    kind: Type.Optional(Type.Enum(['audit', 'comparison'])),
    category: Type.Optional(Type.String({ maxLength: limits.category })),
  }),
  response: Type.Object({ gradings: Type.Array(ListedGrading), next: Type.Optional(Type.String()) }),
});

const OfGrading = `${ofOrganization}/gradings/{gradingId}` as const;

export const readGrading = managementEndpoint({
  method: 'GET',
  path: OfGrading,
  operationId: 'readGrading',
  tag: 'Grading',
  summary: 'Read what is kept of a grading',
  description: 'All but its result, which `report` answers.',
  access: 'viewer',
  response: Type.Object({
    grading: ListedGrading,
    exports: Type.Array(KeptExport, { description: 'Those of its exports that are still kept.' }),
    ofCatalogue: Type.Boolean({ description: 'Whether the current catalogue was graded.' }),
    repairable: Type.Boolean({ description: 'Whether it can be repaired in place.' }),
    filled: Type.Array(Type.Object({ attribute: Count, cells: Count }), {
      description: 'How many cells were filled in, by the place of the attribute in the result.',
    }),
  }),
});

export const downloadReport = managementEndpoint({
  method: 'GET',
  path: `${OfGrading}/report`,
  operationId: 'downloadReport',
  tag: 'Grading',
  summary: 'Download the result of a grading',
  description:
    '`result`: as it is kept, which names the first affected products of each attribute. `json`: the answer of `/catalog/audit` or `/catalog/verify`. `csv`: a row an attribute. `html`: the report as one page to print.',
  access: 'viewer',
  form: 'download',
  query: Type.Object({
    as: Type.Optional(Type.Enum(['result', 'json', 'csv', 'html'], { default: 'result' })),
  }),
  response: Type.Object({}),
});

export const removeGrading = managementEndpoint({
  method: 'DELETE',
  path: OfGrading,
  operationId: 'removeGrading',
  tag: 'Grading',
  summary: 'Remove a grading',
  description: 'With what was filled in for it. Its export stays.',
  access: 'editor',
  response: Type.Object({ removed: Type.Literal(true) }),
});
