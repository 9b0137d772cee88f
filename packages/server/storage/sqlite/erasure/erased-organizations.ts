import type { DatabaseSync } from 'node:sqlite';

/**
 * Organizations that were erased while this process ran. What requests that were under way then still write is not
 * applied, so that nothing is left of them.
 */
export class ErasedOrganizations {
  readonly #erased = new Set<string>();
  readonly #find;
  readonly #all;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT 1 FROM organizations WHERE organization_id = ?');
    this.#all = database.prepare('SELECT organization_id FROM organizations');
  }

  add(organizationId: string): void {
    this.#erased.add(organizationId);
  }

  /**
   * From now on every organization that there is counts as erased where it is gone, whichever process erased it. For
   * commands, which run beside a service: each write looks the organization up.
   */
  watchAll(): void {
    for (const { organization_id } of this.#all.all() as { organization_id: string }[])
      this.#erased.add(organization_id);
  }

  /** Whether an organization is gone: also after a transaction that removed it was undone, and it is not. */
  has(organizationId: string): boolean {
    return this.#erased.has(organizationId) && this.#find.get(organizationId) === undefined;
  }
}

type Handler = (input: never) => unknown;

/**
 * The writes without effect for an organization that is erased: what it would add would stay for ever.
 *
 * @throws Error by each write, where its organization is gone
 */
export function unlessErased<Writes extends Readonly<Record<keyof Writes, Handler>>>(
  erased: ErasedOrganizations,
  writes: Writes,
): Writes {
  const guarded = Object.entries<Handler>(writes).map(([name, write]) => [
    name,
    (input: { readonly organizationId: string }) => {
      if (erased.has(input.organizationId)) throw new Error('The organization was deleted meanwhile.');
      return write(input as never);
    },
  ]);
  return Object.fromEntries(guarded) as Writes;
}
