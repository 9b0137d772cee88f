import type { ShopLanguage } from '../../session/text/shop-language.ts';
import type { Phrases } from '../../session/text/vocabulary.ts';
import type { CodeTable } from './codes/code-table.ts';
import type { Codes } from './codes/find-codes.ts';
import type { PackedList, PackedStrings } from './packed-strings.ts';
import type { Synonyms } from './synonyms.ts';

/** The term is a head of the product's title (see `title-head.ts`). */
export const CALLED = 1;
/** The term is a head of the product's category. */
export const OF_KIND = 2;
/** The term stands in the title or an attribute of the product, not in a description alone. */
export const STATED = 4;

/** Above these marks stands the first place in the title. */
const PLACE_SHIFT = 3;
/** The place of the first word of a title. */
export const FIRST_PLACE = 1;
/** Titles of more words tell the places of the first ones only. */
export const LAST_PLACE = 2 ** (8 - PLACE_SHIFT) - 1;

/** Marks with the place of the term among the words of the title; 0 where it is not among the first. */
export const withPlace = (marks: number, place: number): number =>
  (marks & (2 ** PLACE_SHIFT - 1)) | (place > LAST_PLACE ? 0 : place << PLACE_SHIFT);

/** The place of the term among the words of the title; 0 where it is not among the first. */
export const placeInTitle = (marks: number): number => marks >> PLACE_SHIFT;

/** How many of some marks have at least one of these. */
export function countMarked(marks: ArrayLike<number>, as: number): number {
  let marked = 0;
  for (let k = 0; k < marks.length; k++) if ((marks[k] & as) !== 0) marked++;
  return marked;
}

/** The products that have a term, ascending, and the term's weight in each (see `text-relevance.ts`). */
export interface Postings {
  readonly items: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /**
   * {@link CALLED} and {@link OF_KIND} where the term says what the product is, {@link STATED} and {@link placeInTitle}.
   */
  readonly marks: ArrayLike<number>;
}

/**
 * An inverted index as plain data. The posting list of term t is `items[start[t] .. start[t + 1]]`, with its weights and
 * marks at the same offsets.
 */
export interface TermTable extends ShopLanguage {
  readonly stems: PackedStrings;
  /** Per term number the first word of the catalogue with this stem, folded. */
  readonly words: PackedList;
  readonly start: Int32Array;
  readonly items: Int32Array;
  readonly weights: Float32Array;
  readonly marks: Uint8Array;
  readonly products: number;
  readonly codes: CodeTable;
  /** Mean words of a product's texts, by field. */
  readonly averageLengths: readonly number[];
}

/** The inverted index of a catalogue, and the language in which its texts and queries are read. */
export interface InvertedIndex extends ShopLanguage {
  /** The postings of a stem, or of a code by its term. */
  find(stem: string): Postings | undefined;
  /**
   * The stems that an unknown one, typed as given, may be a misspelling of, by `most` edits (1 or 2), those of the most products
   * first.
   */
  near(stem: string, most?: number, typed?: string): readonly string[];
  /** The stems that begin with a half typed one. */
  continuing(stem: string): readonly string[];
  /** The stems whose word has another stem near its end, with so many letters before it at least. In no order. */
  ending(stem: string, least: number): readonly string[];
  /** A word of the catalogue with this stem; the stem itself where no product has it. */
  wordOf(stem: string): string;
  /** What the products of a catalogue are numbered by; a list of candidates asks its catalogue. */
  readonly codes?: Codes;
  /** Further readings of searched words, where the shop gave any. */
  readonly synonyms?: Synonyms | undefined;
  /** The values of columns that searches may name, where they were gathered. */
  readonly values?: Phrases | undefined;
  /** Number of products, and the mean lengths of their texts: the statistics that weights of further texts refer to. */
  readonly products: number;
  readonly averageLengths: readonly number[];
  /** The index of the catalogue that a list of candidates was gathered from: how rare a word is, is said by that. */
  readonly whole?: InvertedIndex | undefined;
  /** The table behind `find`, where there is one. */
  readonly table?: TermTable;
}
