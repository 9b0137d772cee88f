import { handleOf, interestName } from '../../session/text/names.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { columnNamed } from '../indexing/value-lookup.ts';

/** What a request can name of products: a column, the price, or whether they can be bought. */
export type NamedAttribute = Column | 'price' | 'availability';

/** The names by which requests may also call what a catalogue names otherwise. */
const ROLE_NAMES = ['category', 'brand', 'price', 'availability'] as const;

const isNamed = (name: string, columnName: string | null | undefined): boolean =>
  typeof columnName === 'string' &&
  (interestName(name) === interestName(columnName) ||
    (handleOf(name) !== '' && handleOf(name) === handleOf(columnName)));

/**
 * The attribute that a request names: by the name of its column or its handle, or by the name of its role. Columns that
 * an index does not have, such as private ones, are unknown.
 */
export function attributeNamed(index: CatalogueIndex, name: string): NamedAttribute | undefined {
  const { columns, roles } = index;
  if (index.scale !== undefined && isNamed(name, roles.price)) return 'price';
  if (isNamed(name, roles.availability)) return 'availability';
  const column = columns[columnNamed(columns, name) ?? -1];
  if (column !== undefined) return column;
  switch (ROLE_NAMES.find((role) => isNamed(name, role))) {
    case 'category':
      return index.category;
    case 'brand':
      return index.brand;
    case 'price':
      return index.scale === undefined ? undefined : 'price';
    case 'availability':
      return roles.availability ? 'availability' : undefined;
    default:
      return undefined;
  }
}

/** The names of all attributes that a request can name, those of roles first. */
export function attributeNames(index: CatalogueIndex): string[] {
  const roles = ROLE_NAMES.filter((role) => attributeNamed(index, role) !== undefined);
  const { price, availability } = index.roles;
  const named = [price, availability].filter((name) => typeof name === 'string');
  return [...new Set([...roles, ...named, ...index.columns.map(({ name }) => name)])];
}

/** The name of an attribute's column. */
export function nameOf(index: CatalogueIndex, attribute: NamedAttribute): string {
  return typeof attribute === 'string' ? (index.roles[attribute] ?? attribute) : attribute.name;
}
