import { conceptsOf, headerWords, optionConceptOf } from '../../../catalogue/columns/header-names.ts';
import { measureOf } from '../../../catalogue/numbers/units.ts';
import type { Attribute, Catalogue } from '../../../catalogue/types.ts';
import { foldText } from '../../../session/text/tokens.ts';
import type { Roles } from '../../types.ts';
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

/** What variants of one product differ in beside colour and size: measures, packs, what they cost and how they sell. */
const OF_VARIANTS = ['measure', 'quantity', 'price', 'money', 'feedback'] as const;
/** Years in which things are made; shops sell little that is older. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];

/**
 * Puts products together whose titles are the same, or the same but for the size and colour that columns record, within a
 * brand and a category, at prices that are alike, and that no other fact tells apart.
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
      attribute !== title && ['colour', 'size'].includes(optionConceptOf(labelOf(attribute.name)) ?? ''),
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
  const facts = attributes.filter((attribute) =>
    tellsApart(attribute, [...texts, ...others, ...options], roles),
  );
  for (const products of alike.values()) {
    if (products.length < 2) continue;
    for (const same of notToldApart(products, facts)) joinAtLikePrices(same, logPrice, families);
  }
}

/** The words of a column's name without what a shop system writes behind it: "Farbe (product.metafields.shopify.color)". */
const labelOf = (name: string): string => headerWords(name.replace(/ \(\w+\.metafields\..*\)$/, ''));

/** Whether products that differ in an attribute are different products, not variants of one. */
function tellsApart(attribute: Attribute, read: readonly Attribute[], roles: Roles): boolean {
  const { name, kind, notQuestion, notRecordable } = attribute;
  if (read.includes(attribute) || name === roles.price || name === roles.salePrice) return false;
  if (notQuestion !== undefined) return false;
  if (kind === 'number' && areYears(attribute)) return true;
  // Lists, such as of tags, grow row by row.
  if (notRecordable !== undefined || (kind !== 'category' && kind !== 'number' && kind !== 'boolean'))
    return false;
  const concepts = conceptsOf(name);
  if (OF_VARIANTS.some((concept) => concepts.has(concept))) return false;
  const words = labelOf(name).split(' ');
  return attribute.unit === undefined && measureOf(words.at(-1) ?? '') === undefined;
}

/** Whether the numbers of an attribute are years: a set of another year is another set. */
const areYears = ({ values }: Attribute): boolean =>
  values.length > 1 &&
  values.every(({ number = 0 }) => Number.isInteger(number) && number >= FIRST_YEAR && number <= LAST_YEAR);

/** Parts of a list in which no product contradicts a fact of the first; an empty cell contradicts nothing. */
function notToldApart(
  products: readonly number[],
  facts: readonly Attribute[],
): readonly (readonly number[])[] {
  const parts: number[][] = [];
  for (const product of products) {
    const same = parts.find(([first]) =>
      facts.every(({ cell }) => cell[product] < 0 || cell[first] < 0 || cell[product] === cell[first]),
    );
    if (same === undefined) parts.push([product]);
    else same.push(product);
  }
  return parts;
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
