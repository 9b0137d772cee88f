import type { OrganizationId, Storage, StoredCatalogue } from '../../storage/ports.ts';

/** A stored catalogue, without its CSV. */
export interface ListedCatalogue extends Omit<StoredCatalogue, 'csv'> {
  /** Whether it is the catalogue that is ranked. */
  readonly current: boolean;
}

/** The stored catalogues of an organization, the latest first. @throws StoreUnavailable */
export async function listCatalogues(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
): Promise<readonly ListedCatalogue[]> {
  const stored = await catalogues.list(organizationId);
  const current = await catalogues.currentVersion(organizationId);
  return stored.map((catalogue) => ({ ...catalogue, current: catalogue.version === current?.version }));
}
