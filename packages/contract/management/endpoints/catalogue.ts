import Type, { type Static } from 'typebox';
import { limits } from '../../limits.ts';
import { Warning } from '../../shapes.ts';
import { managementEndpoint } from '../endpoint.ts';
import { Count, Time } from '../fields.ts';

const Name = Type.String({ minLength: 1, maxLength: 256 });
const Of = '/organizations/{organizationId}';

/** A stored catalogue. */
export const CatalogueVersion = Type.Object(
  {
    version: Type.String(),
    products: Count,
    importedAt: Time,
    current: Type.Boolean({ description: 'Whether it is the one that is ranked.' }),
  },
  { title: 'CatalogueVersion' },
);
export type CatalogueVersion = Static<typeof CatalogueVersion>;

export const readCatalogue = managementEndpoint({
  method: 'GET',
  path: `${Of}/catalogue`,
  operationId: 'readCatalogue',
  tag: 'Catalogue',
  summary: 'The catalogue and its versions',
  description: 'The latest first. Replaced ones are kept as long as rankings that were made of them.',
  access: 'viewer',
  response: Type.Object({ versions: Type.Array(CatalogueVersion) }),
});

export const restoreCatalogue = managementEndpoint({
  method: 'POST',
  path: `${Of}/catalogue/versions/{version}/restoration`,
  operationId: 'restoreCatalogue',
  tag: 'Catalogue',
  summary: 'Go back to a version',
  description: 'Makes a stored version the current catalogue again, with the choices that it had.',
  access: 'editor',
  response: Type.Object({ versions: Type.Array(CatalogueVersion) }),
});

export const downloadCatalogue = managementEndpoint({
  method: 'GET',
  path: `${Of}/catalogue/versions/{version}/file`,
  operationId: 'downloadCatalogue',
  tag: 'Catalogue',
  summary: 'Download a version as CSV',
  description: 'As it was imported, private columns included.',
  access: 'editor',
  form: 'download',
  response: Type.Object({}),
});

/** The column of each role; null where no column has it. */
const RoleChoices = Type.Record(Type.String({ maxLength: 64 }), Type.Union([Name, Type.Null()]));
const Columns = Type.Array(Name, { maxItems: limits.csvColumns });

/** What an owner decides about the columns of a catalogue. */
export const ColumnChoices = Type.Object(
  {
    roles: Type.Optional(RoleChoices),
    private: Type.Optional(Columns),
    public: Type.Optional(Columns),
    kinds: Type.Optional(
      Type.Record(Name, Type.Enum(['category', 'number', 'date', 'boolean', 'list', 'text', 'identifier']), {
        description: 'How columns are read, where that is not recognised.',
      }),
    ),
  },
  { title: 'ColumnChoices', description: 'What is not named stays as it is.' },
);
export type ColumnChoices = Static<typeof ColumnChoices>;

/** A column of a catalogue as the service takes it. */
export const CatalogueColumn = Type.Object(
  {
    name: Type.String(),
    kind: Type.String(),
    role: Type.Optional(
      Type.String({ description: 'A role, or `attribute`; absent for what nobody asks for.' }),
    ),
    private: Type.Optional(
      Type.String({ description: 'Why no shopper sees it: cost, margin, supplier, internal, owner.' }),
    ),
    recorded: Count,
    distinct: Count,
    examples: Type.Array(Type.String(), { description: 'The most frequent values, at most three.' }),
  },
  { title: 'CatalogueColumn' },
);
export type CatalogueColumn = Static<typeof CatalogueColumn>;

const Plan = {
  products: Count,
  columns: Type.Array(CatalogueColumn),
  roles: RoleChoices,
  warnings: Type.Array(Warning),
};

export const readColumns = managementEndpoint({
  method: 'GET',
  path: `${Of}/catalogue/columns`,
  operationId: 'readColumns',
  tag: 'Catalogue',
  summary: 'The columns of the catalogue',
  description: 'What each is for ranking, how it is read, and whether shoppers may see it.',
  access: 'viewer',
  response: Type.Object({ version: Type.String(), ...Plan }),
});

export const changeColumns = managementEndpoint({
  method: 'PUT',
  path: `${Of}/catalogue/columns`,
  operationId: 'changeColumns',
  tag: 'Catalogue',
  summary: 'Decide about columns',
  description:
    'Roles, kinds, and which columns shoppers may see. The catalogue gets another version; the choices hold for later imports.',
  access: 'editor',
  request: ColumnChoices,
  response: Type.Object({ version: Type.String(), ...Plan }),
});

const UploadQuery = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256, description: 'The name of the file, for messages.' }),
  id: Type.Optional(Type.String({ maxLength: 256, description: 'The column of the product ids.' })),
  choices: Type.Optional(Type.String({ maxLength: 12_000, description: 'ColumnChoices as JSON.' })),
});

