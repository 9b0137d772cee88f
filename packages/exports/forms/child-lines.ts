/** The field by which a line of a bulk export names the record that it belongs to, as Shopify's bulk operations write it. */
export const PARENT = '__parentId';

/** The kind of a record as its global id has it: `gid://shopify/ProductVariant/1`. */
const KIND = /^gid:\/\/[^/]+\/(?:Product(?=[A-Z]))?(\w+)\//;

/** What the id of a record says that it is: `variant`, `metafield`, `product`. */
function kindOf({ id }: Line): string | undefined {
  const kind = KIND.exec(String(id))?.[1];
  return kind && `${kind[0]!.toLowerCase()}${kind.slice(1)}`;
}

type Line = Record<string, unknown>;

interface Known {
  readonly own: Line;
  /** The parent of the line that had it last. */
  parentId: unknown;
}

/**
 * Puts records that stand in lines of their own back into those to which they belong, however deep. Products are records
 * themselves where the file begins with something else: then they have the titles of the collections that list them.
 */
export class ChildLines {
  readonly #known = new Map<unknown, Known>();
  /** The records that belong to none, each with its line. */
  readonly #roots: [record: object, line: number][] = [];
  readonly #products: [record: object, line: number][] = [];
  #areProductsBelow: boolean | undefined;

  /** False where the record belongs to one that no line before had. */
  add(record: object, line: number): boolean {
    const { [PARENT]: parentId, ...own } = record as Line;
    const kind = kindOf(own);
    this.#areProductsBelow ??= kind !== 'product';
    const isProduct = kind === 'product' && this.#areProductsBelow;
    const known = own.id === undefined ? undefined : this.#known.get(own.id);
    if (isProduct && known === undefined) this.#products.push([own, line]);
    if (parentId === undefined || parentId === null) this.#roots.push([own, line]);
    else {
      const parent = this.#known.get(parentId)?.own;
      if (parent === undefined) return false;
      // What belongs to a product stands again below each collection that lists it.
      if (kind !== undefined && known?.parentId === parentId) return true;
      if (isProduct) append(known?.own ?? own, kindOf(parent) ?? 'parent', parent.title ?? parent.name);
      else append(parent, `${kind ?? 'item'}s`, own);
    }
    if (known !== undefined && isProduct) known.parentId = parentId;
    else if (own.id !== undefined) this.#known.set(own.id, { own, parentId });
    return true;
  }

  /** The records of the file, each with its line. */
  get records(): readonly (readonly [record: object, line: number])[] {
    return this.#products.length > 0 ? this.#products : this.#roots;
  }
}

/** Adds to a list of a record, which may have a field of that name, such as a count. */
function append(record: Line, name: string, value: unknown): void {
  if (value === undefined) return;
  if (!Array.isArray(record[name])) record[name] = [];
  (record[name] as unknown[]).push(value);
}
