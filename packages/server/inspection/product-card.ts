import type { Roles } from '@decidable/engine/ranking';
import type { Shop } from '../shops/shop.ts';

/** What people recognise a product by; private columns are never among it. */
export interface ProductCard {
  readonly title?: string;
  readonly image?: string;
  readonly price?: string;
}

const SHOWN = ['title', 'image', 'price'] as const satisfies readonly (keyof Roles)[];

/** The shown attributes of a product of the catalogue by name; undefined where the catalogue lacks it. */
export function attributesOf(
  { index, shown }: Pick<Shop, 'index' | 'shown'>,
  id: string,
): ReadonlyMap<string, unknown> | undefined {
  const product = index.ids.find(id.normalize());
  if (product === undefined) return undefined;
  const decoder = new TextDecoder();
  const attributes = new Map<string, unknown>();
  for (const { name, cell, json, start } of shown.columns) {
    const c = cell[product];
    if (c < 0) continue;
    const member: Record<string, unknown> = JSON.parse(
      `{${decoder.decode(json.subarray(start[c], start[c + 1]))}}`,
    );
    attributes.set(name, member[name]);
  }
  return attributes;
}

/** What a product of the catalogue is recognised by; empty where the catalogue lacks it. */
export function cardOf(shop: Pick<Shop, 'index' | 'shown'>, id: string): ProductCard {
  const attributes = attributesOf(shop, id);
  const card: { -readonly [Field in keyof ProductCard]: string } = {};
  for (const role of SHOWN) {
    const value = attributes?.get(shop.index.roles[role] ?? '');
    if (value !== undefined) card[role] = String(Array.isArray(value) ? value[0] : value);
  }
  return card;
}
