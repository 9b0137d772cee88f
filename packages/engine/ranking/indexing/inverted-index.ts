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

/** Saturation of repeated words and influence of a text's length, as in Robertson & Zaragoza, BM25 (2009). */
const K1 = 1.2;
const B = 0.5;
/** A word in the title says more than one in a description. */
export const TITLE_WEIGHT = 3;

/** The products that have a term, ascending, with its BM25 weight in each. */
export interface Postings {
  readonly items: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/**
 * Posting lists one after the other, as plain data: those of stem number t are
 * `items[start[t] .. start[t + 1]]`, with their weights beside them.
 */
export interface TermTable extends ShopLanguage {
  readonly stems: PackedStrings;
  /** Per stem number a word that the catalogue writes it as, folded. */
  readonly words: PackedList;
  readonly start: Int32Array;
  readonly items: Int32Array;
  readonly weights: Float32Array;
  readonly products: number;
  readonly averageLength: number;
}

/** The words of products, by stem, and the language in which they, and queries for them, are read. */
export interface InvertedIndex extends ShopLanguage {
  find(stem: string): Postings | undefined;
  /** A stem as people write it; itself where no product has it. */
  wordOf(stem: string): string;
  /** Number of products, and their mean length in words: what weights of further texts are measured against. */
  readonly products: number;
  readonly averageLength: number;
  /** What `find` reads, where it reads a table. */
  readonly table?: TermTable;
}

/** Weight of a term that occurs `count` times in a text of `length` words. */
export function termWeight(idf: number, count: number, length: number, averageLength: number): number {
  return (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / (averageLength || 1)));
}

/** What a cell says in words: its values, and of what is affirmed or denied the name of what is affirmed. */
function textOf({ name, kind, values }: Attribute, cell: readonly number[]): string {
  const labels = cell.map((value) => values[value].label);
  if (kind !== 'boolean') return labels.join(' ');
  return labels.every(isAffirmed) ? wordsOf(name) : '';
}

/** Reads the title, the values of the attributes and the descriptions of every product. */
export function buildInvertedIndex(catalogue: Catalogue, roles: Roles): TermTable {
  const size = catalogue.ids.length;
  const numbers = new Map<string, number>();
  const spoken: string[] = [];
  const skip = new Set([roles.price, roles.image, roles.url, roles.availability]);
  // Occurrences as parallel lists of (product, term, weight), product by product.
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
      let number = numbers.get(stem);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(stem, number);
        spoken.push(word);
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
  const stems = packStrings([...numbers.keys()]);
  const words = packList(spoken);
  return { stems, words, start, items, weights, products: size, averageLength, ...shop };
}

/** A table with the function that reads it. */
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

/** How telling a term is that `having` of `size` products have. */
export function idfOf(having: number, size: number): number {
  return Math.log(1 + (size - having + 0.5) / (having + 0.5));
}

/** The place of a product among ascending ones, -1 where it is not there. */
export function placeOf(product: number, items: ArrayLike<number>): number {
  const place = firstNotBelow(items, product);
  return items[place] === product ? place : -1;
}
