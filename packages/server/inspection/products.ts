import { valueNamed } from '@decidable/engine/ranking';
import type { Shop } from '../shops/shop.ts';
import { attributesOf, textsOfRole } from './product-card.ts';

/** Products looked at between two looks at the clock. Set by hand. */
const AT_ONCE = 500;

/** What is looked for. */
export interface ProductSearch {
  /** Part of an id or a title, in any case. */
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundProduct {
  readonly id: string;
  readonly title?: string;
  readonly available: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The products of the catalogue that fit, in its order, in steps; with the attributes that shoppers may see. */
export function* findProducts(
  shop: Shop,
  { search = '', category, offset, limit }: ProductSearch,
): Generator<void, { readonly products: FoundProduct[]; readonly total: number }> {
  const { index } = shop;
  const wanted = folded(search.trim());
  const titleOf = textsOfRole(shop, 'title');
  const within = category === undefined ? undefined : valueOfCategory(shop, category);
  const products: FoundProduct[] = [];
  let total = 0;
  for (let product = 0; product < index.size; product++) {
    if (product % AT_ONCE === AT_ONCE - 1) yield;
    if (category !== undefined && !hasCategory(shop, product, within)) continue;
    const id = index.ids.at(product);
    if (wanted !== '' && !folded(id).includes(wanted) && !folded(titleOf(product) ?? '').includes(wanted))
      continue;
    if (total >= offset && products.length < limit) {
      const title = titleOf(product);
      products.push({
        id,
        ...(title !== undefined && { title }),
        available: index.available[product] !== 0,
        attributes: Object.fromEntries(attributesOf(shop, id) ?? []),
      });
    }
    total++;
  }
  return { products, total };
}

const valueOfCategory = ({ index }: Shop, name: string): number | undefined =>
  index.category === undefined ? undefined : valueNamed(index.category, name);

function hasCategory({ index }: Shop, product: number, value: number | undefined): boolean {
  const column = index.category;
  if (column === undefined || value === undefined) return false;
  const cell = column.cell[product];
  return (
    cell >= 0 &&
    column.cellValues.subarray(column.cellStart[cell], column.cellStart[cell + 1]).includes(value)
  );
}

/** The categories of a catalogue with the products of each, the largest first. */
export function categoriesOf({ index }: Pick<Shop, 'index'>): {
  readonly column?: string;
  readonly categories: { readonly name: string; readonly products: number }[];
} {
  const column = index.category;
  if (column === undefined) return { categories: [] };
  const counts = new Int32Array(column.labels.length);
  for (const cell of column.cell) {
    if (cell < 0) continue;
    for (let at = column.cellStart[cell]; at < column.cellStart[cell + 1]; at++)
      counts[column.cellValues[at]]++;
  }
  const categories = column.labels
    .map((name, value) => ({ name, products: counts[value] }))
    .sort((a, b) => b.products - a.products || (a.name < b.name ? -1 : 1));
  return { column: column.name, categories };
}
