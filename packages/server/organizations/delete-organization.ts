import { Conflict, InvalidInput } from '../errors.ts';
import type { OrganizationId, RewriteWhen, Rewritten, Storage } from '../storage/ports.ts';
import { onceLeased, THIS_PROCESS } from '../storage/while-leased.ts';
import { organizationOf } from './create-organization.ts';

export interface DeletedOrganization {
  /** The number of rows. */
  readonly removed: number;
  readonly store: Rewritten;
}

export interface DeletingOptions {
  /** When the store is rewritten; `now` unless given. */
  readonly rewrite?: RewriteWhen;
  /** Called with each stage, such as "rewriting the store", for showing progress. */
  readonly onStage?: (doing: string) => void;
  /** Waits between looks at a training; for tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Checks that whoever deletes an organization means it.
 *
 * @param name the name of the organization, as typed
 * @throws NotFound, InvalidInput for another name; StoreUnavailable
 */
export async function confirmDeletion(
  storage: Pick<Storage, 'organizations'>,
  id: OrganizationId,
  name: string,
): Promise<void> {
  const organization = await organizationOf(storage, id);
  if (organization.name.normalize() !== name.trim().normalize())
    throw new InvalidInput(`name: type the name of the organization to confirm: ${organization.name}`);
}

/**
 * Deletes an organization with all that is theirs: keys first, then what is stored of catalogues, sessions and outcomes,
 * then its members and itself, then the remains in the files of the store. May be called again where it was cut short.
 *
 * @throws Conflict where a model is being trained for longer than a training takes; StoreUnavailable
 */
export async function deleteOrganization(
  storage: Pick<Storage, 'leases' | 'erasure'>,
  id: OrganizationId,
  { rewrite = 'now', onStage = () => {}, pause }: DeletingOptions = {},
): Promise<DeletedOrganization> {
  const owner = `deleting, ${THIS_PROCESS}`;
  // A training that had begun would store its model afterwards.
  const erased = await onceLeased(
    storage.leases,
    id,
    'training',
    owner,
    () => {
      onStage('removing what is stored');
      return storage.erasure.organization(id);
    },
    { onWait: () => onStage('waiting for a training'), pause },
  );
  if (!erased.held) throw new Conflict('A model of this organization is being trained. Try again later.');
  onStage('rewriting the store');
  return { removed: erased.result, store: await storage.erasure.rewrite(rewrite) };
}
