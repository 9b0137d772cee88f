import { writesClosedCompounds } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { idfOf } from '../../indexing/text-relevance.ts';
import type { Reading, Terms, Word } from './reading.ts';

/** The share that a word counts which a compound ends with, so that the word itself comes first. Set by hand. */
const COMPOUND = 0.9;
/** The share that a compound counts of which the last noun is found. Set by hand. */
const LAST_NOUN = 0.5;
/** Letters of a stem that compounds end with, and of what stands before it: fewer are chance, as "Eis" in "Preis". Set by hand. */
const LEAST_LAST = 4;
const LEAST_FIRST = 3;
/** Beginnings of words that are no nouns: "Verband" is no "Band". */
const NO_NOUNS = /^(?:ver|ent|zer|auf|aus|ein|ont|for|upp)$/;
/** Compounds of one word that are read, those of the most products: each costs a look-up. Set by hand. */
const MOST_COMPOUNDS = 40;
/** What may stand between the nouns of a compound: "Geburtstag-s-karte", "Tasche-n-tuch". */
export const LINKS: readonly string[] = ['', 's', 'n', 'en', 'e', 'er', 'es'];

/**
 * The compounds that a word is the last noun of, which says what they are: "Schere" finds "Universalschere". A rarer one is worth no
 * more than the word; where the catalogue lacks that, all are worth as much as the most frequent.
 */
export function compoundReadings(
  { name, typed = name }: Pick<Word, 'name' | 'typed'>,
  terms: Terms,
): readonly Reading[] {
  if (!writesClosedCompounds(terms.language) || name.length < LEAST_LAST || /\d/.test(name)) return [];
  const countOf = (stem: string): number => terms.find(stem)?.items.length ?? 0;
  const isCompound = (stem: string): boolean => {
    const word = terms.wordOf(stem);
    return !NO_NOUNS.test(word.endsWith(typed) ? word.slice(0, -typed.length) : stem.slice(0, -name.length));
  };
  const compounds = terms
    .ending(name, typed, LEAST_FIRST)
    .filter(isCompound)
    .map((stem) => ({ stem, count: countOf(stem) }))
    .sort((a, b) => b.count - a.count || (a.stem < b.stem ? -1 : 1))
    .slice(0, MOST_COMPOUNDS);
  if (compounds.length === 0) return [];
  const rarity = (count: number): number => idfOf(count, terms.products);
  const worth = rarity(countOf(name) > 0 ? countOf(name) : compounds[0].count);
  return compounds.map(({ stem, count }) => ({
    stems: [stem],
    share: COMPOUND * Math.min(1, worth / rarity(count)),
  }));
}

/**
 * What a compound that the catalogue lacks is: its last noun, and the compounds with that. "Babywolle" finds "Wolle" and
 * "Sockenwolle", "Stoffschere" finds "Fadenschere".
 */
export function lastNounReadings({ name, typed = name }: Word, terms: Terms): readonly Reading[] {
  if (!writesClosedCompounds(terms.language)) return [];
  for (let at = LEAST_FIRST; at <= typed.length - LEAST_LAST; at++) {
    const noun = typed.slice(at);
    const last = stem(noun, terms.language);
    const own: Reading[] = terms.find(last) === undefined ? [] : [{ stems: [last], share: 1 }];
    const readings = [...own, ...compoundReadings({ name: last, typed: noun }, terms)];
    if (readings.length > 0) return readings.map(({ stems, share }) => ({ stems, share: LAST_NOUN * share }));
  }
  return [];
}
