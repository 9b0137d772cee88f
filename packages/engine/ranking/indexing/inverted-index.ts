import { wordsOf } from '../../catalogue/columns/header-names.ts';
import { isAffirmed } from '../../catalogue/columns/type-inference.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { firstNotBelow } from '../../primitives/binary-search.ts';
import { textTerms } from '../../session/text/keywords.ts';
import { type ShopLanguage, shopLanguage } from '../../session/text/shop-language.ts';
import type { Roles } from '../types.ts';
import {
  type PackedList,
  type PackedStrings,
  packList,
  packStrings,
  stringsOf,
  textAt,
} from './packed-strings.ts';

/**
 * BM25 parameters (Robertson & Zaragoza 2009): saturation of repeated words, and influence of the length of a text. Set
 * by hand within the range that the paper gives.
 */
const K1 = 1.2;
const B = 0.5;
/** Weight of a word in the title; a word elsewhere has weight 1. Set by hand. */
export const TITLE_WEIGHT = 3;

/** The products that have a term, ascending, and the term's BM25 weight in each. */
export interface Postings {
  readonly items: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/**
 * An inverted index as plain data. The posting list of term t is `items[start[t] .. start[t + 1]]`, with its weights at
 * the same offsets.
 */
export interface TermTable extends ShopLanguage {
  readonly stems: PackedStrings;
  /** Per term number the first word of the catalogue with this stem, folded. */
  readonly words: PackedList;
  readonly start: Int32Array;
  readonly items: Int32Array;
  readonly weights: Float32Array;
  readonly products: number;
  readonly averageLength: number;
}

/** The inverted index of a catalogue, and the language in which its texts and queries are read. */
export interface InvertedIndex extends ShopLanguage {
  find(stem: string): Postings | undefined;
  /** A word of the catalogue with this stem; the stem itself where no product has it. */
  wordOf(stem: string): string;
  /** Number of products, and their mean length in words: the statistics that weights of further texts refer to. */
  readonly products: number;
  readonly averageLength: number;
  /** The table behind `find`, where there is one. */
  readonly table?: TermTable;
}

/** BM25 weight of a term that occurs `count` times in a text of `length` words. */
export function termWeight(idf: number, count: number, length: number, averageLength: number): number {
  return (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / (averageLength || 1)));
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
  // Titles count TITLE_WEIGHT times; each distinct cell is tokenised once.
  const lengths = new Float64Array(size);
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
      weight: attribute.name === roles.title ? TITLE_WEIGHT : 1,
      words: new Array<Int32Array | undefined>(attribute.cells.length),
    }));
  const shop = shopLanguage(fields.flatMap(({ attribute }) => attribute.values.map(({ label }) => label)));
  const read = (text: string): Int32Array =>
    Int32Array.from(textTerms(text, shop), ({ stem, word }) => {
      let number = termNumbers.get(stem);
      if (number === undefined) {
        number = termNumbers.size;
        termNumbers.set(stem, number);
        wordOfTerm.push(word);
      }
      return number;
    });
  const perTerm: { items: number[]; counts: number[] }[] = [];
  for (let i = 0; i < size; i++) {
    const counts = new Map<number, number>();
    for (const field of fields) {
      const cell = field.attribute.cell[i];
      if (cell < 0) continue;
      let words = field.words[cell];
      if (words === undefined) {
        words = read(textOf(field.attribute, field.attribute.cells[cell]));
        field.words[cell] = words;
      }
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + field.weight);
      lengths[i] += words.length * field.weight;
    }
    for (const [term, count] of counts) {
      perTerm[term] ??= { items: [], counts: [] };
      perTerm[term].items.push(i);
      perTerm[term].counts.push(count);
    }
  }
  const averageLength = size === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / size;
  const start = new Int32Array(perTerm.length + 1);
  for (let t = 0; t < perTerm.length; t++) start[t + 1] = start[t] + perTerm[t].items.length;
  const items = new Int32Array(start[perTerm.length]);
  const weights = new Float32Array(items.length);
  for (let t = 0; t < perTerm.length; t++) {
    const { items: having, counts } = perTerm[t];
    const idf = idfOf(having.length, size);
    items.set(having, start[t]);
    for (let k = 0; k < having.length; k++) {
      weights[start[t] + k] = termWeight(idf, counts[k], lengths[having[k]], averageLength);
    }
  }
  const stems = packStrings([...termNumbers.keys()]);
  const words = packList(wordOfTerm);
  return { stems, words, start, items, weights, products: size, averageLength, ...shop };
}

/** The inverted index of a table. */
export function invertedIndexOf(table: TermTable): InvertedIndex {
  const { stems, words, start, items, weights, products, averageLength, language, negators } = table;
  const texts = stringsOf(stems);
  return {
    find(stem) {
      const number = texts.find(stem);
      if (number === undefined) return undefined;
      const from = start[number];
      const to = start[number + 1];
      return { items: items.subarray(from, to), weights: weights.subarray(from, to) };
    },
    wordOf(stem) {
      const number = texts.find(stem);
      return number === undefined ? stem : textAt(words, number);
    },
    products,
    averageLength,
    language,
    negators,
    table,
  };
}

/**
 * Inverse document frequency of a term that `having` of `size` products have (Robertson & Zaragoza 2009, with + 1 to
 * keep it positive).
 */
export function idfOf(having: number, size: number): number {
  return Math.log(1 + (size - having + 0.5) / (having + 0.5));
}

/** The position of a product in an ascending list; -1 where the list does not have it. */
export function placeOf(product: number, items: ArrayLike<number>): number {
  const position = firstNotBelow(items, product);
  return items[position] === product ? position : -1;
}
