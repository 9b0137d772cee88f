import { wordsOf } from '../../catalogue/columns/header-names.ts';
import { isAffirmed } from '../../catalogue/columns/type-inference.ts';
import { categoryLabels } from '../../catalogue/texts/category-levels.ts';
import { plainText, withSentencesApart } from '../../catalogue/texts/plain-text.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { firstNotBelow } from '../../primitives/binary-search.ts';
import { textTerms } from '../../session/text/keywords.ts';
import { type ShopLanguage, shopLanguage } from '../../session/text/shop-language.ts';
import { stopWordTerms, type Term } from '../../session/text/stop-words.ts';
import type { Roles } from '../types.ts';
import { signsOfTerm } from './codes/code-signs.ts';
import { buildCodeTable, holdsNames, type SoldVariants } from './codes/code-table.ts';
import { type Codes, codesOf } from './codes/find-codes.ts';
import { NearWords } from './near-words.ts';
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
import { accessoriesIn } from './titles/accessories.ts';
import { namingAttribute } from './titles/naming-attribute.ts';
import { headsOfCategory, headsOfTitle } from './titles/title-head.ts';
import { titleTerms } from './titles/title-parts.ts';

/**
 * The text of a cell: its labels; of a boolean column the name of the column where the cell affirms it, else nothing.
 */
function textOf({ name, kind, values }: Attribute, cell: readonly number[]): string {
  const labels = cell.map((value) => values[value].label);
  if (kind !== 'boolean') return plainText(labels.join(' '));
  return labels.every(isAffirmed) ? wordsOf(name) : '';
}

/** What the products are called, one after the other. */
function* titlesIn(naming: Attribute): Generator<string> {
  for (let i = 0; i < naming.cell.length; i++) {
    if (naming.cell[i] >= 0) yield textOf(naming, naming.cells[naming.cell[i]]);
  }
}

/** Indexes the title, the attribute values and the descriptions of every product. */
export function buildInvertedIndex(
  catalogue: Catalogue,
  roles: Roles,
  variants: SoldVariants = { family: undefined, listed: undefined },
): TermTable {
  const searchable = searchableIn(catalogue, roles);
  const reader = new CatalogueReader(catalogue, roles, searchable);
  for (let product = 0; product < catalogue.ids.length; product++) reader.read(product);
  const { shop } = reader;
  return {
    ...reader.table(),
    codes: buildCodeTable(catalogue, roles, variants),
    ...shop,
  };
}

/** The columns whose words find products. */
function searchableIn({ attributes }: Catalogue, roles: Roles): readonly Attribute[] {
  const skip = new Set([roles.price, roles.salePrice, roles.image, roles.url, roles.availability]);
  return attributes.filter((attribute) => {
    const { name, kind, notQuestion } = attribute;
    return (
      !skip.has(name) &&
      (name === roles.title ||
        kind === 'text' ||
        holdsNames(attribute) ||
        (kind !== 'identifier' && kind !== 'number' && kind !== 'date' && notQuestion !== 'operational'))
    );
  });
}

/** A searched column. Each of its distinct cells is tokenised once. */
interface Field {
  readonly attribute: Attribute;
  readonly field: number;
  readonly words: (Int32Array | undefined)[];
}

/** What was found in the texts of one product. */
interface ProductTerms {
  readonly occurrences: Map<number, Occurrences>;
  title: string | undefined;
}

/** The products of a term, ascending, and what each has of it. */
interface TermProducts {
  readonly items: number[];
  readonly occurrences: Occurrences[];
}

/** Reads the texts of a catalogue, one product after the other. */
class CatalogueReader {
  readonly shop: ShopLanguage;
  /** The number of each stem. */
  readonly terms = new Map<string, number>();
  readonly #wordOfTerm: string[] = [];
  readonly #perTerm: TermProducts[] = [];
  readonly #size: number;
  readonly #lengths: Float64Array;
  readonly #naming: Attribute | undefined;
  readonly #fields: readonly Field[];
  readonly #accessories: ReadonlySet<string>;
  /** Per product the words of its title. */
  readonly #titles: TitleWords[];
  readonly #category: Attribute | undefined;
  readonly #paths: readonly string[];
  readonly #kinds: (readonly string[])[] = [];

