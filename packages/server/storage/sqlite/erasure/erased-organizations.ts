import type { DatabaseSync } from 'node:sqlite';

/**
 * Organizations that were erased while this process ran. What requests that were under way then still write is not
 * applied, so that nothing is left of them.
 */
export class ErasedOrganizations {
  readonly #erased = new Set<string>();
  readonly #find;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT 1 FROM organizations WHERE organization_id = ?');
  }

  add(organizationId: string): void {
    this.#erased.add(organizationId);
  }

  /** Whether an organization is gone: also after a transaction that removed it was undone, and it is not. */
  has(organizationId: string): boolean {
    return this.#erased.has(organizationId) && this.#find.get(organizationId) === undefined;
  }
}
