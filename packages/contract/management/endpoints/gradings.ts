import Type, { type Static } from 'typebox';
import { limits } from '../../limits.ts';
import { managementEndpoint } from '../endpoint.ts';

const Time = Type.String({ format: 'date-time' });
const Cursor = Type.Optional(Type.String({ maxLength: 1024, description: '`next` of the page before.' }));
const ofOrganization = '/organizations/{organizationId}';
const Count = Type.Integer({ minimum: 0 });

/** A catalogue as it was uploaded or repaired. */
export const KeptExport = Type.Object(
  {
    exportId: Type.String(),
    name: Type.String(),
    at: Time,
    bytes: Count,
    form: Type.String({ description: 'Such as `csv` or `xlsx`.' }),
    products: Count,
    id: Type.String({ description: 'The column that is read as the product id.' }),
    columns: Type.Array(Type.String(), { description: 'The others, at most 1,000.' }),
    repairOf: Type.Optional(Type.String({ description: 'The grading that it was repaired after.' })),
  },
  { title: 'KeptExport' },
);
export type KeptExport = Static<typeof KeptExport>;

/** Which export is meant: a kept one, or the catalogue that the shop is served from. */
export const ChosenExport = Type.Union(
  [
    Type.Object({ exportId: Type.String({ minLength: 1, maxLength: 128 }) }),
    Type.Object({ catalogue: Type.Literal(true) }),
  ],
  { title: 'ChosenExport' },
);
export type ChosenExport = Static<typeof ChosenExport>;

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

export const uploadExport = managementEndpoint({
  method: 'POST',
  path: `${ofOrganization}/exports`,
  operationId: 'uploadExport',
  tag: 'Grading',
  summary: 'Upload an export',
  description:
    'CSV, a workbook, JSON, JSON Lines, an XML feed or Parquet, or one of them in gzip or zip. It is read, and kept until it is removed or old.',
  access: 'editor',
  form: 'upload',
  bodyLimit: limits.exportBytes,
  query: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'The name of the file.' }),
    id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'The column of product ids.' }),
    ),
  }),
  response: KeptExport,
});

/** The most kept exports that are made one at a time. Set by hand. */
const MOST_UNITED = 20;

export const uniteExports = managementEndpoint({
  method: 'POST',
  path: `${ofOrganization}/exports/united`,
  operationId: 'uniteExports',
  tag: 'Grading',
  summary: 'Make one export of several',
  description:
    'For shop systems that write a catalogue in parts. The products of all of them become a CSV, which is kept in their place.',
  access: 'editor',
  request: Type.Object({
    exportIds: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 2,
      maxItems: MOST_UNITED,
      uniqueItems: true,
    }),
    name: Type.String({ minLength: 1, maxLength: 255, description: 'The name of the new file.' }),
  }),
  response: KeptExport,
});

export const listExports = managementEndpoint({
  method: 'GET',
  path: `${ofOrganization}/exports`,
  operationId: 'listExports',
  tag: 'Grading',
  summary: 'List kept exports',
  description: 'Newest first.',
  access: 'viewer',
  query: Type.Object({
    cursor: Cursor,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  }),
  response: Type.Object({ exports: Type.Array(KeptExport), next: Type.Optional(Type.String()) }),
});

export const downloadExport = managementEndpoint({
  method: 'GET',
  path: `${ofOrganization}/exports/{exportId}/file`,
  operationId: 'downloadExport',
  tag: 'Grading',
  summary: 'Download a kept export',
  description: 'The file as it was uploaded, or as it was repaired in its own form.',
  access: 'viewer',
  form: 'download',
  response: Type.Object({}),
});

export const removeExport = managementEndpoint({
  method: 'DELETE',
  path: `${ofOrganization}/exports/{exportId}`,
  operationId: 'removeExport',
  tag: 'Grading',
  summary: 'Remove a kept export',
  description: 'Gradings of it stay; they can no longer be repaired in place.',
  access: 'editor',
  response: Type.Object({ removed: Type.Literal(true) }),
});

/** How far work has come. */
const underWay = [
  Type.Object({ stage: Type.String({ description: 'What is being done, as a clause.' }) }),
  Type.Object({ share: Type.Number({ minimum: 0, maximum: 1, description: 'Of the stage.' }) }),
] as const;

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
  }),
  response: Type.Union([...underWay, Type.Object({ done: Type.Literal(true), gradingId: Type.String() })]),
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
  response: Type.Union([...underWay, Type.Object({ done: Type.Literal(true), gradingId: Type.String() })]),
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

const OfAttribute = `${OfGrading}/attributes/{place}` as const;

/** A product without a value, as the repair grid shows it. */
export const AffectedProduct = Type.Object(
  {
    id: Type.String(),
    title: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    text: Type.Optional(
      Type.String({ description: 'The beginning of what the export says of it, without markup.' }),
    ),
    suggestion: Type.Optional(Type.String({ description: 'The value that another column implies.' })),
    value: Type.Optional(Type.String({ description: 'What was filled in.' })),
  },
  { title: 'AffectedProduct' },
);
export type AffectedProduct = Static<typeof AffectedProduct>;

