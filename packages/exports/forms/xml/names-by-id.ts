/** What an element says of names: `<category id="20" parentId="10">Cases</category>`. */
export interface NamedElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly NamedElement[];
  readonly text: string;
}

interface Named {
  readonly label: string;
  readonly parent: string | undefined;
}

/** The share of a list that names something; products may have one that is no more than a text. Set by hand. */
const NEARLY_ALL = 0.9;

const namesAnId = ({ attributes, children, text }: NamedElement): boolean =>
  attributes.id !== undefined && children.length === 0 && text.trim() !== '';

/** A field with the id of something: `categoryId`, `category_id`. */
const ID_OF = /^(.+?)[_-]?id$/i;

/**
 * The names that a document lists beside its products, of what these state by id.
 *
 * @param deepest levels of a path at most
 */
export class NamesById {
  /** By the name of the element, in lower case, its ids. */
  readonly #names = new Map<string, Map<string, Named>>();
  /** The names of elements, in lower case. */
  readonly #elements = new Set<string>();
  readonly #deepest: number;

  constructor(root: NamedElement, deepest: number) {
    this.#deepest = deepest;
    this.#gather(root);
  }

  #gather(element: NamedElement): void {
    this.#elements.add(element.name.toLowerCase());
    for (const child of element.children) this.#gather(child);
    if (!namesAnId(element)) return;
    const { id, parentId, parent_id: parent = parentId } = element.attributes;
    const label = element.text.trim();
    const key = element.name.toLowerCase();
    const known = this.#names.get(key) ?? new Map<string, Named>();
    this.#names.set(key, known.set(id.trim(), { label, parent }));
  }

  /** Whether elements of one name have ids and texts, and others state these ids: categories beside a `categoryId`. */
  areStated(group: readonly NamedElement[]): boolean {
    const name = group[0].name.toLowerCase();
    return (
      ['id', '_id', '-id'].some((end) => this.#elements.has(name + end)) &&
      group.filter(namesAnId).length >= NEARLY_ALL * group.length
    );
  }

  /** The name of a field, and the text of its value, for a field that holds an id; the path where names have parents. */
  of(field: string, id: unknown): readonly [name: string, text: string] | undefined {
    const name = ID_OF.exec(field)?.[1];
    if (name === undefined || typeof id !== 'string') return undefined;
    const known = this.#names.get(name.toLowerCase());
    const path: string[] = [];
    for (let at = known?.get(id.trim()); at !== undefined && path.length < this.#deepest; ) {
      path.unshift(at.label);
      at = at.parent === undefined ? undefined : known!.get(at.parent.trim());
    }
    return path.length === 0 ? undefined : [name, path.join(' > ')];
  }
}
