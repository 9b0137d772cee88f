import { stem } from '../../session/text/stemming.ts';
import type { InvertedIndex } from '../indexing/term-table.ts';
import { idfOf } from '../indexing/text-relevance.ts';
import type { Synonym } from './synonyms.ts';

/** A stem and its decayed strength. */
export interface Word {
  readonly name: string;
  readonly weight: number;
}

/** The share of a word's weight that a correction of its spelling counts. Set by hand. */
const CORRECTED = 0.8;
/** The least letters of each part of a compound. Set by hand: shorter ones are endings. */
const LEAST_PART = 3;

/** One way to read a word: a product has to have all of its stems. */
interface Reading {
  readonly stems: readonly string[];
  /** Share of the word's weight that it counts, 0 to 1. */
  readonly share: number;
  /** Of a synonym: the searched word or phrase that it stands for. */
  readonly of?: string;
}

/** A word of a search, and the ways to read it. */
export interface SearchTerm extends Word {
  readonly readings: readonly Reading[];
}

/** The parts of an inverted index that reading needs. */
type Terms = Pick<InvertedIndex, 'find' | 'near' | 'language' | 'synonyms' | 'products'>;

/**
 * Reads the words of a search by the words of the catalogue. A word that the catalogue knows is read as it is. Two words
 * that it also writes as one ("mac book") are read both ways. A word that it does not know is read as its two parts
 * ("dollhouse"), else as the nearest spellings; where the shop gave synonyms of it, as these alone.
 *
 * @param words in the order of the search
 */
export function searchTerms(words: readonly Word[], terms: Terms): readonly SearchTerm[] {
  const knows = (name: string): boolean => terms.find(name) !== undefined;
  const joined = words.slice(1).map((word, k) => {
    const whole = stem(words[k].name + word.name, terms.language);
    return knows(whole) ? whole : undefined;
  });
  const synonyms = synonymsIn(words, terms);
  return words.map((word, k) => {
    const { name } = word;
    const readings: Reading[] = [{ stems: [name], share: 1 }];
    // Each of the two words counts for half of the compound.
    for (const whole of [joined[k - 1], joined[k]]) {
      if (whole !== undefined) readings.push({ stems: [whole], share: 0.5 });
    }
    if (synonyms[k] !== undefined) readings.push(...synonyms[k]);
    if (readings.length === 1 && !knows(name)) {
      const parts = partsOf(name, terms);
      if (parts !== undefined) readings.push({ stems: parts, share: 0.5 });
      else for (const near of terms.near(name)) readings.push({ stems: [near], share: CORRECTED });
    }
    return { ...word, readings };
  });
}

/** The rarity of words that a product has together; `undefined` where the catalogue lacks one of them. */
function rarityOf(stems: readonly string[], { find, products }: Terms): number | undefined {
  let rarity = 0;
  for (const stem of stems) {
    const postings = find(stem);
    if (postings === undefined) return undefined;
    rarity += idfOf(postings.items.length, products);
  }
  return rarity;
}

/**
 * Per word the synonyms of the phrases that it is part of, of which the catalogue knows all words; each word of a phrase
 * counts its part. A synonym that is rarer than what was searched for is worth no more, so that the word itself comes
 * first; where the catalogue lacks the word, all its synonyms are worth as much as the most frequent.
 */
function synonymsIn(words: readonly Word[], terms: Terms): readonly (Reading[] | undefined)[] {
  const found = new Array<Reading[] | undefined>(words.length);
  const { synonyms } = terms;
  if (synonyms === undefined) return found;
  for (let from = 0; from < words.length; from++) {
    const phrase: string[] = [];
    for (let to = from; to < Math.min(words.length, from + synonyms.longest); to++) {
      phrase.push(words[to].name);
      const known: { readonly synonym: Synonym; readonly rarity: number }[] = [];
      for (const synonym of synonyms.find(phrase.join(' '))) {
        const rarity = rarityOf(synonym.stems, terms);
        if (rarity !== undefined) known.push({ synonym, rarity });
      }
      if (known.length === 0) continue;
      const worth = rarityOf(phrase, terms) ?? Math.min(...known.map(({ rarity }) => rarity));
      for (const { synonym, rarity } of known) {
        const share = (synonym.share * Math.min(1, worth / rarity)) / phrase.length;
        for (let k = from; k <= to; k++) {
          found[k] ??= [];
          found[k]!.push({ stems: synonym.stems, share, of: synonym.of });
        }
      }
    }
  }
  return found;
}

/** The two words that a word is made of, both of which the catalogue knows: those of the most products. */
function partsOf(name: string, { find, language }: Terms): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  let most = 0;
  for (let at = LEAST_PART; at <= name.length - LEAST_PART; at++) {
    // The end of a stem has been stemmed before: "hous" of "dollhous" would lose another letter.
    const end = name.slice(at);
    const parts = [stem(name.slice(0, at), language), find(end) === undefined ? stem(end, language) : end];
    const products = Math.min(...parts.map((part) => find(part)?.items.length ?? 0));
    if (products <= most) continue;
    most = products;
    best = parts;
  }
  return best;
}
