import { NotFound } from '../../errors.ts';
import type { OrganizationId, Storage } from '../../storage/ports.ts';

/**
 * Makes a stored version the current catalogue again, with the choices that it had.
 *
 * @param now ms since the epoch
 * @throws NotFound where the version is not stored, or no longer; StoreUnavailable
 */
export async function restoreCatalogue(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
  version: string,
  now: number,
): Promise<void> {
  const stored = await catalogues.find(organizationId, version);
  if (stored === undefined)
    throw new NotFound(`There is no version ${version} of the catalogue, or it is no longer kept.`);
  await catalogues.put({ ...stored, importedAt: now });
}
