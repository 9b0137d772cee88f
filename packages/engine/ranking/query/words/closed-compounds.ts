import { opaqueCompounds } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { idfOf } from '../../indexing/text-relevance.ts';
import type { Reading, Terms, Word } from './reading.ts';

/**
 * The share that a word counts which a compound ends with: of a word that the catalogue has, and of one that it lacks. Where it has
 * "Schuhe", what ends with it comes behind them. Set by hand.
 */
const BESIDE_WORD = 0.5;
const FOR_WORD = 0.9;
/** The share that a compound counts of which the last noun is found. Set by hand. */
const LAST_NOUN = 0.5;
/** Letters that compounds end with, and that stand before these: fewer are chance, as "Eis" in "Preis". Set by hand. */
const LEAST_LAST = 4;
const LEAST_FIRST = 3;
/** A longer word is none: each of its ends would be looked up. */
const LONGEST = 40;
/** Beginnings of words that are no nouns: "Verband" is no "Band", nor is "Schwein" a "Wein". */
const NO_NOUN =
  /^(?:ver|ent|zer|auf|aus|ein|vor|durch|ueber|uber|unter|mit|nach|gegen|hoch|miss|wieder|ont|over|onder|aan|for|upp|[^aeiouy]+)$/;
/** Compounds of one word that are read, those of the most products: each costs a look-up. Set by hand. */
const MOST_COMPOUNDS = 20;
/** Stems with one end of which the words are looked at, those of the most products. Set by hand. */
const MOST_LOOKED = 500;
/** What may stand between the nouns of a compound: "Geburtstag-s-karte", "Tasche-n-tuch". */
export const LINKS: readonly string[] = ['', 's', 'n', 'en', 'e', 'er', 'es'];

const countOf = (stem: string, { find }: Terms): number => find(stem)?.items.length ?? 0;

/** A stem, and its word. */
interface Compound {
  readonly stem: string;
  readonly word: string;
}

/** Whether a compound ends with a word, and is what that says. */
function endsWith(
  { stem, word }: Compound,
  { name, typed = name }: WordRead,
  opaque: ReadonlySet<string>,
): boolean {
  const length = word.endsWith(typed)
    ? word.length - typed.length
    : stem.endsWith(name)
      ? stem.length - name.length
      : 0;
  return length >= LEAST_FIRST && !NO_NOUN.test(word.slice(0, length)) && !opaque.has(word);
}

const compoundsEnding = (name: string, typed: string, terms: Terms): readonly Compound[] =>
  terms
    .ending(name, typed, LEAST_FIRST, MOST_LOOKED)
    .map((each) => ({ stem: each, word: terms.wordOf(each) }));

/** A word as it is read, and as it was typed. */
type WordRead = Pick<Word, 'name' | 'typed'>;

/** The readings of a word as these compounds, the most frequent first. A rarer one is worth no more than the word. */
function readingsOf(name: string, compounds: readonly Compound[], terms: Terms): readonly Reading[] {
  const counted = compounds
    .map(({ stem }) => ({ stem, count: countOf(stem, terms) }))
    .sort((a, b) => b.count - a.count || (a.stem < b.stem ? -1 : 1))
    .slice(0, MOST_COMPOUNDS);
  const own = countOf(name, terms);
  const rarity = (count: number): number => idfOf(count, terms.products);
  const worth = rarity(own > 0 ? own : (counted[0]?.count ?? 0));
  return counted.map(({ stem, count }) => ({
    stems: [stem],
    share: (own > 0 ? BESIDE_WORD : FOR_WORD) * Math.min(1, worth / rarity(count)),
  }));
}

/**
 * The compounds that a word is the last noun of, which says what they are: "Schere" finds "Universalschere". Where the catalogue
 * lacks the word, all are worth as much as the most frequent.
 */
export function compoundReadings(word: WordRead, terms: Terms): readonly Reading[] {
  const { name, typed = name } = word;
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || typed.length < LEAST_LAST || typed.length > LONGEST || /\d/.test(typed))
    return [];
  const compounds = compoundsEnding(name, typed, terms).filter((each) => endsWith(each, word, opaque));
  return readingsOf(name, compounds, terms);
}

/**
 * What a compound that the catalogue lacks is: its last noun, and the compounds with that. "Babywolle" finds "Wolle" and
 * "Sockenwolle", "Stoffschere" finds "Fadenschere".
 */
export function lastNounReadings({ name, typed = name }: Word, terms: Terms): readonly Reading[] {
  const opaque = opaqueCompounds(terms.language);
  if (opaque === undefined || opaque.has(typed) || typed.length > LONGEST) return [];
  // The vocabulary is passed over once, for the least end.
  const least = typed.slice(-LEAST_LAST);
  const alike = compoundsEnding(stem(least, terms.language), least, terms);
  for (let at = LEAST_FIRST; at <= typed.length - LEAST_LAST; at++) {
    if (NO_NOUN.test(typed.slice(0, at))) continue;
    const noun = typed.slice(at);
    const last = stem(noun, terms.language);
    const own: Reading[] = terms.find(last) === undefined ? [] : [{ stems: [last], share: 1 }];
    const compounds = alike.filter((each) => endsWith(each, { name: last, typed: noun }, opaque));
    const readings = [...own, ...readingsOf(last, compounds, terms)];
    if (readings.length > 0) return readings.map(({ stems, share }) => ({ stems, share: LAST_NOUN * share }));
  }
  return [];
}
