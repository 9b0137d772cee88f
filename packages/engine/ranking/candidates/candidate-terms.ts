import { wordsOf } from '../../catalogue/columns/header-names.ts';
import { plainText, withSentencesApart } from '../../catalogue/texts/plain-text.ts';
import { textTerms } from '../../session/text/keywords.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stopWordTerms, type Term } from '../../session/text/stop-words.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import {
  CALLED,
  FIRST_PLACE,
  type InvertedIndex,
  type Postings,
  STATED,
  withPlace,
} from '../indexing/term-table.ts';
import {
  ATTRIBUTE,
  DESCRIPTION,
  IS_HEAD,
  idfOf,
  isStated,
  type Occurrences,
  oneMore,
  PURPOSE,
  TEXTS,
  TITLE,
  termWeight,
} from '../indexing/text-relevance.ts';
import { headsOfTitle } from '../indexing/titles/title-head.ts';
import { titleTerms } from '../indexing/titles/title-parts.ts';
import type { InlineProduct, InlineValue, Roles } from '../types.ts';
import { fold, labelsOf } from './candidate-columns.ts';

/** Mean words of title, attributes and description where no catalogue gives them. Set by hand. */
const DEFAULT_LENGTHS = [8, 8, 60];
/** A sent text of more words is a description. Set by hand. */
const LONGEST_VALUE = 20;

/** Texts of a list that are remembered. Set by hand. */
const MAX_TEXTS = 2_000;

/** The positions in a list whose sent texts have a stem, ascending, with its occurrences in each. */
interface SentTerm {
  /** The first word that was reduced to the stem. */
  readonly word: string;
  readonly items: number[];
  readonly occurrences: Occurrences[];
  /** The marks of its forms and its first place in each title; 0 where it is not there. */
  readonly titles: number[];
}

/**
 * The inverted index of a candidate list for the wanted stems: the catalogue's postings, overridden where texts were
 * sent.
 */
export function* termsOfList(
  base: InvertedIndex,
  catalogueRow: Int32Array,
  products: readonly InlineProduct[],
  roles: Roles,
  wanted: ReadonlySet<string>,
): Generator<void, InvertedIndex> {
  const averageLengths = base.products > 0 ? base.averageLengths : DEFAULT_LENGTHS;
  const lengths = new Float64Array(TEXTS * products.length);
  const sent = wanted.size === 0 ? undefined : yield* occurrencesIn(products, roles, wanted, lengths, base);
  const listed = new ListedPostings(catalogueRow);
  const found = new Map<string, Postings>();
  for (const stem of wanted) {
    const here = sent?.get(stem);
    const there = base.find(stem);
    yield;
    if (here === undefined && there === undefined) continue;
    const entries = there === undefined ? new Map<number, Entry>() : listed.entries(there);
    if (here !== undefined) {
      const idf =
        there === undefined
          ? idfOf(here.items.length, products.length)
          : idfOf(there.items.length, base.products);
      here.items.forEach((i, k) => {
        const weight = termWeight(idf, here.occurrences[k], lengths, i, averageLengths);
        const called = (here.occurrences[k] & IS_HEAD) === 0 ? 0 : CALLED;
        const stated = isStated(here.occurrences[k]) ? STATED : 0;
        entries.set(i, { weight, marks: called | stated | here.titles[k] });
      });
    }
    const items = [...entries.keys()].sort((a, b) => a - b);
    found.set(stem, {
      items,
      weights: items.map((i) => entries.get(i)!.weight),
      marks: items.map((i) => entries.get(i)!.marks),
    });
  }
  return {
    products: products.length,
    averageLengths,
    whole: base.products > 0 ? base : undefined,
    language: base.language,
    negators: base.negators,
    synonyms: base.synonyms,
    values: base.values,
    find: (stem) => found.get(stem),
    near: (stem, most, typed) => base.near(stem, most, typed),
    continuing: (stem) => base.continuing(stem),
    ending: (stem, least) => base.ending(stem, least),
    wordOf: (stem) => sent?.get(stem)?.word ?? base.wordOf(stem),
  };
}

/** One product of a posting list. */
interface Entry {
  readonly weight: number;
  readonly marks: number;
}

