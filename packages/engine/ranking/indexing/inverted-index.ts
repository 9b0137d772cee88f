import { conceptsOf, wordsOf } from '../../catalogue/columns/header-names.ts';
import { isAffirmed } from '../../catalogue/columns/type-inference.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { firstNotBelow } from '../../primitives/binary-search.ts';
import { textTerms } from '../../session/text/keywords.ts';
import { type ShopLanguage, shopLanguage } from '../../session/text/shop-language.ts';
import type { Term } from '../../session/text/stop-words.ts';
import type { Roles } from '../types.ts';
import { NearWords } from './near-words.ts';
import {
  type PackedList,
  type PackedStrings,
  packList,
  packStrings,
  stringsOf,
  textAt,
} from './packed-strings.ts';
import {
  type FieldCounts,
  idfOf,
  noCounts,
  TEXT_FIELDS,
  type TextField,
  termWeight,
} from './text-relevance.ts';
import { headsOfTitle } from './title-head.ts';

/** The products that have a term, ascending, and the term's BM25 weight in each. */
export interface Postings {
  readonly items: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /** 1 where the term says what the product is, see `title-head.ts`; else 0. */
  readonly heads: ArrayLike<number>;
}

/**
 * An inverted index as plain data. The posting list of term t is `items[start[t] .. start[t + 1]]`, with its weights and
 * heads at the same offsets.
 */
export interface TermTable extends ShopLanguage {
  readonly stems: PackedStrings;
  /** Per term number the first word of the catalogue with this stem, folded. */
  readonly words: PackedList;
  readonly start: Int32Array;
  readonly items: Int32Array;
  readonly weights: Float32Array;
  readonly heads: Uint8Array;
  readonly products: number;
  readonly averageLengths: FieldCounts;
}

/** The inverted index of a catalogue, and the language in which its texts and queries are read. */
export interface InvertedIndex extends ShopLanguage {
  find(stem: string): Postings | undefined;
  /** The stems that an unknown one may be a misspelling of, at most three. */
  near(stem: string): readonly string[];
  /** A word of the catalogue with this stem; the stem itself where no product has it. */
  wordOf(stem: string): string;
  /** Number of products, and the mean lengths of their texts: the statistics that weights of further texts refer to. */
  readonly products: number;
  readonly averageLengths: FieldCounts;
  /** The table behind `find`, where there is one. */
  readonly table?: TermTable;
}

/**
 * The text of a cell: its labels; of a boolean column the name of the column where the cell affirms it, else nothing.
 */
function textOf({ name, kind, values }: Attribute, cell: readonly number[]): string {
  const labels = cell.map((value) => values[value].label);
  if (kind !== 'boolean') return labels.join(' ');
  return labels.every(isAffirmed) ? wordsOf(name) : '';
}

