import { opaqueCompounds } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { LONGEST_COMPOUND } from './compounds.ts';
import type { Reading, Terms, Word } from './reading.ts';
import { productCount } from './words-together.ts';

/**
 * The share that a word counts which a compound ends with: of a word that the catalogue has, and of one that it lacks. Where it has
 * "Schuhe", what ends with it comes behind them. Set by hand.
 */
const BESIDE_WORD = 0.5;
const FOR_WORD = 0.9;
/** The same where nothing says that the beginning is a word, and the catalogue lacks the noun: it may be "praktisch". Set by hand. */
const UNSURE = 0.3;
/** The share that a compound counts of which the last noun is found. Set by hand. */
const LAST_NOUN = 0.5;
/** Letters that compounds end with, and that stand before these: fewer are chance, as "Eis" in "Speiseeis". Set by hand. */
const LEAST_LAST = 4;
const LEAST_FIRST = 3;
/** So long a beginning is hardly chance, if one of its last three letters is a vowel. Set by hand. */
const LONG_FIRST = 8;
const WORD_END = /[aeiouy].{0,2}$/;
/** Compounds of one word that are read, those of the most products: each costs a look-up. Set by hand. */
const MOST_COMPOUNDS = 20;
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
      first.endsWith(link) &&
      word.length >= LEAST_FIRST &&
      productCount(stem(word, terms.language), terms) > 0
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
  const whole = terms.ending(name, LEAST_FIRST);
  // The last consonant of a stem may alternate: "kenkä" and "kengät".
  const root = whole.length > 0 || name.length <= LEAST_FIRST ? name : name.slice(0, -1);
  const looked = (root === name ? whole : terms.ending(root, LEAST_FIRST))
    .map((each) => ({ stem: each, products: productCount(each, terms) }))
    .sort((a, b) => b.products - a.products || (a.stem < b.stem ? -1 : 1))
    .slice(0, MOST_LOOKED);
  const compounds = looked.flatMap(({ stem: compound }): Compound[] => {
    const word = terms.wordOf(compound);
    const at = word.lastIndexOf(root);
    if (at < 0 || opaque.test(word) || stem(word.slice(at), terms.language) !== name) return [];
    return [{ stem: compound, isSure: isWord(word.slice(0, at), terms) }];
  });
  return compounds.sort((a, b) => Number(b.isSure) - Number(a.isSure)).slice(0, MOST_COMPOUNDS);
}

/** The compounds that a word is the last noun of, which says what they are: "Schere" finds "Universalschere". */
export function compoundReadings({ name, typed = name }: WordRead, terms: Terms): readonly Reading[] {
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || typed.length < LEAST_LAST || typed.length > LONGEST_COMPOUND) return [];
  if (/\d/.test(typed) || opaque.test(typed)) return [];
  const isKnown = productCount(name, terms) > 0;
  const share = isKnown ? BESIDE_WORD : FOR_WORD;
  return compoundsEnding(name, opaque, terms)
    .filter(({ isSure }) => isSure || !isKnown)
    .map(({ stem, isSure }) => ({ stems: [stem], share: isSure ? share : UNSURE }));
}

/** The compounds that a word is the first noun of, which says what they are like: "Schaap" finds "Schapenvacht". */
export function firstNounReadings({ name, typed = name }: WordRead, terms: Terms): readonly Reading[] {
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || typed.length < LEAST_LAST || /\d/.test(typed)) return [];
  const compounds = terms.continuing(name).filter((each) => {
    const rest = terms.wordOf(each).slice(name.length);
    return LINKS.some((link) => rest.startsWith(link) && rest.length - link.length >= LEAST_FIRST);
  });
  return compounds.slice(0, MOST_COMPOUNDS).map((each) => ({ stems: [each], share: UNSURE }));
}

/**
 * What a compound that the catalogue lacks is: its last noun, the longest that the catalogue has, and the compounds with that:
 * "Babywolle" finds "Wolle" and "Sockenwolle".
 */
export function lastNounReadings({ name, typed = name }: Word, terms: Terms): readonly Reading[] {
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || opaque.test(typed) || typed.length > LONGEST_COMPOUND) return [];
  for (let at = LEAST_FIRST; at <= typed.length - LEAST_LAST; at++) {
    const noun: WordRead = { name: stem(typed.slice(at), terms.language), typed: typed.slice(at) };
    if (terms.find(noun.name) === undefined) continue;
    return [{ stems: [noun.name], share: 1 }, ...compoundReadings(noun, terms)].map(({ stems, share }) => ({
      stems,
      share: LAST_NOUN * share,
    }));
  }
  return [];
}
