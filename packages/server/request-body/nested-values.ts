import type { AttributeValue } from '@decidable/contract';

/** What a field of a product means, as far as shops nest it. */
interface Meaning {
  /** The names that fields of this meaning have. */
  readonly name: RegExp;
  /** Names of containers, whose value is called `as`, if the product has no such field of its own. */
  readonly container?: RegExp;
  readonly as?: string;
  readonly read: (value: object) => AttributeValue | undefined;
}

/** Levels that are looked into, and entries of a list: shapes of shops have four and few. */
const MAX_DEPTH = 5;
const MAX_ENTRIES = 100;

type Fields = Readonly<Record<string, unknown>>;

/** The entries of a list, also of a GraphQL connection (`edges` of `node`s, or `nodes`); else the value alone. */
function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES);
  const { edges, nodes } = Object(value) as Fields;
  if (Array.isArray(nodes)) return nodes.slice(0, MAX_ENTRIES);
  if (!Array.isArray(edges)) return [value];
  return edges.slice(0, MAX_ENTRIES).map((edge) => (Object(edge) as Fields).node);
}

/** The first that is told of some fields, in this order, by `read`. */
function firstOf<T>(
  value: unknown,
  names: readonly string[],
  read: (inner: unknown) => T | undefined,
): T | undefined {
  const fields = Object(value) as Fields;
  for (const name of names) {
    const told = Object.hasOwn(fields, name) ? read(fields[name]) : undefined;
    if (told !== undefined) return told;
  }
  return undefined;
}

/** Decimal notation only: `Number` would also take hexadecimal and blanks. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Where an amount stands, or what it stands in, what is paid before what was. */
const AMOUNTS = [
  'minVariantPrice',
  'salePrice',
  'amount',
  'calculated_amount',
  'value',
  'price',
  'lowPrice',
  'prices',
];

/** The amount of money: `{ amount, currencyCode }`, `{ centAmount, fractionDigits }`, an offer, a list of them (the lowest). */
function moneyOf(value: unknown, depth = 0): number | undefined {
  if (typeof value === 'number') return depth > 0 ? value : undefined;
  if (typeof value === 'string') return depth > 0 && DECIMAL.test(value) ? Number(value) : undefined;
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return undefined;
  const entries = entriesOf(value);
  if (entries.length !== 1 || entries[0] !== value) {
    const amounts = entries.flatMap((entry) =>
      typeof entry === 'object' ? (moneyOf(entry, depth) ?? []) : [],
    );
    return amounts.length === 0 ? undefined : Math.min(...amounts);
  }
  const { centAmount, fractionDigits = 2 } = value as Fields;
  if (Number.isSafeInteger(centAmount) && Number.isInteger(fractionDigits))
    return Number(`${centAmount}e${-(fractionDigits as number)}`);
  return firstOf(value, AMOUNTS, (inner) => moneyOf(inner, depth + 1));
}

/** A text that is named by one of some fields; of `{ en: "…", de: "…" }` that of the first language. */
const textOf =
  (names: readonly string[]) =>
  (value: unknown, depth = 0): string | undefined => {
    if (typeof value === 'string') return value === '' ? undefined : value;
    if (value === null || typeof value !== 'object' || Array.isArray(value) || depth > MAX_DEPTH)
      return undefined;
    const told = firstOf(value, names, (inner) => textOf(names)(inner, depth + 1));
    return told ?? localised(value);
  };

const LOCALE = /^[a-z]{2}([-_][A-Za-z]{2,4})?$/;

/** A text by language, as some shops write titles: that of the first language. */
function localised(value: object): string | undefined {
  const texts = Object.entries(value);
  const isByLanguage = texts.length > 0 && texts.length <= MAX_ENTRIES;
  if (!isByLanguage || !texts.every(([name, text]) => LOCALE.test(name) && typeof text === 'string'))
    return undefined;
  return (texts[0][1] as string) || undefined;
}

/** One text, or a list of them. */
const textsOf = (names: readonly string[]) => {
  const read = textOf(names);
  return (value: object): AttributeValue | undefined => {
    const entries = entriesOf(value);
    if (entries.length === 1 && entries[0] === value) return read(value);
    const texts = entries.flatMap((entry) => read(entry) ?? []);
    return texts.length === 0 ? undefined : texts;
  };
};

const firstImage = textOf(['url', 'src', 'contentUrl', 'url_standard', 'originalSrc', 'node']);

const MEANINGS: readonly Meaning[] = [
  {
    name: /price|^offers$/i,
    container: /^(prices|offers|price_?range|calculated_?price)$/i,
    as: 'price',
    read: moneyOf,
  },
  { name: /image|thumbnail|picture|photo/i, read: (value) => firstImage(entriesOf(value)[0]) },
  { name: /^(brand|vendor|manufacturer)$/i, read: textsOf(['name', 'title', 'value', 'label']) },
  {
    name: /^(categor(y|ies)|product_?type|type|collections?)$/i,
    read: textsOf(['name', 'title', 'value', 'label', 'obj']),
  },
];

/** The name and the value of an attribute. */
export type NamedValue = readonly [name: string, value: AttributeValue];

/**
 * Reads a nested field of a product as Shopify, commercetools, Medusa, BigCommerce and schema.org write prices, images,
 * brands and categories. A price in a container such as `priceRange` or `offers` is called `price`.
 *
 * @returns `undefined` for a field that means none of these, or has none of their shapes
 */
export function nestedValue(name: string, value: object): NamedValue | undefined {
  for (const { name: named, container, as = name, read } of MEANINGS) {
    if (!named.test(name)) continue;
    const told = read(value);
    if (told !== undefined) return [container?.test(name) ? as : name, told];
  }
  const text = localised(value);
  return text === undefined ? undefined : [name, text];
}
