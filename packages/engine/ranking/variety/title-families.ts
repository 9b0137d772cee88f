import { headerWords, optionConceptOf } from '../../catalogue/columns/header-names.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { foldText } from '../../session/text/tokens.ts';
import type { Roles } from '../types.ts';
import type { Families } from './families.ts';

/**
 * Products of one title are variants of one product only if none costs more than this many times the cheapest: shops use
 * one name for a whole series, too. Set by hand.
 */
const PRICE_SPREAD = 2;
/** Columns that say beside the title what a product is: a series has one title, and one such text for each product. */
const SUBTITLE = /^(?:product|sub ?title|(?:product )?short description|product type|type name|model name)$/;
/** Numbers and measures, in which variants differ: "80", "80x30", "80cm". */
const MEASURE = /^\d+(?:x\d+)*(?:mm|cm|m|in|ml|l|g|kg)?$/;
const TOKEN = /[\p{L}\p{N}]+/gu;

/**
 * Puts products together whose titles are the same, or the same but for the size and colour that columns record, within a
 * brand and a category, at prices that are alike.
 *
 * @param linked `[product]`: 1 for products whose variants a column names; they are left as they are
 * @param logPrice `[product]`: NaN without a price
 */
export function joinByTitles(
  { attributes }: Catalogue,
  roles: Roles,
  linked: Uint8Array,
  logPrice: Float64Array,
  families: Families,
): void {
  const find = (name: string | null | undefined): Attribute | undefined =>
    attributes.find((attribute) => attribute.name === name);
  const title = find(roles.title);
  if (title === undefined) return;
  const options = attributes.filter(
    (attribute) =>
      attribute !== title && ['colour', 'size'].includes(optionConceptOf(headerWords(attribute.name)) ?? ''),
  );
  const others = [find(roles.brand), find(roles.category)].flatMap((attribute) => attribute ?? []);
  const texts = [
    title,
    ...attributes.filter((attribute) => attribute !== title && SUBTITLE.test(headerWords(attribute.name))),
  ];
  const tokens = new Map<Attribute, (readonly string[])[]>(
    [...texts, ...options].map((attribute) => [attribute, []]),
  );
  const tokensAt = (attribute: Attribute, product: number): readonly string[] => {
    const cell = attribute.cell[product];
    if (cell < 0) return [];
    const known = tokens.get(attribute)!;
    known[cell] ??= attribute.cells[cell].flatMap(
      (value) => foldText(attribute.values[value].label).match(TOKEN) ?? [],
    );
    return known[cell];
  };
  const alike = new Map<string, number[]>();
  for (let product = 0; product < linked.length; product++) {
    if (linked[product] === 1 || title.cell[product] < 0) continue;
    const stated = options.map((option) => tokensAt(option, product));
    const named = without(tokensAt(title, product), stated);
    // A title that is nothing but a size or a colour names no product.
    if (named.length === 0) continue;
    const key = JSON.stringify([
      named.join(' '),
      ...others.map(({ cell }) => cell[product]),
      ...texts.slice(1).map((text) =>
        without(tokensAt(text, product), stated)
          .filter((token) => !MEASURE.test(token))
          .join(' '),
      ),
    ]);
    const same = alike.get(key);
    if (same === undefined) alike.set(key, [product]);
    else same.push(product);
  }
  for (const products of alike.values())
    if (products.length > 1) joinAtLikePrices(products, logPrice, families);
}

/** The tokens without those of each stated value, where all of them stand together. */
function without(tokens: readonly string[], stated: readonly (readonly string[])[]): readonly string[] {
  let left = tokens;
  for (const value of stated) {
    if (value.length === 0) continue;
    const at = left.findIndex((_, start) => value.every((token, k) => left[start + k] === token));
    if (at >= 0) left = [...left.slice(0, at), ...left.slice(at + value.length)];
  }
  return left;
}

/** Puts products together from the cheapest on; one that costs too much more begins another family. */
function joinAtLikePrices(products: readonly number[], logPrice: Float64Array, families: Families): void {
  const priced = products.filter((product) => !Number.isNaN(logPrice[product]));
  priced.sort((a, b) => logPrice[a] - logPrice[b] || a - b);
  let cheapest = priced[0];
  for (const product of priced) {
    if (logPrice[product] - logPrice[cheapest] > Math.log(PRICE_SPREAD) + 1e-9) cheapest = product;
    else families.join(cheapest, product);
  }
  // What has no price belongs to the first family, as a product that is sold in variants does.
  const first = priced[0] ?? products[0];
  for (const product of products) if (Number.isNaN(logPrice[product])) families.join(first, product);
}
