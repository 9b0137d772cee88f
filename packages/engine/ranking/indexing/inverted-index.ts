import { conceptsOf, wordsOf } from '../../catalogue/columns/header-names.ts';
import { isAffirmed } from '../../catalogue/columns/type-inference.ts';
import { categoryLabels } from '../../catalogue/texts/category-levels.ts';
import { plainText, withSentencesApart } from '../../catalogue/texts/plain-text.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { firstNotBelow } from '../../primitives/binary-search.ts';
import { textTerms } from '../../session/text/keywords.ts';
import { type ShopLanguage, shopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import type { Term } from '../../session/text/stop-words.ts';
import { foldText } from '../../session/text/tokens.ts';
import type { Roles } from '../types.ts';
import { signsOfTerm } from './codes/code-signs.ts';
import { buildCodeTable, holdsNames, type SoldVariants } from './codes/code-table.ts';
import { type Codes, codesOf } from './codes/find-codes.ts';
import { LEAST_CORRECTED, NearWords } from './near-words.ts';
import { packList, packStrings, stringsOf, textAt } from './packed-strings.ts';
import {
  CALLED,
  FIRST_PLACE,
  type InvertedIndex,
  OF_KIND,
  type Postings,
  placeInTitle,
  STATED,
  type TermTable,
  withPlace,
} from './term-table.ts';
import {
  ATTRIBUTE,
  DESCRIPTION,
  IS_CATEGORY,
  IS_HEAD,
  idfOf,
  isStated,
  type Occurrences,
  oneMore,
  PURPOSE,
  TEXTS,
  TITLE,
  termWeight,
} from './text-relevance.ts';
import { namingAttribute } from './titles/naming-attribute.ts';
import { headsOfCategory, headsOfTitle } from './titles/title-head.ts';
import { partsOfTitle, titleStopWords, titleTerms } from './titles/title-parts.ts';
import { type BrandedTitle, titleWordsOf } from './titles/title-words.ts';

/**
 * Of a category of several kinds, a product is what its title says: a coffee table in "Tables & desks" is no desk. One whose title
 * says neither may be both, unless this share of the titles say one: a holder for phones is no desk. Set by hand.
 */
const LEAST_NAMED = 0.6;
const NO_OCCURRENCES: { items: number[]; occurrences: Occurrences[] } = { items: [], occurrences: [] };

/**
 * The text of a cell: its labels; of a boolean column the name of the column where the cell affirms it, else nothing.
 */
function textOf({ name, kind, values }: Attribute, cell: readonly number[]): string {
  const labels = cell.map((value) => values[value].label);
  if (kind !== 'boolean') return plainText(labels.join(' '));
  return labels.every(isAffirmed) ? wordsOf(name) : '';
}

/** What a product has in a column; empty where there is no such column, or nothing in it. */
function textIn(attribute: Attribute | undefined, product: number): string {
  const cell = attribute?.cell[product] ?? -1;
  return cell < 0 ? '' : textOf(attribute!, attribute!.cells[cell]);
}

/** What the products are called, one after the other. */
function* titlesIn(naming: Attribute, maker: Attribute | undefined): Generator<BrandedTitle> {
  for (let i = 0; i < naming.cell.length; i++) {
    if (naming.cell[i] >= 0) yield [textIn(naming, i), textIn(maker, i)];
  }
}

/** Indexes the title, the attribute values and the descriptions of every product. */
export function buildInvertedIndex(
  catalogue: Catalogue,
  roles: Roles,
  variants: SoldVariants = { family: undefined, listed: undefined },
): TermTable {
  const size = catalogue.ids.length;
  const termNumbers = new Map<string, number>();
  const wordOfTerm: string[] = [];
  const skip = new Set([roles.price, roles.salePrice, roles.image, roles.url, roles.availability]);
  const searchable = catalogue.attributes.filter((attribute) => {
    const { name, kind, notQuestion } = attribute;
    return (
      !skip.has(name) &&
      (name === roles.title ||
        kind === 'text' ||
        holdsNames(attribute) ||
        (kind !== 'identifier' && kind !== 'number' && kind !== 'date' && notQuestion !== 'operational'))
    );
  });
  const naming = namingAttribute(searchable, roles);
  const fields = searchable.map((attribute) => ({
    attribute,
    field: attribute === naming ? TITLE : fieldOf(attribute, roles),
    modifies: modifiesTitles(attribute, roles),
    // Each distinct cell is tokenised once.
    words: new Array<Int32Array | undefined>(attribute.cells.length),
    values: new Array<Int32Array | undefined>(attribute.values.length),
  }));
  const shop = shopLanguage(fields.flatMap(({ attribute }) => attribute.values.map(({ label }) => label)));
  const numberOf = ({ stem, word }: Term): number => {
    let number = termNumbers.get(stem);
    if (number === undefined) {
      number = termNumbers.size;
      termNumbers.set(stem, number);
      wordOfTerm.push(word);
    }
    return number;
  };
  const read = (text: string): Int32Array => Int32Array.from(textTerms(text, shop), numberOf);
  /**
   * The words of a part of a title, each with its place.
   *
   * @param first the place of the first word of the part
   */
  const readTitle = (part: string, first: number): TitleWords => {
    const words = titleTerms(part, shop);
    return {
      terms: Int32Array.from(words, numberOf),
      places: Int32Array.from(words, ({ at }) => first + at),
      end: first + 1 + (words.at(-1)?.at ?? -1),
    };
  };
  /**
   * The words of a title that are values of the product, all words of each value: "stainless steel", and no "case" of a "backpack case".
   * Of a value of several words, one that the title repeats is more than that: a "tablet case Sleeve case" is a case, though of the kind
   * "sleeve case".
   *
   * @param inTitle by term how often the title has it
   */
  const modifiersIn = (inTitle: ReadonlyMap<number, number>, product: number): ReadonlySet<number> => {
    const modifiers = new Set<number>();
    for (const { attribute, modifies, values } of fields) {
      const cell = attribute.cell[product];
      if (!modifies || cell < 0) continue;
      for (const value of attribute.cells[cell]) {
        // The words of a cell are read together: what one value is read as alone may be no word of any product.
        values[value] ??= Int32Array.from(
          textTerms(textOf(attribute, [value]), shop),
          ({ stem }) => termNumbers.get(stem) ?? -1,
        );
        const words = values[value];
        if (!words.every((word) => inTitle.has(word))) continue;
        for (const word of words) {
          if (words.length === 1 || inTitle.get(word) === 1) modifiers.add(word);
        }
      }
    }
    return modifiers;
  };
  const category = catalogue.attributes.find(({ name }) => name === roles.category);
  const maker = catalogue.attributes.find(({ name }) => name === roles.brand);
  const paths = categoryLabels(category?.values.map(({ label }) => label) ?? []).labels;
  const kinds: (readonly string[])[] = [];
  const kindsOf = (value: number): readonly string[] => {
    kinds[value] ??= headsOfCategory(paths[value], shop);
    return kinds[value];
  };
  /** By category of several kinds its products, each with the kinds that its title says. */
  const ofSeveralKinds: { readonly product: number; readonly named: readonly string[] }[][] = [];
  const titleWords = titleWordsOf(naming === undefined ? [] : titlesIn(naming, maker), shop);
  const perTerm: { items: number[]; occurrences: Occurrences[] }[] = [];
  const lengths = new Float64Array(TEXTS * size);
  /** Per product the parts of its title. */
  const titles = new Array<readonly TitleWords[]>(size);
  for (let i = 0; i < size; i++) {
    const found = new Map<number, Occurrences>();
    let title: string | undefined;
    const inTitle = new Map<number, number>();
    const count = (words: Int32Array, field: number, text: number): void => {
      for (const word of words) found.set(word, oneMore(found.get(word) ?? 0, field));
      lengths[TEXTS * i + text] += words.length;
      if (text === TITLE) for (const word of words) inTitle.set(word, (inTitle.get(word) ?? 0) + 1);
    };
    for (const { attribute, field, words: known } of fields) {
      const cell = attribute.cell[i];
      if (cell < 0) continue;
      if (attribute === naming) {
        title = textOf(attribute, attribute.cells[cell]);
        const { called, purpose } = partsOfTitle(title, shop);
        const words = readTitle(called, FIRST_PLACE);
        const others = readTitle(purpose, words.end);
        count(words.terms, TITLE, TITLE);
        count(others.terms, PURPOSE, TITLE);
        titles[i] = [words, others];
        // They are no words of the title's length, nor of what it says.
        for (const term of titleStopWords(title, shop)) found.set(numberOf(term), oneMore(0, TITLE));
      } else {
        const text = textOf(attribute, attribute.cells[cell]);
        known[cell] ??= read(field === DESCRIPTION ? withSentencesApart(text) : text);
        count(known[cell], field, field);
      }
    }
    const mark = (stems: Iterable<string>, as: number): void => {
      for (const stem of stems) {
        const term = termNumbers.get(stem);
        const occurrences = found.get(term ?? -1);
        if (term !== undefined && occurrences !== undefined) found.set(term, occurrences | as);
      }
    };
    let heads: ReadonlySet<string> = new Set();
    if (title !== undefined) {
      const modifiers = modifiersIn(inTitle, i);
      const isModifier = (stem: string): boolean => modifiers.has(termNumbers.get(stem) ?? -1);
      heads = headsOfTitle(title, shop, isModifier, titleWords, textIn(maker, i));
      mark(heads, IS_HEAD);
    }
    const cell = category?.cell[i] ?? -1;
    for (const value of cell < 0 ? [] : category!.cells[cell]) {
      const held = kindsOf(value);
      if (held.length > 1) {
        ofSeveralKinds[value] ??= [];
        ofSeveralKinds[value].push({ product: i, named: held.filter((stem) => heads.has(stem)) });
      } else mark(held, IS_CATEGORY);
    }
    for (const [term, occurrences] of found) {
      perTerm[term] ??= { items: [], occurrences: [] };
      perTerm[term].items.push(i);
      perTerm[term].occurrences.push(occurrences);
    }
  }
  ofSeveralKinds.forEach((members, value) => {
    const areNamed = members.filter(({ named }) => named.length > 0).length >= LEAST_NAMED * members.length;
    for (const { product, named } of members) {
      for (const stem of named.length > 0 || areNamed ? named : kindsOf(value)) {
        const { items, occurrences } = perTerm[termNumbers.get(stem) ?? -1] ?? NO_OCCURRENCES;
        const at = placeOf(product, items);
        if (at >= 0) occurrences[at] |= IS_CATEGORY;
      }
    }
  });
  const averageLengths = new Array<number>(TEXTS).fill(0);
  lengths.forEach((length, k) => {
    averageLengths[k % TEXTS] += length / size;
  });
  const start = new Int32Array(perTerm.length + 1);
  for (let t = 0; t < perTerm.length; t++) start[t + 1] = start[t] + perTerm[t].items.length;
  const items = new Int32Array(start[perTerm.length]);
  const weights = new Float32Array(items.length);
  const marks = new Uint8Array(items.length);
  for (let t = 0; t < perTerm.length; t++) {
    const { items: having, occurrences } = perTerm[t];
    const idf = idfOf(having.length, size);
    items.set(having, start[t]);
    for (let k = 0; k < having.length; k++) {
      const at = start[t] + k;
      weights[at] = termWeight(idf, occurrences[k], lengths, having[k], averageLengths);
      if (isStated(occurrences[k])) marks[at] = STATED;
      if ((occurrences[k] & IS_HEAD) !== 0) marks[at] |= CALLED;
      if ((occurrences[k] & IS_CATEGORY) !== 0) marks[at] |= OF_KIND;
    }
  }
  titles.forEach((parts, product) => {
    for (const { terms, places } of parts) {
      for (let k = 0; k < terms.length; k++) {
        const from = start[terms[k]];
        const at = from + placeOf(product, items.subarray(from, start[terms[k] + 1]));
        // A word that the title repeats stands at its first place.
        if (placeInTitle(marks[at]) === 0) marks[at] = withPlace(marks[at], places[k]);
      }
    }
  });
  const stems = packStrings([...termNumbers.keys()]);
  const words = packList(wordOfTerm);
  const searched = new Set<Attribute>(fields.map(({ attribute }) => attribute));
  const others = catalogue.attributes.filter((attribute) => !searched.has(attribute));
  const unsearched = packStrings(
    [...stemsIn(others, catalogue.attributes, shop.language)].filter((stem) => !termNumbers.has(stem)),
  );
  return {
    stems,
    words,
    unsearched,
    start,
    items,
    weights,
    marks,
    products: size,
    codes: buildCodeTable(catalogue, roles, variants),
    averageLengths,
    ...shop,
  };
}

/** The words of a part of a title: their term numbers and places. */
interface TitleWords {
  readonly terms: Int32Array;
  readonly places: Int32Array;
  /** The place behind the last word. */
  readonly end: number;
}

/**
 * The stems of the words of columns, and of the names of all columns, cut at everything but letters as links and file names are, and of at least as many
 * letters as a word has that may be corrected.
 */
function stemsIn(
  attributes: readonly Attribute[],
  all: readonly Attribute[],
  language: ShopLanguage['language'],
): ReadonlySet<string> {
  const words = new Set<string>();
  // "Size" of "hoodie size m" is no misspelling.
  for (const { name } of all) {
    for (const word of wordsOf(name).split(' ')) if (word.length >= LEAST_CORRECTED) words.add(word);
  }
  for (const { kind, values } of attributes) {
    if (kind === 'number' || kind === 'date') continue;
    for (const { label } of values) {
      for (const word of foldText(label).match(/\p{L}+/gu) ?? []) {
        if (word.length >= LEAST_CORRECTED) words.add(word);
      }
    }
  }
  return new Set(Array.from(words, (word) => stem(word, language)));
}

/** The field of a column's words. */
function fieldOf({ name, kind }: Attribute, roles: Roles): number {
  if (name === roles.title) return TITLE;
  return kind === 'text' ? DESCRIPTION : ATTRIBUTE;
}

/** Whether the values of a column modify nouns, as colours do, rather than being nouns, as kinds of products are. */
const modifiesTitles = ({ name, kind }: Attribute, roles: Roles): boolean =>
  name !== roles.title &&
  name !== roles.brand &&
  (kind === 'category' || kind === 'list') &&
  name !== roles.category &&
  !conceptsOf(name).has('category');

/** The inverted index of a table. */
export function invertedIndexOf(table: TermTable): InvertedIndex {
  const { stems, words, start, items, weights, marks, products, averageLengths, language, negators } = table;
  const texts = stringsOf(stems);
  const unsearched = stringsOf(table.unsearched);
  const nearWords = new NearWords(table);
  const codes = codesOf(table.codes);
  return {
    find(stem) {
      const signs = signsOfTerm(stem);
      if (signs !== undefined) return postingsOfCode(codes, signs, table);
      const number = texts.find(stem);
      if (number === undefined) return undefined;
      const from = start[number];
      const to = start[number + 1];
      return {
        items: items.subarray(from, to),
        weights: weights.subarray(from, to),
        marks: marks.subarray(from, to),
      };
    },
    near: (stem, most, typed) => nearWords.find(stem, most, typed),
    continuing: (stem) => nearWords.continuing(stem),
    ending: (stem, least) => nearWords.ending(stem, least),
    isUnsearched: (stem) => unsearched.find(stem) !== undefined,
    wordOf(stem) {
      const number = texts.find(stem);
      return number === undefined ? stem : textAt(words, number);
    },
    products,
    averageLengths,
    language,
    negators,
    codes,
    table,
  };
}

/** The postings of a code: it stands in a product as a word does in its title. */
function postingsOfCode(
  codes: Codes,
  signs: string,
  { products, averageLengths }: TermTable,
): Postings | undefined {
  const items = codes.withPart(signs);
  if (items.length === 0) return undefined;
  const weight = termWeight(
    idfOf(items.length, products),
    oneMore(0, TITLE),
    averageLengths,
    0,
    averageLengths,
  );
  return { items, weights: items.map(() => weight), marks: items.map(() => STATED) };
}

/** The position of a product in an ascending list; -1 where the list does not have it. */
export function placeOf(product: number, items: ArrayLike<number>): number {
  const position = firstNotBelow(items, product);
  return items[position] === product ? position : -1;
}