export const listAffected = managementEndpoint({
  method: 'GET',
  path: `${OfAttribute}/products`,
  operationId: 'listAffected',
  tag: 'Grading',
  summary: 'List the products that lack an attribute',
  description: 'Most useful first. `place` is that of the attribute in the result, from 0.',
  access: 'viewer',
  query: Type.Object({
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    search: Type.Optional(
      Type.String({ maxLength: 256, description: 'Only those whose id, title, category or text has it.' }),
    ),
    open: Type.Optional(Type.Boolean({ description: 'Only those without a filled-in value.' })),
  }),
  response: Type.Object({
    products: Type.Array(AffectedProduct),
    total: Count,
    suggested: Type.Integer({ minimum: 0, description: 'How many of all have a suggestion.' }),
    derivedFrom: Type.Optional(Type.String()),
    values: Type.Array(Type.String(), { description: 'What the column knows, most frequent first.' }),
    kind: Type.Optional(Type.String()),
    unit: Type.Optional(Type.String()),
    separator: Type.Optional(Type.String({ description: 'Between several values of one product.' })),
  }),
});

export const downloadAffected = managementEndpoint({
  method: 'GET',
  path: `${OfAttribute}/products.csv`,
  operationId: 'downloadAffected',
  tag: 'Grading',
  summary: 'Download the products that lack an attribute',
  description: 'A repair sheet of this attribute: its column `value` is for what is filled in.',
  access: 'viewer',
  form: 'download',
  response: Type.Object({}),
});

export const fillCells = managementEndpoint({
  method: 'PATCH',
  path: `${OfGrading}/cells`,
  operationId: 'fillCells',
  tag: 'Grading',
  summary: 'Fill cells in',
  description:
    'Keeps values until they are written into the export. An empty value clears a cell. `current` replaces one spelling by another, for all products that have it.',
  access: 'editor',
  request: Type.Object({
    cells: Type.Array(
      Type.Object({
        attribute: Type.Integer({ minimum: 0, maximum: limits.csvColumns }),
        product: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
        current: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
        value: Type.String({ maxLength: 2_000 }),
      }),
      { minItems: 1, maxItems: 1_000 },
    ),
  }),
  response: Type.Object({ cells: Type.Integer({ minimum: 0, description: 'Filled cells of the grading.' }) }),
});

export const readReplacements = managementEndpoint({
  method: 'GET',
  path: `${OfGrading}/replacements`,
  operationId: 'readReplacements',
  tag: 'Grading',
  summary: 'Read which spellings are to be replaced',
  description: 'As they were filled in with `current`.',
  access: 'viewer',
  response: Type.Object({
    replacements: Type.Array(Type.Object({ attribute: Count, current: Type.String(), value: Type.String() })),
  }),
});

export const acceptSuggestions = managementEndpoint({
  method: 'POST',
  path: `${OfAttribute}/suggestions`,
  operationId: 'acceptSuggestions',
  tag: 'Grading',
  summary: 'Fill in all that follows from another column',
  description: 'Cells that were filled in already stay.',
  access: 'editor',
  response: Type.Object({ filled: Count, cells: Count }),
});

export const useAsCatalogue = managementEndpoint({
  method: 'POST',
  path: `${ofOrganization}/exports/{exportId}/catalogue`,
  operationId: 'useAsCatalogue',
  tag: 'Grading',
  summary: 'Use a kept export as the catalogue',
  description:
    'Imports it as the catalogue that the shop is served from. What was chosen for the catalogue before it still holds. Its product ids are read from the column that was chosen for it.',
  access: 'editor',
  response: Type.Object({ catalogueVersion: Type.String(), products: Count }),
});

export const repairExport = managementEndpoint({
  method: 'POST',
  path: `${OfGrading}/repair`,
  operationId: 'repairExport',
  tag: 'Grading',
  summary: 'Write what was filled in into the export',
  description:
    'Makes a repaired export in the form of the graded one, and compares the two with a claim for each attribute that was filled in. Both are kept.',
  access: 'editor',
  form: 'events',
  request: Type.Object({
    utf8: Type.Optional(
      Type.Boolean({ description: 'Write UTF-8 where the encoding of the export lacks a character.' }),
    ),
    method: Type.Optional(Type.String({ maxLength: limits.repairMethod })),
    actualHours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: limits.repairHours,
        description:
          'Hours that all of it took; shared out among the attributes by the cells that were filled in.',
      }),
    ),
  }),
  response: Type.Union([
    ...underWay,
    Type.Object({
      done: Type.Literal(true),
      exportId: Type.String(),
      gradingId: Type.Optional(
        Type.String({ description: 'The comparison; absent where nothing was written.' }),
      ),
      cells: Count,
      products: Count,
      said: Type.Array(Type.String(), { description: 'What became of it, line by line.' }),
    }),
  ]),
});
