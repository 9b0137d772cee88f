import { Conflict } from '../../errors.ts';
import type { OrganizationId, Storage, StoredCatalogue } from '../../storage/ports.ts';
import type { CataloguePlan } from './catalogue-plan.ts';
import { storePlanned } from './import-catalogue.ts';

/** Times that a change is made again where another one came between. Set by hand. */
const MOST_TRIES = 3;

/** @throws Conflict where the organization has no catalogue; StoreUnavailable */
export async function currentCatalogue(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
): Promise<StoredCatalogue> {
  const current = await catalogues.current(organizationId);
  if (current === undefined) throw new Conflict('The shop has no catalogue yet. Import one first.');
  return current;
}

/**
 * Replaces the current catalogue by one that is made from it. Making it takes a while: where the current one was replaced
 * meanwhile, it is made again from the new one, so that no import is lost. One of the same version is not stored again.
 *
 * @param now ms since the epoch
 * @throws Conflict where the organization has no catalogue, or others replace it each time; StoreUnavailable
 */
export async function replaceCurrent<Made extends { readonly plan: CataloguePlan; readonly csv: Uint8Array }>(
  storage: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
  make: (current: StoredCatalogue) => Promise<Made>,
  now: number,
): Promise<Made & { readonly isNew: boolean }> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const current = await currentCatalogue(storage, organizationId);
    const { version } = current;
    const made = await make(current);
    const isNew = made.plan.version !== version;
    if ((await storage.catalogues.currentVersion(organizationId))?.version !== version) continue;
    if (isNew) await storePlanned(storage, organizationId, made.plan, made.csv, now);
    return { ...made, isNew };
  }
  throw new Conflict('The catalogue is being replaced by others. Load it again, then try once more.');
}
