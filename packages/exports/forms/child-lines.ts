/** The field by which a line of a bulk export names the record that it belongs to, as Shopify's bulk operations write it. */
export const PARENT = '__parentId';

/** The kind of a record as its global id has it: `gid://shopify/ProductVariant/1`. */
const KIND = /^gid:\/\/[^/]+\/(?:Product(?=[A-Z]))?(\w+)\//;

/** What a parent calls the list of such records: `variants`, `metafields`; `items` where the id does not say what they are. */
function listName(id: unknown): string {
  const kind = KIND.exec(String(id))?.[1];
  return kind === undefined ? 'items' : `${kind[0]!.toLowerCase()}${kind.slice(1)}s`;
}

type Line = Record<string, unknown>;

/** Puts records that stand in lines of their own back into those to which they belong, however deep. */
export class ChildLines {
  readonly #known = new Map<unknown, Line>();
  /** The records that belong to none, each with its line. */
  readonly roots: [record: object, line: number][] = [];

  /** False where the record belongs to one that no line before had. */
  add(record: object, line: number): boolean {
    const { [PARENT]: parentId, ...own } = record as Line;
    if (parentId === undefined || parentId === null) this.roots.push([own, line]);
    else {
      const parent = this.#known.get(parentId);
      if (parent === undefined) return false;
      const list = listName(own.id);
      // The parent may have a field of that name, such as a count.
      if (!Array.isArray(parent[list])) parent[list] = [];
      (parent[list] as unknown[]).push(own);
    }
    if (own.id !== undefined) this.#known.set(own.id, own);
    return true;
  }
}