/** Intersects the products of a list with posting lists, iterating over the shorter of both. */
class ListedPostings {
  readonly #catalogueRow: Int32Array;
  #positions: Map<number, number> | undefined;

  constructor(catalogueRow: Int32Array) {
    this.#catalogueRow = catalogueRow;
  }

  /** The postings of a term by position in the list. */
  entries({ items, weights, marks }: Postings): Map<number, Entry> {
    const found = new Map<number, Entry>();
    if (items.length < this.#catalogueRow.length) {
      this.#positions ??= new Map([...this.#catalogueRow].map((product, i) => [product, i]));
      for (let k = 0; k < items.length; k++) {
        const i = this.#positions.get(items[k]);
        if (i !== undefined) found.set(i, { weight: weights[k], marks: marks[k] });
      }
      return found;
    }
    for (let i = 0; i < this.#catalogueRow.length; i++) {
      const k = placeOf(this.#catalogueRow[i], items);
      if (k >= 0) found.set(i, { weight: weights[k], marks: marks[k] });
    }
    return found;
  }
}

/** Counts the wanted stems in sent texts, and adds up the lengths of the texts in `lengths`. Yields after each text. */
function* occurrencesIn(
  products: readonly InlineProduct[],
  roles: Roles,
  wanted: ReadonlySet<string>,
  lengths: Float64Array,
  shop: ShopLanguage,
): Generator<void, Map<string, SentTerm>> {
  const found = new Map<string, SentTerm>();
  const skipped = new Set(
    [roles.price, roles.salePrice, roles.image, roles.url, roles.availability].map(fold),
  );
  const title = fold(roles.title);
  const count = (
    i: number,
    terms: readonly Term[],
    field: number,
    /** Of the words of a title. */
    heads?: ReadonlySet<string>,
  ): void => {
    for (const { stem, word, at } of terms) {
      if (!wanted.has(stem)) continue;
      const sent = found.get(stem) ?? { word, items: [], occurrences: [], titles: [] };
      found.set(stem, sent);
      if (sent.items.at(-1) !== i) {
        sent.items.push(i);
        sent.occurrences.push(0);
        sent.titles.push(0);
      }
      const last = sent.items.length - 1;
      if (heads !== undefined) sent.titles[last] ||= withPlace(0, FIRST_PLACE + at);
      const mark = heads?.has(stem) === true ? IS_HEAD : 0;
      sent.occurrences[last] = oneMore(sent.occurrences[last], field) | mark;
    }
  };
  /** Texts that were read: products of one list share their values. */
  const texts = new Map<string, ReadText>();
  for (let i = 0; i < products.length; i++) {
    for (const [name, value] of Object.entries(products[i].attributes ?? {})) {
      const text = textOf(name, value);
      if (text === '') continue;
      const folded = fold(name);
      if (skipped.has(folded)) continue;
      if (folded === title) {
        const { called, purpose } = titleTerms(text, shop);
        const heads = headsOfTitle(text, shop);
        count(i, called, TITLE, heads);
        count(i, purpose, PURPOSE, heads);
        count(i, stopWordTerms(text, shop.language), TITLE);
        lengths[TEXTS * i + TITLE] += called.length + purpose.length;
      } else {
        let read = texts.get(text);
        if (read === undefined) {
          read = readText(text, shop);
          if (texts.size < MAX_TEXTS) texts.set(text, read);
        }
        const { terms, field } = read;
        count(i, terms, field);
        lengths[TEXTS * i + field] += terms.length;
      }
      yield;
    }
    yield;
  }
  return found;
}

/** The words of a text that is no title, and what they are counted as. */
interface ReadText {
  readonly terms: readonly Term[];
  readonly field: number;
}

function readText(text: string, shop: ShopLanguage): ReadText {
  const terms = textTerms(text, shop);
  if (terms.length <= LONGEST_VALUE) return { terms, field: ATTRIBUTE };
  const apart = withSentencesApart(text);
  return { terms: apart === text ? terms : textTerms(apart, shop), field: DESCRIPTION };
}

/** The text of a sent attribute: strings as they are; for `true`, the name of the attribute; else nothing. */
function textOf(name: string, value: InlineValue): string {
  if (value === true) return wordsOf(name);
  return typeof value === 'string' || Array.isArray(value) ? plainText(labelsOf(value).join(' ')) : '';
}
