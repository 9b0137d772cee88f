import Type, { type Static } from 'typebox';
import { limits } from '../../limits.ts';
import { managementEndpoint } from '../endpoint.ts';
import { Count, Cursor, Time } from '../fields.ts';

const ofOrganization = '/organizations/{organizationId}';

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
