import type { KindChoices, PrivacyChoices, RoleOverrides } from '@decidable/engine/catalogue';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { type CatalogueFile, type CataloguePlan, planCatalogue } from './catalogue-plan.ts';

export type { CatalogueFile } from './catalogue-plan.ts';

export interface ImportedCatalogue
  extends Pick<
    CataloguePlan,
    'products' | 'roles' | 'examples' | 'private' | 'lists' | 'changes' | 'warnings'
  > {
  readonly catalogueVersion: string;
}

/**
 * Stores a CSV as the current catalogue of an organization, and returns the column of each role. The choices of roles, of
 * private and public columns, and of kinds, that were made for the catalogue before it still hold, unless they are made
 * again. A role whose chosen column is gone is recognised, with a warning. The version is a hash of the file, the roles and
 * these choices.
 *
 * @param named columns by role, where the owner names them; `null` for a role that no column has
 * @param now time of the import; ms since the epoch
 * @param privacy columns that no shopper may see, and columns that shoppers may see whatever their names
 * @param kinds the kinds of columns that are not read as what they are
 * @throws InvalidInput if the CSV is invalid, or a choice names an unknown column; StoreUnavailable
 */
export async function importCatalogue(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
  file: CatalogueFile,
  named: RoleOverrides,
  now: number,
  privacy: PrivacyChoices = {},
  kinds: KindChoices = {},
): Promise<ImportedCatalogue> {
  const earlier = await catalogues.current(organizationId);
  const plan = planCatalogue(file, { roles: named, privacy, kinds }, earlier);
  await storePlanned({ catalogues }, organizationId, plan, file.bytes, now);
  const { version, products, roles, examples, lists, changes, warnings } = plan;
  return {
    catalogueVersion: version,
    products,
    roles,
    examples,
    private: plan.private,
    lists,
    ...(changes !== undefined && { changes }),
    warnings,
  };
}

/** Stores a planned catalogue as the current one. @param now ms since the epoch @throws StoreUnavailable */
export async function storePlanned(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
  { version, products, kept }: Pick<CataloguePlan, 'version' | 'products' | 'kept'>,
  csv: Uint8Array,
  now: number,
): Promise<void> {
  await catalogues.put({ organizationId, version, products, importedAt: now, csv, ...kept });
}
