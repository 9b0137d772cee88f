import { saysAvailability } from './availability.ts';
import { type ColumnName, columnName, nameFit, ROLES, type Role } from './role-names.ts';
import { type Attribute, type Catalogue, CatalogueError } from './types.ts';

/** `null` says that no column plays the role. */
export type RoleOverrides = Readonly<Partial<Record<Role, string | null>>>;

/**
 * For each role the column that plays it, by name, `null` where the owner said that none does; all other columns that a
 * shopper could be asked about are `attributes`.
 */
export interface Roles extends RoleOverrides {
  readonly attributes: readonly string[];
}

/**
 * Recognises which column is the title, category, brand, price, image, link and availability, from names and contents.
 * Ties go to the column that is recorded for more products, then to the first name in code-unit order; never to a
 * position.
 *
 * @throws CatalogueError if an override names a column that the catalogue does not have.
 */
export function recogniseRoles(catalogue: Catalogue, overrides: RoleOverrides = {}): Roles {
  const columns = catalogue.attributes.map(look);
  const chosen: Partial<Record<Role, string | null>> = {};
  const taken = new Set<string>();
  for (const role of ROLES) {
    const name = overrides[role];
    if (name === undefined) continue;
    chosen[role] = name;
    if (name === null) continue;
    if (!columns.some((column) => column.attribute.name === name)) {
      throw new CatalogueError('unknown_column', `The catalogue has no column "${name}" to be its ${role}.`);
    }
    taken.add(name);
  }
  for (const role of ROLES) {
    if (overrides[role] !== undefined) continue;
    const best = bestFor(role, columns, taken);
    if (best === undefined) continue;
    chosen[role] = best;
    taken.add(best);
  }
  const attributes = columns
    .filter(({ attribute }) => attribute.notQuestion === undefined && !taken.has(attribute.name))
    .map(({ attribute }) => attribute.name);
  return { ...chosen, attributes };
}

/** A column with what its name and contents say. */
interface Look extends ColumnName {
  readonly attribute: Attribute;
  readonly recorded: number;
  readonly distinct: number;
  readonly links: number;
  readonly pictures: number;
  readonly meanWords: number;
}

/** Distinct values looked at for their shape. */
const VALUES_LOOKED_AT = 500;
const CHARACTERS_LOOKED_AT = 300;
const LINK = /^(?:https?:)?\/\/\S+$|^www\.\S+$|^\/\S+\/\S+$/i;
const PICTURE = /\.(?:jpe?g|png|webp|gif|svg|avif)(?:[?#]\S*)?$/i;

function look(attribute: Attribute): Look {
  let recorded = 0;
  for (const cell of attribute.cell) if (cell !== -1) recorded++;
  // Evenly spread over the canonical order of the values.
  const step = Math.max(1, Math.floor(attribute.values.length / VALUES_LOOKED_AT));
  let seen = 0;
  let links = 0;
  let pictures = 0;
  let words = 0;
  for (let i = 0; i < attribute.values.length; i += step) {
    const label = attribute.values[i].label.slice(0, CHARACTERS_LOOKED_AT);
    seen++;
    if (LINK.test(label)) links++;
    if (PICTURE.test(label)) pictures++;
    words += label.split(/\s+/).length;
  }
  const share = (count: number) => (seen === 0 ? 0 : count / seen);
  return {
    attribute,
    ...columnName(attribute.name),
    recorded,
    distinct: attribute.values.length,
    links: share(links),
    pictures: share(pictures),
    meanWords: share(words),
  };
}

function bestFor(role: Role, columns: readonly Look[], taken: ReadonlySet<string>): string | undefined {
  let best: { column: Look; fit: number } | undefined;
  for (const column of columns) {
    if (taken.has(column.attribute.name) || column.recorded === 0) continue;
    const fit = FITS[role](column);
    if (fit <= 0) continue;
    if (best === undefined || isBetter(column, fit, best)) best = { column, fit };
  }
  return best?.column.attribute.name;
}

function isBetter(column: Look, fit: number, best: { column: Look; fit: number }): boolean {
  if (fit !== best.fit) return fit > best.fit;
  if (column.recorded !== best.column.recorded) return column.recorded > best.column.recorded;
  return column.attribute.name < best.column.attribute.name;
}

const isWords = ({ attribute: { kind } }: Look) =>
  kind === 'category' || kind === 'list' || kind === 'constant';

/** How well a column fits a role, by name and contents; 0 not at all. */
const FITS: Record<Role, (column: Look) => number> = {
  title: (column) => {
    const { concepts, attribute, links, meanWords } = column;
    if (links > 0.2 || attribute.kind === 'number' || attribute.kind === 'date') return 0;
    const fit = nameFit('title', column);
    if (fit > 0) return fit;
    return attribute.kind === 'identifier' &&
      meanWords >= 1.8 &&
      !concepts.has('identifier') &&
      !concepts.has('reference')
      ? 1
      : 0;
  },
  category: (column) => {
    if (!isWords(column) || column.attribute.notQuestion === 'operational') return 0;
    // A category groups: there are fewer of them than half of the products.
    if (column.distinct > column.recorded / 2 && column.recorded > 4) return 0;
    return nameFit('category', column);
  },
  brand: (column) =>
    isWords(column) || column.attribute.kind === 'identifier' ? nameFit('brand', column) : 0,
  price: (column) =>
    column.attribute.values.some(({ number }) => number !== undefined) ? nameFit('price', column) : 0,
  image: (column) => {
    const { concepts, words, links, pictures } = column;
    if (pictures < 0.5 && !(concepts.has('image') && links > 0.5)) return 0;
    return nameFit('image', column) || (/\b(?:small|thumb\w*|variant|swatch)\b/.test(words) ? 0 : 1);
  },
  url: (column) => {
    const { concepts, links, pictures } = column;
    if (links < 0.5 || pictures >= 0.5 || concepts.has('image')) return 0;
    return nameFit('url', column) || 1;
  },
  availability: (column) => {
    const { attribute } = column;
    if (attribute.kind === 'date' || attribute.kind === 'text') return 0;
    // "LEGO exclusive" says where a thing is sold, not whether.
    const isWord =
      attribute.kind === 'category' || attribute.kind === 'list' || attribute.kind === 'identifier';
    if (isWord && !attribute.values.some(({ label }) => saysAvailability(label))) return 0;
    return nameFit('availability', column);
  },
};
