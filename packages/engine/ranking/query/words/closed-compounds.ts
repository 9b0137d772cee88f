import { opaqueCompounds } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { LEAST_PART, LONGEST_COMPOUND } from './compounds.ts';
import type { Reading, Terms, Word } from './reading.ts';
import { IN_PART, LIKELY, MAX_READINGS } from './shares.ts';
import { productCount } from './words-together.ts';

/** Letters that compounds end with: fewer are chance, as "Eis" in "Speiseeis". Before these stands a part. Set by hand. */
const LEAST_LAST = 4;
/** So long a beginning is hardly chance, if one of its last three letters is a vowel. Set by hand. */
const LONG_FIRST = 8;
const WORD_END = /[aeiouy].{0,2}$/;
/** Stems with one end of which the words are looked at, those of the most products. Set by hand. */
const MOST_LOOKED = 200;
/** What may stand between the nouns of a compound: "Geburtstag-s-karte", "Tasche-n-tuch". */
export const LINKS: readonly string[] = ['', 's', 'n', 'en', 'e', 'er', 'es', 'ne', 'u', 'o'];

/** A word as it is read, and as it was typed. */
type WordRead = Pick<Word, 'name' | 'typed'>;

/**
 * Whether what stands before a noun is a word that the catalogue has, but for what links them, or is long and ends like a word:
 * "praktisch" is no "Tisch", as "prak" is none, and "Hausschwein" no "Wein".
 */
function isWord(first: string, terms: Terms): boolean {
  if (first.length >= LONG_FIRST && WORD_END.test(first)) return true;
  return LINKS.some((link) => {
    const word = first.slice(0, first.length - link.length);
    return (
      first.endsWith(link) && word.length >= LEAST_PART && productCount(stem(word, terms.language), terms) > 0
    );
  });
}

/** A word that ends with a noun, and whether it begins with a word. */
interface Compound {
  readonly stem: string;
  readonly isSure: boolean;
}

/** The compounds that end with a noun, by its stem: those that most products have, the sure ones first. */
function compoundsEnding(name: string, opaque: RegExp, terms: Terms): readonly Compound[] {
  const whole = terms.ending(name, LEAST_PART);
  // The last consonant of a stem may alternate: "kenkä" and "kengät".
  const root = whole.length > 0 || name.length <= LEAST_PART ? name : name.slice(0, -1);
  const looked = (root === name ? whole : terms.ending(root, LEAST_PART))
    .map((each) => ({ stem: each, products: productCount(each, terms) }))
    .sort((a, b) => b.products - a.products || (a.stem < b.stem ? -1 : 1))
    .slice(0, MOST_LOOKED);
  const compounds = looked.flatMap(({ stem: compound }): Compound[] => {
    const word = terms.wordOf(compound);
    const at = word.lastIndexOf(root);
    if (at < 0 || opaque.test(word) || stem(word.slice(at), terms.language) !== name) return [];
    return [{ stem: compound, isSure: isWord(word.slice(0, at), terms) }];
  });
  return compounds.sort((a, b) => Number(b.isSure) - Number(a.isSure)).slice(0, MAX_READINGS);
}

/** The compounds that a word is the last noun of, which says what they are: "Schere" finds "Universalschere". */
export function compoundReadings({ name, typed = name }: WordRead, terms: Terms): readonly Reading[] {
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || typed.length < LEAST_LAST || typed.length > LONGEST_COMPOUND) return [];
  if (/\d/.test(typed) || opaque.test(typed)) return [];
  const isKnown = productCount(name, terms) > 0;
  const share = isKnown ? IN_PART : LIKELY;
  return compoundsEnding(name, opaque, terms)
    .filter(({ isSure }) => isSure || !isKnown)
    .map(({ stem, isSure }) => ({ stems: [stem], share: isSure ? share : IN_PART }));
}

/** The compounds that a word is the first noun of, which says what they are like: "Schaap" finds "Schapenvacht". */
export function firstNounReadings({ name, typed = name }: WordRead, terms: Terms): readonly Reading[] {
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || typed.length < LEAST_LAST || /\d/.test(typed)) return [];
  const compounds = terms.continuing(name).filter((each) => {
    const rest = terms.wordOf(each).slice(name.length);
    return LINKS.some((link) => rest.startsWith(link) && rest.length - link.length >= LEAST_PART);
  });
  return compounds.slice(0, MAX_READINGS).map((each) => ({ stems: [each], share: IN_PART }));
}

/**
 * What a compound that the catalogue lacks is: its last noun, the longest that the catalogue has, and the compounds with that:
 * "Babywolle" finds "Wolle" and "Sockenwolle".
 */
export function lastNounReadings({ name, typed = name }: Word, terms: Terms): readonly Reading[] {
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || opaque.test(typed) || typed.length > LONGEST_COMPOUND) return [];
  for (let at = LEAST_PART; at <= typed.length - LEAST_LAST; at++) {
    const noun: WordRead = { name: stem(typed.slice(at), terms.language), typed: typed.slice(at) };
    if (terms.find(noun.name) === undefined) continue;
    return [{ stems: [noun.name], share: 1 }, ...compoundReadings(noun, terms)].map(({ stems, share }) => ({
      stems,
      share: IN_PART * share,
    }));
  }
  return [];
}
