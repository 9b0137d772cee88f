import {
  type CatalogueColumn,
  type CatalogueVersion,
  type ColumnChoices,
  changeColumns,
  deleteProducts,
  downloadCatalogue,
  importCatalogue,
  listCategories,
  listProducts,
  previewCatalogue,
  readCatalogue,
  readColumns,
  renameCategories,
  restoreCatalogue,
  upsertProducts,
} from '@decidable/contract/management';
import { Conflict, InvalidInput, NotFound } from '../../errors.ts';
import { categoriesOf, findProducts } from '../../inspection/index.ts';
import { isoTime } from '../../json/iso-time.ts';
import { parseJson } from '../../request-body/json.ts';
import {
  type CatalogueEdits,
  type CataloguePlan,
  type ColumnChoices as Choices,
  currentCatalogue,
  listCatalogues,
  replaceCurrent,
  restoreCatalogue as restore,
  storePlanned,
} from '../../shops/index.ts';
import type { OrganizationId, StoredCatalogue } from '../../storage/ports.ts';
import { inTurns } from '../../time-slices.ts';
import { ownBytes } from '../../workers/own-bytes.ts';
import { columnChoices } from '../column-choices.ts';
import { currentShop } from '../current-shop.ts';
import { type ManagementCall, type ManagementNeeds, manage } from '../manage.ts';

const PAGE = 50;

async function versionsOf(
  { storage }: Pick<ManagementNeeds, 'storage'>,
  organizationId: OrganizationId,
): Promise<{ versions: CatalogueVersion[] }> {
  const stored = await listCatalogues(storage, organizationId);
  return {
    versions: stored.map(({ version, products, importedAt, current }) => ({
      version,
      products,
      importedAt: isoTime(importedAt),
      current,
    })),
  };
}

const planned = ({ products, columns, roles, warnings }: CataloguePlan) => ({
  products,
  columns: columns.map((column): CatalogueColumn => ({ ...column, examples: [...column.examples] })),
  roles: { ...roles } as Record<string, string | null>,
  warnings: [...warnings],
});

/** Reads an upload in another process as the catalogue that it would be. */
async function plan(
  { storage, exportProcesses }: ManagementNeeds,
  organizationId: OrganizationId,
  { name, id, choices }: { readonly name: string; readonly id?: string; readonly choices?: string },
  bytes: Buffer,
  signal: AbortSignal,
) {
  const cost = bytes.length;
  if (cost === 0) throw new InvalidInput('The file is empty. Send its bytes as the body.');
  const chosen = choices === undefined ? {} : columnChoices(parsed(choices));
  return exportProcesses.run(
    'plan',
    async () => {
      const earlier = await storage.catalogues.current(organizationId);
      return {
        file: { name, bytes: ownBytes(bytes) },
        reading: { ...(id !== undefined && id !== '' && { id }) },
        choices: chosen,
        ...(earlier !== undefined && { earlier }),
      };
    },
    { organizationId, cost, signal },
  );
}

function parsed(choices: string): ColumnChoices {
  try {
    return parseJson(Buffer.from(choices)) as ColumnChoices;
  } catch (error) {
    throw new InvalidInput('choices is no JSON. Send roles, private, public and kinds as an object.', {
      cause: error,
    });
  }
}

/** The current catalogue with other choices, read again in another process. */
function chosenAgain(
  { exportProcesses }: ManagementNeeds,
  organizationId: OrganizationId,
  current: StoredCatalogue,
  choices: Choices,
  signal: AbortSignal,
) {
  const bytes = ownBytes(current.csv);
  return exportProcesses.run(
    'plan',
    { file: { name: 'The catalogue', bytes }, choices, earlier: { ...current, csv: bytes } },
    { organizationId, cost: bytes.length, signal },
  );
}

/** Changes products of the current catalogue in another process. */
function edited(
  { organizationId, at, signal }: Pick<ManagementCall, 'organizationId' | 'at' | 'signal'>,
  { storage, exportProcesses }: ManagementNeeds,
  edits: CatalogueEdits,
) {
  const edit = (current: StoredCatalogue) => {
    const csv = ownBytes(current.csv);
    const run = { organizationId, cost: csv.length, signal };
    return exportProcesses.run('edit', { earlier: { ...current, csv }, edits }, run);
  };
  return replaceCurrent(storage, organizationId, edit, at);
}

