import { stem } from '../../session/text/stemming.ts';
import type { InvertedIndex } from '../indexing/term-table.ts';

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
}

/** A word of a search, and the ways to read it. */
export interface SearchTerm extends Word {
  readonly readings: readonly Reading[];
}

/** The parts of an inverted index that reading needs. */
type Terms = Pick<InvertedIndex, 'find' | 'near' | 'language'>;

/**
 * Reads the words of a search by the words of the catalogue. A word that the catalogue knows is read as it is. Two words
 * that it also writes as one ("mac book") are read both ways. A word that it does not know is read as its two parts
 * ("dollhouse"), else as the nearest spellings.
 *
 * @param words in the order of the search
 */
export function searchTerms(words: readonly Word[], terms: Terms): readonly SearchTerm[] {
  const knows = (name: string): boolean => terms.find(name) !== undefined;
  const joined = words.slice(1).map((word, k) => {
    const whole = stem(words[k].name + word.name, terms.language);
    return knows(whole) ? whole : undefined;
  });
  return words.map((word, k) => {
    const { name } = word;
    const readings: Reading[] = [{ stems: [name], share: 1 }];
    // Each of the two words counts for half of the compound.
    for (const whole of [joined[k - 1], joined[k]]) {
      if (whole !== undefined) readings.push({ stems: [whole], share: 0.5 });
    }
    if (readings.length === 1 && !knows(name)) {
      const parts = partsOf(name, terms);
      if (parts !== undefined) readings.push({ stems: parts, share: 0.5 });
      else for (const near of terms.near(name)) readings.push({ stems: [near], share: CORRECTED });
    }
    return { ...word, readings };
  });
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
