import { headerWords, optionConceptOf } from '../../catalogue/columns/header-names.ts';
import { plainText } from '../../catalogue/texts/plain-text.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { stem } from '../../session/text/stemming.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { namingAttribute } from '../indexing/titles/naming-attribute.ts';
import { type Completion, type Completions, type CompletionType, packCompletions } from './completions.ts';
import { isOneKind, readableBrand, readableLevels, readableValue } from './readable-label.ts';
import { ShortTitles } from './short-title.ts';

/** Products that have both parts of a combination: one alone may be chance. Set by hand. */
const LEAST_TOGETHER = { brand: 2, value: 3 } as const;
/** A value of nearly all products of a category says nothing in front of it. Set by hand. */
const MOST_OF_CATEGORY = 0.9;
/** A column with more values holds names, not what people say in front of a kind of thing. Set by hand. */
const MOST_VALUES = 200;
/** Share of the products whose titles say the value, from which people use the words so. Set by hand. */
const LEAST_SAID = 0.2;
/** Products looked at to find that out. Set by hand. */
const SAMPLE = 500;
/** Combinations kept, those of the most products, and their products, for each product. Set by hand: they bound the memory. */
const MOST_COMBINATIONS = 20_000;
const MOST_PRODUCTS_EACH = 16;

/** Words of a text whatever their order, plural and accents: what two suggestions must not share. */
export function sameWords(text: string, language: CatalogueIndex['terms']['language']): string {
  return wordsOf(foldText(text))
    .map((word) => stem(word, language))
    .sort()
    .join(' ');
}

/** Texts of a column and their products. */
type ProductsByText = ReadonlyMap<string, readonly number[]>;

/** The products of each readable text of a column; several labels may be one text. */
function textsOf(column: Column, textsOfLabel: (label: string) => readonly string[]): ProductsByText {
  const { cell, cellStart, cellValues, labels } = column;
  const ofValue = labels.map(textsOfLabel);
  const found = new Map<string, number[]>();
  for (let product = 0; product < cell.length; product++) {
    const at = cell[product];
    if (at < 0) continue;
    for (let k = cellStart[at]; k < cellStart[at + 1]; k++) {
      for (const text of ofValue[cellValues[k]]) {
        const products = found.get(text);
        if (products === undefined) found.set(text, [product]);
        else if (products.at(-1) !== product) products.push(product);
      }
    }
  }
  return found;
}

/** The titles of the products, by product; those that are bare names with what says what they are. */
function titlesOf({ attributes }: Catalogue, { roles }: CatalogueIndex): (string | undefined)[] {
  const title = attributes.find(({ name }) => name === roles.title);
  if (title === undefined) return [];
  const textsIn = ({ cell, cells, values }: Attribute): (string | undefined)[] => {
    const texts = cells.map((of) => plainText(of.map((value) => values[value].label).join(' ')));
    return Array.from(cell, (at) => (at < 0 ? undefined : texts[at]));
  };
  const titles = textsIn(title);
  const naming = namingAttribute(attributes, roles);
  if (naming === undefined || naming === title) return titles;
  return textsIn(naming).map((kind, i) => [titles[i], kind].filter(Boolean).join(' ') || undefined);
}

function productsByTitle(
  titles: readonly (string | undefined)[],
  language: CatalogueIndex['terms']['language'],
): ProductsByText {
  const distinct = new Set(titles.filter((title) => title !== undefined));
  const short = new ShortTitles(distinct, language);
  const shortOf = new Map([...distinct].map((title) => [title, short.of(title)]));
  const found = new Map<string, number[]>();
  titles.forEach((title, product) => {
    const text = title === undefined ? undefined : shortOf.get(title);
    if (text === undefined) return;
    const products = found.get(text);
    if (products === undefined) found.set(text, [product]);
    else products.push(product);
  });
  return found;
}

/** Whether people say the values of a column in front of a kind of thing: colours and materials, or what titles say. */
function isSaid(column: Column, titles: readonly (string | undefined)[]): boolean {
  const { numbers, isDate, labels, cellStart } = column;
  if (numbers !== undefined || isDate || labels.length > MOST_VALUES) return false;
  const concept = optionConceptOf(headerWords(column.name).replace(/^product /, ''));
  if (concept !== undefined) return concept !== 'size';
  // Lists of tags hold kinds of things and occasions alike.
  if (!cellStart.every((start, at) => start === at)) return false;
  const texts = column.labels.map((label) => {
    const text = readableValue(label);
    return text === undefined ? undefined : foldText(text);
  });
  const step = Math.max(1, Math.floor(column.cell.length / SAMPLE));
  let filled = 0;
  let said = 0;
  for (let product = 0; product < column.cell.length; product += step) {
    const at = column.cell[product];
    const title = titles[product];
    if (at < 0 || title === undefined) continue;
    filled++;
    const text = texts[column.cellValues[column.cellStart[at]]];
    if (text !== undefined && ` ${wordsOf(foldText(title)).join(' ')} `.includes(` ${text} `)) said++;
  }
  return said > LEAST_SAID * filled;
}