  constructor({ ids, attributes }: Catalogue, roles: Roles, searchable: readonly Attribute[]) {
    this.#size = ids.length;
    this.#lengths = new Float64Array(TEXTS * ids.length);
    this.#titles = new Array(ids.length);
    const naming = namingAttribute(searchable, roles);
    this.#naming = naming;
    this.#fields = searchable.map((attribute) => ({
      attribute,
      field: attribute === naming ? TITLE : fieldOf(attribute, roles),
      words: new Array(attribute.cells.length),
    }));
    this.shop = shopLanguage(searchable.flatMap(({ values }) => values.map(({ label }) => label)));
    this.#category = attributes.find(({ name }) => name === roles.category);
    this.#paths = categoryLabels(this.#category?.values.map(({ label }) => label) ?? []).labels;
    this.#accessories = accessoriesIn(naming === undefined ? [] : titlesIn(naming), this.shop);
  }

  /** Reads the texts of the next product. */
  read(product: number): void {
    const found: ProductTerms = { occurrences: new Map(), title: undefined };
    for (const field of this.#fields) {
      const cell = field.attribute.cell[product];
      if (cell < 0) continue;
      if (field.attribute === this.#naming) this.#readTitle(product, cell, found);
      else this.#count(this.#wordsIn(field, cell), field.field, field.field, product, found);
    }
    this.#markHeads(found);
    this.#markKinds(product, found);
    for (const [term, occurrences] of found.occurrences) {
      this.#perTerm[term] ??= { items: [], occurrences: [] };
      this.#perTerm[term].items.push(product);
      this.#perTerm[term].occurrences.push(occurrences);
    }
  }

  #numberOf({ stem, word }: Term): number {
    let number = this.terms.get(stem);
    if (number === undefined) {
      number = this.terms.size;
      this.terms.set(stem, number);
      this.#wordOfTerm.push(word);
    }
    return number;
  }

  #wordsIn({ attribute, field, words }: Field, cell: number): Int32Array {
    if (words[cell] === undefined) {
      const text = textOf(attribute, attribute.cells[cell]);
      const terms = textTerms(field === DESCRIPTION ? withSentencesApart(text) : text, this.shop);
      words[cell] = Int32Array.from(terms, (term) => this.#numberOf(term));
    }
    return words[cell];
  }

  #count(
    words: Int32Array,
    field: number,
    text: number,
    product: number,
    { occurrences }: ProductTerms,
  ): void {
    for (const word of words) occurrences.set(word, oneMore(occurrences.get(word) ?? 0, field));
    this.#lengths[TEXTS * product + text] += words.length;
  }

  #readTitle(product: number, cell: number, found: ProductTerms): void {
    const naming = this.#naming!;
    const title = textOf(naming, naming.cells[cell]);
    found.title = title;
    const { called, purpose } = titleTerms(title, this.shop);
    const words = Int32Array.from([...called, ...purpose], (term) => this.#numberOf(term));
    this.#count(words.subarray(0, called.length), TITLE, TITLE, product, found);
    this.#count(words.subarray(called.length), PURPOSE, TITLE, product, found);
    const places = Int32Array.from([...called, ...purpose], ({ at }) => FIRST_PLACE + at);
    this.#titles[product] = { terms: words, places };
    // They are no words of the title's length, nor of what it says.
    for (const term of stopWordTerms(title, this.shop.language)) {
      found.occurrences.set(this.#numberOf(term), oneMore(0, TITLE));
    }
  }

  #mark(stems: Iterable<string>, as: number, { occurrences }: ProductTerms): void {
    for (const stem of stems) {
      const term = this.terms.get(stem);
      const known = occurrences.get(term ?? -1);
      if (term !== undefined && known !== undefined) occurrences.set(term, known | as);
    }
  }

  /** Marks what a product is called. */
  #markHeads(found: ProductTerms): void {
    if (found.title === undefined) return;
    this.#mark(headsOfTitle(found.title, this.shop, this.#accessories), IS_HEAD, found);
  }

  /** The kinds that a category holds. */
  #kindsOf(value: number): readonly string[] {
    this.#kinds[value] ??= headsOfCategory(this.#paths[value], this.shop);
    return this.#kinds[value];
  }

  #markKinds(product: number, found: ProductTerms): void {
    const category = this.#category;
    const cell = category?.cell[product] ?? -1;
    for (const value of cell < 0 ? [] : category!.cells[cell]) {
      this.#mark(this.#kindsOf(value), IS_CATEGORY, found);
    }
  }

  /** The posting lists of all terms, with their weights and marks. */
  table() {
    const size = this.#size;
    const perTerm = this.#perTerm;
    const averageLengths = new Array<number>(TEXTS).fill(0);
    this.#lengths.forEach((length, k) => {
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
        weights[at] = termWeight(idf, occurrences[k], this.#lengths, having[k], averageLengths);
        marks[at] = marksOf(occurrences[k]);
      }
    }
    this.#markPlaces(start, items, marks);
    const stems = packStrings([...this.terms.keys()]);
    const words = packList(this.#wordOfTerm);
    return { stems, words, start, items, weights, marks, products: size, averageLengths };
  }

  /** Marks the places of words in titles. */
  #markPlaces(start: Int32Array, items: Int32Array, marks: Uint8Array): void {
    this.#titles.forEach(({ terms, places }, product) => {
      for (let k = 0; k < terms.length; k++) {
        const from = start[terms[k]];
        const at = from + placeOf(product, items.subarray(from, start[terms[k] + 1]));
        // A word that the title repeats stands at its first place.
        if (placeInTitle(marks[at]) === 0) marks[at] = withPlace(marks[at], places[k]);
      }
    });
  }
}

const marksOf = (occurrences: Occurrences): number =>
  (isStated(occurrences) ? STATED : 0) |
  ((occurrences & IS_HEAD) === 0 ? 0 : CALLED) |
  ((occurrences & IS_CATEGORY) === 0 ? 0 : OF_KIND);

/** The words of a title: their term numbers and places. */
interface TitleWords {
  readonly terms: Int32Array;
  readonly places: Int32Array;
}

/** The field of a column's words. */
function fieldOf({ name, kind }: Attribute, roles: Roles): number {
  if (name === roles.title) return TITLE;
  return kind === 'text' ? DESCRIPTION : ATTRIBUTE;
}

/** The inverted index of a table. */
export function invertedIndexOf(table: TermTable): InvertedIndex {
  const { stems, words, start, items, weights, marks, products, averageLengths, language, negators } = table;
  const texts = stringsOf(stems);
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