export const previewCatalogue = managementEndpoint({
  method: 'POST',
  path: `${Of}/catalogue/preview`,
  operationId: 'previewCatalogue',
  tag: 'Catalogue',
  summary: 'See what an import would do',
  description:
    'Reads a file in any form that exports have, and says how its columns are taken and what differs from the current catalogue. Nothing is stored.',
  access: 'viewer',
  form: 'upload',
  bodyLimit: limits.catalogueBytes,
  query: UploadQuery,
  response: Type.Object({
    ...Plan,
    changes: Type.Optional(
      Type.Object({
        products: Type.Object({ added: Count, removed: Count, changed: Count }),
        columns: Type.Object({ added: Type.Array(Type.String()), removed: Type.Array(Type.String()) }),
      }),
    ),
  }),
});

export const importCatalogue = managementEndpoint({
  method: 'POST',
  path: `${Of}/catalogue`,
  operationId: 'importCatalogue',
  tag: 'Catalogue',
  summary: 'Import a catalogue',
  description: 'Makes a file the current catalogue. The one before stays, to go back to.',
  access: 'editor',
  form: 'upload',
  bodyLimit: limits.catalogueBytes,
  query: UploadQuery,
  response: Type.Object({ version: Type.String(), ...Plan }),
});

/** A product as shoppers may see it. */
export const ManagedProduct = Type.Object(
  {
    id: Type.String(),
    title: Type.Optional(Type.String()),
    available: Type.Boolean(),
    attributes: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'ManagedProduct' },
);
export type ManagedProduct = Static<typeof ManagedProduct>;

export const listProducts = managementEndpoint({
  method: 'GET',
  path: `${Of}/products`,
  operationId: 'listProducts',
  tag: 'Catalogue',
  summary: 'List or find products',
  description: 'In the order of the catalogue, with the attributes that shoppers may see.',
  access: 'viewer',
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 256, description: 'Part of an id or a title.' })),
    category: Type.Optional(Type.String({ maxLength: 256 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  response: Type.Object({ products: Type.Array(ManagedProduct), total: Count }),
});

export const upsertProducts = managementEndpoint({
  method: 'PUT',
  path: `${Of}/products`,
  operationId: 'upsertProducts',
  tag: 'Catalogue',
  summary: 'Add or change products',
  description:
    'A product of a known id gets the attributes that are named, the others stay; an empty text removes a value. An attribute that no product has becomes a column. The catalogue gets another version.',
  access: 'editor',
  bodyLimit: 2 * 1024 * 1024,
  request: Type.Object({
    products: Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1, maxLength: limits.itemId }),
        attributes: Type.Record(Name, Type.String({ maxLength: 10_000 }), {
          maxProperties: limits.csvColumns,
        }),
      }),
      { minItems: 1, maxItems: 1_000 },
    ),
  }),
  response: Type.Object({ version: Type.String(), added: Count, changed: Count }),
});

export const deleteProducts = managementEndpoint({
  method: 'POST',
  path: `${Of}/products/deletion`,
  operationId: 'deleteProducts',
  tag: 'Catalogue',
  summary: 'Delete products',
  description: 'Ids that the catalogue lacks are passed over. The catalogue gets another version.',
  access: 'editor',
  request: Type.Object({
    ids: Type.Array(Type.String({ minLength: 1, maxLength: limits.itemId }), {
      minItems: 1,
      maxItems: 1_000,
    }),
  }),
  response: Type.Object({ version: Type.String(), deleted: Count }),
});

export const listCategories = managementEndpoint({
  method: 'GET',
  path: `${Of}/categories`,
  operationId: 'listCategories',
  tag: 'Catalogue',
  summary: 'List categories',
  description: 'The values of the category column with the number of products of each, the largest first.',
  access: 'viewer',
  response: Type.Object({
    column: Type.Optional(Type.String({ description: 'The category column; absent where there is none.' })),
    categories: Type.Array(Type.Object({ name: Type.String(), products: Count })),
  }),
});

export const renameCategories = managementEndpoint({
  method: 'PUT',
  path: `${Of}/categories`,
  operationId: 'renameCategories',
  tag: 'Catalogue',
  summary: 'Rename, merge or remove categories',
  description:
    'Every product of a category gets the new name; a name that another category has merges the two; an empty name removes the category. The catalogue gets another version.',
  access: 'editor',
  request: Type.Object({
    categories: Type.Array(Type.Object({ from: Name, to: Type.String({ maxLength: 256 }) }), {
      minItems: 1,
      maxItems: 1_000,
    }),
  }),
  response: Type.Object({ version: Type.String(), changed: Count }),
});