/** Whether one of two texts contains all words of the other: "IPA" and "American IPA". */
function repeats(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.isSubsetOf(others) || others.isSubsetOf(some);
}

/** The combinations of the texts of a column with categories, where several products have both. */
function combinationsOf(
  texts: ProductsByText,
  categories: ProductsByText,
  size: number,
  kind: keyof typeof LEAST_TOGETHER,
): Completion[] {
  const names = [...categories.keys()].filter(isOneKind);
  const ofProduct: number[][] = Array.from({ length: size }, () => []);
  names.forEach((name, c) => {
    for (const product of categories.get(name)!) ofProduct[product].push(c);
  });
  const wordsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(foldText(text)));
  const categoryWords = names.map(wordsIn);
  const found: Completion[] = [];
  for (const [text, products] of texts) {
    const together = new Map<number, number[]>();
    for (const product of products) {
      for (const c of ofProduct[product]) {
        const both = together.get(c);
        if (both === undefined) together.set(c, [product]);
        else both.push(product);
      }
    }
    const words = wordsIn(text);
    for (const [c, both] of together) {
      if (both.length < LEAST_TOGETHER[kind] || repeats(words, categoryWords[c])) continue;
      if (both.length > MOST_OF_CATEGORY * categories.get(names[c])!.length) continue;
      // A brand whose products are all in one category is suggested by its name alone.
      if (kind === 'brand' && both.length === products.length) continue;
      found.push({ text: `${text} ${names[c]}`, type: 'phrase', products: both });
    }
  }
  return found;
}

/** The combinations of the most products, as many as the bounds of memory allow. */
function bounded(combinations: Completion[], size: number): Completion[] {
  let left = MOST_PRODUCTS_EACH * size;
  return combinations
    .sort((a, b) => b.products.length - a.products.length)
    .slice(0, MOST_COMBINATIONS)
    .filter(({ products }) => {
      left -= products.length;
      return left >= 0;
    });
}

/**
 * Collects what a catalogue can complete a query to: its categories, also those that paths pass through, its brands, the
 * titles of its products as people type them, and brands and values together with a category. Takes about a second for
 * 20,000 products, so it runs where the catalogue is built.
 */
export function buildCompletions(catalogue: Catalogue, index: CatalogueIndex): Completions {
  const { category, brand, size, terms } = index;
  const found = new Map<string, { text: string; type: CompletionType; products: readonly number[] }>();
  const add = (text: string, type: CompletionType, products: readonly number[]): void => {
    const key = sameWords(text, terms.language);
    if (key === '') return;
    const known = found.get(key);
    if (known === undefined) found.set(key, { text, type, products });
    else if (known.type === type) {
      // Of several spellings the one of the most products is shown.
      if (products.length > known.products.length) known.text = text;
      known.products = [...new Set([...known.products, ...products])].sort((a, b) => a - b);
    }
  };
  const categories: ProductsByText = category === undefined ? new Map() : textsOf(category, readableLevels);
  // What people combine with a brand is the kind of thing itself, not what it is among.
  const kinds: ProductsByText =
    category === undefined ? new Map() : textsOf(category, (label) => readableLevels(label).slice(-1));
  for (const [text, products] of categories) add(text, 'category', products);
  const oneOrNone = (text: string | undefined): string[] => (text === undefined ? [] : [text]);
  const brands: ProductsByText =
    brand === undefined ? new Map() : textsOf(brand, (label) => oneOrNone(readableBrand(label)));
  for (const [text, products] of brands) add(text, 'brand', products);
  const titles = titlesOf(catalogue, index);
  for (const [text, products] of productsByTitle(titles, terms.language)) add(text, 'product', products);
  const combinations = combinationsOf(brands, kinds, size, 'brand');
  for (const column of index.columns) {
    if (column === category || column === brand || !isSaid(column, titles)) continue;
    const values = textsOf(column, (label) => oneOrNone(readableValue(label)));
    if (kinds.size > 0) combinations.push(...combinationsOf(values, kinds, size, 'value'));
    // Without categories a value is all that can be said.
    else for (const [text, products] of values) combinations.push({ text, type: 'phrase', products });
  }
  for (const { text, type, products } of bounded(combinations, size)) add(text, type, products);
  return packCompletions([...found.values()]);
}
