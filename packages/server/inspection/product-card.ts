import type { Roles } from '@decidable/engine/ranking';
import type { DisplayedColumn } from '../shops/displayed-attributes.ts';
import type { Shop } from '../shops/shop.ts';

/** What people recognise a product by; private columns are never among it. */
export interface ProductCard {
  readonly title?: string;
  readonly image?: string;
  readonly price?: string;
}

type Shown = Pick<Shop, 'index' | 'shown'>;
type ShownRole = keyof ProductCard & keyof Roles;

const ON_CARDS = ['title', 'image', 'price'] as const satisfies readonly ShownRole[];

const decoder = new TextDecoder();

/** The value of a product in a column; undefined where it has none. */
function valueIn({ name, cell, json, start }: DisplayedColumn, product: number): unknown {
  const c = cell[product];
  if (c < 0) return undefined;
  const member = decoder.decode(json.subarray(start[c], start[c + 1]));
  return (JSON.parse(`{${member}}`) as Record<string, unknown>)[name];
}

/** The shown attributes of a product of the catalogue by name; undefined where the catalogue lacks it. */
export function attributesOf({ index, shown }: Shown, id: string): ReadonlyMap<string, unknown> | undefined {
  const product = index.ids.find(id.normalize());
  if (product === undefined) return undefined;
  const attributes = new Map<string, unknown>();
  for (const column of shown.columns) {
    const value = valueIn(column, product);
    if (value !== undefined) attributes.set(column.name, value);
  }
  return attributes;
}

/**
 * Reads what products say in the column of a role, the first value of several: of each product by its place in the catalogue.
 * Other columns are not read, since a search reads the titles of all products.
 */
export function textsOfRole(
  { index, shown }: Shown,
  role: ShownRole,
): (product: number) => string | undefined {
  const name = index.roles[role];
  const column = shown.columns.find((each) => each.name === name);
  if (column === undefined) return () => undefined;
  return (product) => {
    const value = valueIn(column, product);
    return value === undefined ? undefined : String(Array.isArray(value) ? value[0] : value);
  };
}

/** What a product of the catalogue is recognised by; empty where the catalogue lacks it. */
export function cardOf(shop: Shown, id: string): ProductCard {
  const product = shop.index.ids.find(id.normalize());
  const card: { -readonly [Field in keyof ProductCard]: string } = {};
  if (product === undefined) return card;
  for (const role of ON_CARDS) {
    const text = textsOfRole(shop, role)(product);
    if (text !== undefined) card[role] = text;
  }
  return card;
}
