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
  listCatalogues,
  restoreCatalogue as restore,
  storePlanned,
} from '../../shops/index.ts';
import type { OrganizationId, StoredCatalogue } from '../../storage/ports.ts';
import { inTurns } from '../../time-slices.ts';
import { ownBytes } from '../../workers/own-bytes.ts';
import { columnChoices } from '../column-choices.ts';
import { currentShop } from '../current-shop.ts';
import { type ManagementNeeds, manage } from '../manage.ts';

const PAGE = 50;
/** Times that an edit is tried again where another import came between. Set by hand. */
const MOST_TRIES = 3;

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

async function currentOf(
  { storage }: Pick<ManagementNeeds, 'storage'>,
  organizationId: OrganizationId,
): Promise<StoredCatalogue> {
  const current = await storage.catalogues.current(organizationId);
  if (current === undefined) throw new Conflict('The shop has no catalogue yet. Import one first.');
  return current;
}

const planned = ({ products, columns, roles, warnings }: CataloguePlan) => ({
  products,
  columns: columns.map((column): CatalogueColumn => ({ ...column, examples: [...column.examples] })),
  roles: { ...roles } as Record<string, string | null>,
  warnings: [...warnings],
});

/** Reads an upload on another thread as the catalogue that it would be. */
async function plan(
  { storage, exportThreads }: ManagementNeeds,
  organizationId: OrganizationId,
  { name, id, choices }: { readonly name: string; readonly id?: string; readonly choices?: string },
  bytes: Buffer,
) {
  const cost = bytes.length;
  if (cost === 0) throw new InvalidInput('The file is empty. Send its bytes as the body.');
  const chosen = choices === undefined ? {} : columnChoices(parsed(choices));
  const earlier = await storage.catalogues.current(organizationId);
  return exportThreads.run(
    'plan',
    {
      file: { name, bytes: ownBytes(bytes) },
      reading: { ...(id !== undefined && id !== '' && { id }) },
      choices: chosen,
      ...(earlier !== undefined && { earlier }),
    },
    { organizationId, cost },
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

/** The current catalogue with other choices, read again on another thread; its CSV is handed over, and comes back. */
function chosenAgain(
  { exportThreads }: ManagementNeeds,
  organizationId: OrganizationId,
  current: StoredCatalogue,
  choices: Choices,
) {
  const bytes = ownBytes(current.csv);
  return exportThreads.run(
    'plan',
    { file: { name: 'The catalogue', bytes }, choices, earlier: { ...current, csv: bytes } },
    { organizationId, cost: bytes.length },
  );
}

/** Edits the current catalogue on another thread; again where it was replaced meanwhile. */
async function edited(
  needs: ManagementNeeds,
  organizationId: OrganizationId,
  edits: CatalogueEdits,
  at: number,
) {
  const { storage, exportThreads } = needs;
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const { csv, ...earlier } = await currentOf(needs, organizationId);
    const bytes = ownBytes(csv);
    const made = await exportThreads.run(
      'edit',
      { earlier: { ...earlier, csv: bytes }, edits },
      { organizationId, cost: bytes.length },
    );
    const now = await storage.catalogues.currentVersion(organizationId);
    if (now?.version !== earlier.version) continue;
    await storePlanned(storage, organizationId, made.plan, made.csv, at);
    return { ...made, version: made.plan.version };
  }
  throw new Conflict('The catalogue is being replaced by others. Load it again, then try once more.');
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

  manage(readColumns, async ({ organizationId }, needs) => {
    const current = await currentOf(needs, organizationId);
    const { plan: made } = await chosenAgain(needs, organizationId, current, {});
    return { version: current.version, ...planned(made) };
  }),

  manage(changeColumns, async ({ organizationId, body, at, audit }, needs) => {
    const current = await currentOf(needs, organizationId);
    const { csv, plan: made } = await chosenAgain(needs, organizationId, current, columnChoices(body));
    if (made.version !== current.version) {
      await storePlanned(needs.storage, organizationId, made, csv, at);
      await audit('columns.changed', made.version);
    }
    return { version: made.version, ...planned(made) };
  }),

  manage(previewCatalogue, async ({ organizationId, query, body }, needs) => {
    const { plan: made } = await plan(needs, organizationId, query, body);
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

  manage(importCatalogue, async ({ organizationId, query, body, at, audit }, needs) => {
    const { csv, plan: made } = await plan(needs, organizationId, query, body);
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

  manage(upsertProducts, async ({ organizationId, body, at, audit }, needs) => {
    const { version, added, changed } = await edited(needs, organizationId, { upsert: body.products }, at);
    await audit('products.changed', version, { added, changed });
    return { version, added, changed };
  }),

  manage(deleteProducts, async ({ organizationId, body, at, audit }, needs) => {
    const { version, removed } = await edited(needs, organizationId, { remove: body.ids }, at);
    await audit('products.deleted', version, { deleted: removed });
    return { version, deleted: removed };
  }),

  manage(listCategories, async ({ organizationId }, needs) =>
    categoriesOf(await currentShop(needs, organizationId)),
  ),

  manage(renameCategories, async ({ organizationId, body, at, audit }, needs) => {
    const { column } = categoriesOf(await currentShop(needs, organizationId));
    if (column === undefined) throw new Conflict('No column is the category. Choose one under Columns.');
    const texts = Object.fromEntries(body.categories.map(({ from, to }) => [from, to]));
    const { version, changed } = await edited(needs, organizationId, { rename: { column, texts } }, at);
    await audit('categories.renamed', version, { changed });
    return { version, changed };
  }),
];