export const endpoints = [
  manage(readCatalogue, ({ organizationId }, needs) => versionsOf(needs, organizationId)),

  manage(restoreCatalogue, async ({ organizationId, params, at, audit }, needs) => {
    await restore(needs.storage, organizationId, params.version, at);
    await audit('catalogue.restored', params.version);
    return versionsOf(needs, organizationId);
  }),

  manage(downloadCatalogue, async ({ organizationId, params, audit }, { storage }) => {
    const stored = await storage.catalogues.find(organizationId, params.version);
    if (stored === undefined) throw new NotFound(`There is no version ${params.version}, or no longer.`);
    await audit('catalogue.downloaded', params.version);
    return { name: 'catalogue.csv', type: 'text/csv; charset=utf-8', content: Buffer.from(stored.csv) };
  }),

  manage(readColumns, async ({ organizationId, signal }, needs) => {
    const current = await currentCatalogue(needs.storage, organizationId);
    const { version } = current;
    const { plan: made } = await chosenAgain(needs, organizationId, current, {}, signal);
    return { version, ...planned(made) };
  }),

  manage(changeColumns, async ({ organizationId, body, at, signal, audit }, needs) => {
    const choices = columnChoices(body);
    const { plan: made, isNew } = await replaceCurrent(
      needs.storage,
      organizationId,
      (current) => chosenAgain(needs, organizationId, current, choices, signal),
      at,
    );
    if (isNew) await audit('columns.changed', made.version);
    return { version: made.version, ...planned(made) };
  }),

  manage(previewCatalogue, async ({ organizationId, query, body, signal }, needs) => {
    const { plan: made } = await plan(needs, organizationId, query, body, signal);
    const { changes } = made;
    return {
      ...planned(made),
      ...(changes !== undefined && {
        changes: {
          products: changes.products,
          columns: { added: [...changes.columns.added], removed: [...changes.columns.removed] },
        },
      }),
    };
  }),

  manage(importCatalogue, async ({ organizationId, query, body, at, signal, audit }, needs) => {
    const { csv, plan: made } = await plan(needs, organizationId, query, body, signal);
    await storePlanned(needs.storage, organizationId, made, csv, at);
    await audit('catalogue.imported', made.version, { name: query.name, products: made.products });
    return { version: made.version, ...planned(made) };
  }),

  manage(listProducts, async ({ organizationId, query }, needs) => {
    const { search, category, offset = 0, limit = PAGE } = query;
    const shop = await currentShop(needs, organizationId);
    const found = await inTurns(findProducts(shop, { search, category, offset, limit }), organizationId);
    return {
      ...found,
      products: found.products.map((each) => ({ ...each, attributes: { ...each.attributes } })),
    };
  }),

  manage(upsertProducts, async (call, needs) => {
    const { body, audit } = call;
    const { plan: made, added, changed } = await edited(call, needs, { upsert: body.products });
    await audit('products.changed', made.version, { added, changed });
    return { version: made.version, added, changed };
  }),

  manage(deleteProducts, async (call, needs) => {
    const { body, audit } = call;
    const { plan: made, removed } = await edited(call, needs, { remove: body.ids });
    await audit('products.deleted', made.version, { deleted: removed });
    return { version: made.version, deleted: removed };
  }),

  manage(listCategories, async ({ organizationId }, needs) =>
    categoriesOf(await currentShop(needs, organizationId)),
  ),

  manage(renameCategories, async (call, needs) => {
    const { organizationId, body, audit } = call;
    const { column } = categoriesOf(await currentShop(needs, organizationId));
    if (column === undefined) throw new Conflict('No column is the category. Choose one under Columns.');
    const texts = Object.fromEntries(body.categories.map(({ from, to }) => [from, to]));
    const { plan: made, changed } = await edited(call, needs, { rename: { column, texts } });
    await audit('categories.renamed', made.version, { changed });
    return { version: made.version, changed };
  }),
];
