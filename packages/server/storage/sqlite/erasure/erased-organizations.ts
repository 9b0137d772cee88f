import type { DatabaseSync } from 'node:sqlite';

/**
 * Organizations that were erased while this process ran. What requests that were under way then still write is not
 * applied, so that nothing is left of them.
 */
export class ErasedOrganizations {
  readonly #mayBeGone = new Set<string>();
  readonly #find;
  readonly #all;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT 1 FROM organizations WHERE organization_id = ?');
    this.#all = database.prepare('SELECT organization_id FROM organizations');
  }

  add(organizationId: string): void {
    this.#mayBeGone.add(organizationId);
  }

  /**
   * From now on each write looks its organization up, whichever process may erase it. For commands, which run beside a
   * service.
   */
  watchAll(): void {
    for (const { organization_id } of this.#all.all() as { organization_id: string }[])
      this.#mayBeGone.add(organization_id);
  }

  /** Whether the organization is gone. The table decides: where the transaction that erased it was undone, it is there again. */
  has(organizationId: string): boolean {
    return this.#mayBeGone.has(organizationId) && this.#find.get(organizationId) === undefined;
  }
}

type Handler = (input: never) => unknown;

/** The same writes, each of which throws where its organization was erased: what it added would stay for ever. */
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
