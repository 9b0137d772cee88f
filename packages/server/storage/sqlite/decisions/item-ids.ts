import { ByteReader } from '../../decisions/byte-writer.ts';
import type { OrganizationId } from '../../ports.ts';

/** Ids that a process holds by their numbers, of all organizations. A map that is full is cleared. Set by hand. */
const MOST_HELD = 100_000;

/** Of one number of an organization: `item_id`. */
export const ITEM_ID = 'SELECT item_id FROM ranked_items WHERE organization_id = ? AND number = ?';

/** The ids of ranked products, which decisions keep as numbers. */
export class ItemIds {
  readonly #find: (organizationId: OrganizationId, number: number) => string | undefined;
  readonly #idOf = new Map<OrganizationId, Map<number, string>>();
  #held = 0;

  constructor(find: (organizationId: OrganizationId, number: number) => string | undefined) {
    this.#find = find;
  }

  /**
   * @param items the numbers of products, one after another
   * @throws RangeError where a number has no id
   */
  of(organizationId: OrganizationId, items: Uint8Array): string[] {
    if (this.#held >= MOST_HELD) {
      this.#idOf.clear();
      this.#held = 0;
    }
    let idOf = this.#idOf.get(organizationId);
    if (idOf === undefined) {
      idOf = new Map();
      this.#idOf.set(organizationId, idOf);
    }
    const ids: string[] = [];
    for (const numbers = new ByteReader(items); !numbers.isAtEnd; ) {
      const number = numbers.number();
      let id = idOf.get(number);
      if (id === undefined) {
        id = this.#find(organizationId, number);
        if (id === undefined) throw new RangeError(`A decision names product ${number}, which has no id.`);
        idOf.set(number, id);
        this.#held++;
      }
      ids.push(id);
    }
    return ids;
  }
}
