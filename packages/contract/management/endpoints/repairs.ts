import Type, { type Static } from 'typebox';
import { limits } from '../../limits.ts';
import { managementEndpoint } from '../endpoint.ts';
import { Count, progress } from '../fields.ts';

const OfGrading = '/organizations/{organizationId}/gradings/{gradingId}';
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
    ...progress,
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