/** Indexes the title, the attribute values and the descriptions of every product. */
export function buildInvertedIndex(catalogue: Catalogue, roles: Roles): TermTable {
  const size = catalogue.ids.length;
  const termNumbers = new Map<string, number>();
  const wordOfTerm: string[] = [];
  const skip = new Set([roles.price, roles.image, roles.url, roles.availability]);
  const fields = catalogue.attributes
    .filter(
      ({ name, kind, notQuestion }) =>
        !skip.has(name) &&
        (name === roles.title ||
          kind === 'text' ||
          (kind !== 'identifier' && kind !== 'number' && kind !== 'date' && notQuestion !== 'operational')),
    )
    .map((attribute) => ({
      attribute,
      field: fieldOf(attribute, roles),
      modifies: modifiesTitles(attribute, roles),
      // Each distinct cell is tokenised once.
      words: new Array<Int32Array | undefined>(attribute.cells.length),
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
  const perTerm: { items: number[]; counts: FieldCounts[]; heads: number[] }[] = [];
  const lengths = Array.from({ length: size }, noCounts);
  const stemsOf = (terms: Int32Array): string[] => Array.from(terms, (term) => stemOfTerm[term]);
  const stemOfTerm: string[] = [];
  for (let i = 0; i < size; i++) {
    const counts = new Map<number, Record<TextField, number>>();
    const values = new Set<string>();
    let title: string | undefined;
    for (const { attribute, field, modifies, words: known } of fields) {
      const cell = attribute.cell[i];
      if (cell < 0) continue;
      let words = known[cell];
      if (words === undefined) {
        words = Int32Array.from(textTerms(textOf(attribute, attribute.cells[cell]), shop), numberOf);
        for (const term of termNumbers.keys().drop(stemOfTerm.length)) stemOfTerm.push(term);
        known[cell] = words;
      }
      for (const word of words) {
        const count = counts.get(word) ?? noCounts();
        count[field]++;
        counts.set(word, count);
      }
      lengths[i][field] += words.length;
      if (attribute.name === roles.title) title = textOf(attribute, attribute.cells[cell]);
      else if (modifies) for (const stem of stemsOf(words)) values.add(stem);
    }
    const heads = title === undefined ? undefined : headsOfTitle(title, shop, values);
    for (const [term, count] of counts) {
      perTerm[term] ??= { items: [], counts: [], heads: [] };
      perTerm[term].items.push(i);
      perTerm[term].counts.push(count);
      perTerm[term].heads.push(heads?.has(stemOfTerm[term]) ? 1 : 0);
    }
  }
  const averageLengths = noCounts();
  for (const length of lengths)
    for (const field of TEXT_FIELDS) averageLengths[field] += length[field] / size;
  const start = new Int32Array(perTerm.length + 1);
  for (let t = 0; t < perTerm.length; t++) start[t + 1] = start[t] + perTerm[t].items.length;
  const items = new Int32Array(start[perTerm.length]);
  const weights = new Float32Array(items.length);
  const heads = new Uint8Array(items.length);
  for (let t = 0; t < perTerm.length; t++) {
    const { items: having, counts, heads: isHead } = perTerm[t];
    const idf = idfOf(having.length, size);
    items.set(having, start[t]);
    heads.set(isHead, start[t]);
    for (let k = 0; k < having.length; k++) {
      weights[start[t] + k] = termWeight(idf, counts[k], lengths[having[k]], averageLengths);
    }
  }
  const stems = packStrings(stemOfTerm);
  const words = packList(wordOfTerm);
  return { stems, words, start, items, weights, heads, products: size, averageLengths, ...shop };
}

/** The field of a column's words. */
function fieldOf({ name, kind }: Attribute, roles: Roles): TextField {
  if (name === roles.title) return 'title';
  return kind === 'text' ? 'description' : 'attribute';
}

/** Whether the values of a column modify nouns, as colours do, rather than being nouns, as kinds of products are. */
const modifiesTitles = ({ name, kind }: Attribute, roles: Roles): boolean =>
  (kind === 'category' || kind === 'list') && name !== roles.category && !conceptsOf(name).has('category');

/** The inverted index of a table. */
export function invertedIndexOf(table: TermTable): InvertedIndex {
  const { stems, words, start, items, weights, heads, products, averageLengths, language, negators } = table;
  const texts = stringsOf(stems);
  const nearWords = new NearWords(table);
  return {
    find(stem) {
      const number = texts.find(stem);
      if (number === undefined) return undefined;
      const from = start[number];
      const to = start[number + 1];
      return {
        items: items.subarray(from, to),
        weights: weights.subarray(from, to),
        heads: heads.subarray(from, to),
      };
    },
    near: (stem) => nearWords.find(stem),
    wordOf(stem) {
      const number = texts.find(stem);
      return number === undefined ? stem : textAt(words, number);
    },
    products,
    averageLengths,
    language,
    negators,
    table,
  };
}

/** The position of a product in an ascending list; -1 where the list does not have it. */
export function placeOf(product: number, items: ArrayLike<number>): number {
  const position = firstNotBelow(items, product);
  return items[position] === product ? position : -1;
}
