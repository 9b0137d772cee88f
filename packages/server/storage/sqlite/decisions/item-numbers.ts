import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId } from '../../ports.ts';

/** Ids whose numbers are held in memory, of all organizations: some 30 MB. A map that is full is cleared. Set by hand. */
const MOST_HELD = 200_000;

/**
 * The numbers of ranked products, from 0, in the order in which they were first ranked: a decision takes two bytes a
 * product instead of an id. A number is never given up. Used by the writer, inside its transaction.
 */
export class ItemNumbers {
  readonly #held = new Map<OrganizationId, Map<string, number>>();
  readonly #find;
  readonly #next;
  readonly #insert;
  #count = 0;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(
      'SELECT number FROM ranked_items WHERE organization_id = ? AND item_id = ?',
    );
    this.#next = database.prepare(
      'SELECT coalesce(max(number) + 1, 0) AS number FROM ranked_items WHERE organization_id = ?',
    );
    this.#insert = database.prepare(
      'INSERT INTO ranked_items (organization_id, number, item_id) VALUES (?, ?, ?)',
    );
  }

  /** The number of a product; an unknown one gets the next. */
  of(organizationId: OrganizationId, itemId: string): number {
    const known = this.#held.get(organizationId)?.get(itemId);
    if (known !== undefined) return known;
    let row = this.#find.get(organizationId, itemId) as { number: number } | undefined;
    if (row === undefined) {
      row = this.#next.get(organizationId) as { number: number };
      this.#insert.run(organizationId, row.number, itemId);
    }
    if (this.#count >= MOST_HELD) this.forget();
    let ofShop = this.#held.get(organizationId);
    if (ofShop === undefined) {
      ofShop = new Map();
      this.#held.set(organizationId, ofShop);
    }
    ofShop.set(itemId, row.number);
    this.#count++;
    return row.number;
  }

  /** To be called after a rollback, which takes back the rows of new products. */
  forget(): void {
    this.#held.clear();
    this.#count = 0;
  }
}
