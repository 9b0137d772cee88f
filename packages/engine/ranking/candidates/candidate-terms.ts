import { wordsOf } from '../../catalogue/columns/header-names.ts';
import { textTerms } from '../../session/text/keywords.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import {
  type InvertedIndex,
  idfOf,
  type Postings,
  placeOf,
  TITLE_WEIGHT,
  termWeight,
} from '../indexing/inverted-index.ts';
import type { InlineProduct, InlineValue, Roles } from '../types.ts';
import { fold, labelsOf } from './candidate-columns.ts';

/** Mean length of a text in words where no catalogue gives one. Set by hand. */
const DEFAULT_LENGTH = 12;

/**
 * The positions in a list whose sent texts have a stem, ascending, with weighted counts: a word in the title counts
 * TITLE_WEIGHT times.
 */
interface Occurrences {
  /** The first word that was reduced to the stem. */
  readonly word: string;
  readonly items: number[];
  readonly counts: number[];
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
  const averageLength = base.averageLength > 0 ? base.averageLength : DEFAULT_LENGTH;
  const lengths = new Float64Array(products.length);
  const sent = wanted.size === 0 ? undefined : yield* occurrencesIn(products, roles, wanted, lengths, base);
  const listed = new ListedPostings(catalogueRow);
  const found = new Map<string, Postings>();
  for (const stem of wanted) {
    const here = sent?.get(stem);
    const there = base.find(stem);
    yield;
    if (here === undefined && there === undefined) continue;
    const weights = there === undefined ? new Map<number, number>() : listed.weights(there);
    if (here !== undefined) {
      const idf = idfOf(here.items.length, products.length);
      here.items.forEach((i, k) => {
        weights.set(i, termWeight(idf, here.counts[k], lengths[i], averageLength));
      });
    }
    const items = [...weights.keys()].sort((a, b) => a - b);
    found.set(stem, { items, weights: items.map((i) => weights.get(i)!) });
  }
  return {
    products: products.length,
    averageLength,
    language: base.language,
    negators: base.negators,
    find: (stem) => found.get(stem),
    wordOf: (stem) => sent?.get(stem)?.word ?? base.wordOf(stem),
  };
}

/** Intersects the products of a list with posting lists, iterating over the shorter of both. */
class ListedPostings {
  readonly #catalogueRow: Int32Array;
  #positions: Map<number, number> | undefined;

  constructor(catalogueRow: Int32Array) {
    this.#catalogueRow = catalogueRow;
  }

  /** The weights of a term by position in the list. */
  weights({ items, weights }: Postings): Map<number, number> {
    const found = new Map<number, number>();
    if (items.length < this.#catalogueRow.length) {
      this.#positions ??= new Map([...this.#catalogueRow].map((product, i) => [product, i]));
      for (let k = 0; k < items.length; k++) {
        const i = this.#positions.get(items[k]);
        if (i !== undefined) found.set(i, weights[k]);
      }
      return found;
    }
    for (let i = 0; i < this.#catalogueRow.length; i++) {
      const k = placeOf(this.#catalogueRow[i], items);
      if (k >= 0) found.set(i, weights[k]);
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
): Generator<void, Map<string, Occurrences>> {
  const found = new Map<string, Occurrences>();
  const skipped = new Set([roles.price, roles.image, roles.url, roles.availability].map(fold));
  const title = fold(roles.title);
  for (let i = 0; i < products.length; i++) {
    for (const [name, value] of Object.entries(products[i].attributes ?? {})) {
      const text = textOf(name, value);
      const folded = fold(name);
      if (text === '' || skipped.has(folded)) continue;
      const weight = folded === title ? TITLE_WEIGHT : 1;
      for (const { stem, word } of textTerms(text, shop)) {
        lengths[i] += weight;
        if (!wanted.has(stem)) continue;
        const occurrences = found.get(stem) ?? { word, items: [], counts: [] };
        found.set(stem, occurrences);
        if (occurrences.items.at(-1) === i) occurrences.counts[occurrences.counts.length - 1] += weight;
        else {
          occurrences.items.push(i);
          occurrences.counts.push(weight);
        }
      }
      yield;
    }
    yield;
  }
  return found;
}

/** The text of a sent attribute: strings as they are; for `true`, the name of the attribute; else nothing. */
function textOf(name: string, value: InlineValue): string {
  if (value === true) return wordsOf(name);
  return typeof value === 'string' || Array.isArray(value) ? labelsOf(value).join(' ') : '';
}
