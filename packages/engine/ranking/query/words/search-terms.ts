import { measureOf } from '../../../catalogue/numbers/units.ts';
import { opaqueCompounds } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { signsOfTerm } from '../../indexing/codes/code-signs.ts';
import { compoundReadings, LINKS } from './closed-compounds.ts';
import type { Reading, Terms, Word } from './reading.ts';
import { LIKELY, MAX_WORDS } from './shares.ts';
import { synonymReadings } from './synonym-readings.ts';
import { type Context, completionsOf, unknownReadings } from './unknown-words.ts';
import { usualSpellings } from './usual-spelling.ts';
import { lastOfEach, productCount, productsHavingAll, productsWithAll, rarityOf } from './words-together.ts';

/**
 * A compound that fewer products have, as a share of those with the more frequent of its words, is not what the two words mean
 * alone: "dress se" is half typed, though one title has "dresse". Set by hand.
 */
const LEAST_JOINED = 0.1;
const NUMBER = /^\d+(?:[.,]\d+)?$/;

/** A word of a search, and the ways to read it. */
export interface SearchTerm extends Word {
  /** What it is read as, where the catalogue lacks it and it is misspelt. */
  readonly corrected?: string;
  readonly readings: readonly Reading[];
}

/**
 * Reads the words of a search by the words of the catalogue. All words are read as they are; and also
 *
 * - two words that the catalogue writes as one ("mac book") as that, or as that alone where they end the search and no product has
 *   both;
 * - words with synonyms, given or usual, as these (`synonym-readings.ts`);
 * - a noun as the compounds that end with it, where the language writes them as one word (`closed-compounds.ts`);
 * - a misspelt usual name as its synonyms (`usual-spelling.ts`);
 * - a word that the catalogue lacks as its two parts ("dollhouse"), else as the nearest spellings, those first that occur with the
 *   rest of the search (`unknown-words.ts`);
 * - the last word, which may be half typed, as the words that begin with it: one that the catalogue lacks, and one that it knows where
 *   no product has all words as they are and some have all with such a word.
 *
 * @param words in the order of the search
 */
export function searchTerms(words: readonly Word[], terms: Terms): readonly SearchTerm[] {
  const knows = (name: string): boolean => terms.find(name) !== undefined;
  const joined = joinedWords(words, terms);
  // Those that are read without the others come first: what they are read as is the context of the rest.
  const spellings = usualSpellings(words, terms);
  const read = withoutContext(words, joined, spellings, terms);
  const contextOf = (at: number): Context => {
    const others = read.flatMap(({ latest, readings }, k) => {
      const stems = lastOfEach(readings);
      return latest === true && k !== at && stems.some(knows) ? [stems] : [];
    });
    return productsWithAll(others, terms);
  };
  const last = words.findLastIndex(({ latest }) => latest);
  let unknownWords = 0;
  for (const [k, word] of words.entries()) {
    const { readings } = read[k];
    const isPlain = readings.length === 1 && joined[k - 1] === undefined && joined[k] === undefined;
    const isLast = k === last;
    const isNoun = k < MAX_WORDS;
    const further: Reading[] = [];
    let corrected = spellings[k];
    if (isPlain && !knows(word.name)) {
      if (!isLast && unknownWords++ >= MAX_WORDS) continue;
      // Behind a number a unit is whole.
      const mayBegin = isLast && !isUnit(words, k);
      const unknown = unknownReadings(word, { mayBegin, isNoun }, contextOf(k), terms);
      corrected = unknown.corrected && terms.wordOf(unknown.corrected);
      further.push(...unknown.readings);
    } else {
      if (isLast) further.push(...completionsOf(word, contextOf(k), terms, readings));
      if (isNoun) further.push(...compoundReadings(word, terms));
    }
    read[k] = {
      ...word,
      readings: [...readings, ...further],
      ...(corrected !== undefined && { corrected }),
    };
  }
  return withAlternatives(read);
}

/** The same with each of several words of which either is enough read as the others, too. */
const withAlternatives = (read: readonly SearchTerm[]): readonly SearchTerm[] =>
  read.map((term) => {
    const { or } = term;
    if (or === undefined) return term;
    const others = read.filter(({ name }) => name !== term.name && or.includes(name));
    return { ...term, readings: [...term.readings, ...others.flatMap(({ readings }) => readings)] };
  });

/** Whether the word behind one is its neighbour in the search: "pan for a cake" asks for no pancakes. */
const areNeighbours = (words: readonly Word[], k: number): boolean =>
  words[k].at === undefined || words[k + 1].at === undefined || words[k + 1].at === words[k].at! + 1;

/** Whether a word is a unit behind a number of the same search: "volt" of "600 volt". */
const isUnit = (words: readonly Word[], k: number): boolean =>
  k > 0 &&
  words[k].latest === true &&
  words[k - 1].latest === true &&
  NUMBER.test(words[k - 1].name) &&
  measureOf(words[k].name) !== undefined;

/** For each word but the last, the word that the catalogue makes of it and the next one, if any. */
function joinedWords(words: readonly Word[], terms: Terms): readonly (string | undefined)[] {
  const writesAsOne = opaqueCompounds(terms.language) !== undefined;
  return words.slice(1).map((word, k) => {
    // As they were typed: a stem has lost letters that stand within the compound, as in "mockingbird".
    const { name, typed = name } = words[k];
    const last = word.typed ?? word.name;
    // "2 x 4" is no 24.
    if (!areNeighbours(words, k) || (NUMBER.test(name) && NUMBER.test(word.name))) return undefined;
    const wholes = [typed + last];
    // "Knöpfe Holz" are "Holzknöpfe".
    if (writesAsOne) {
      for (const link of LINKS) wholes.push(typed + link + word.name, last + link + name);
    }
    const known = wholes
      .map((whole) => stem(whole, terms.language))
      .filter((whole) => productCount(whole, terms) > 0);
    return known.toSorted((a, b) => productCount(b, terms) - productCount(a, terms))[0];
  });
}

/**
 * Whether two words are only the one that they make: "book case" in a shop of bookcases, where nothing has both words: a book-end and
 * a storage case are not meant. In the middle of a search they may be: "car pet carrier" asks for no carpet.
 */
function areOnlyJoined(words: readonly Word[], k: number, whole: string | undefined, terms: Terms): boolean {
  const isEnd =
    k + 2 >= words.length || !areNeighbours(words, k + 1) || words[k + 2].latest !== words[k + 1].latest;
  if (whole === undefined || !isEnd) return false;
  const parts = [words[k].name, words[k + 1].name];
  const most = Math.max(...parts.map((part) => productCount(part, terms)));
  const isRare = productCount(whole, terms) < LEAST_JOINED * most;
  return !isRare && productsHavingAll(parts, terms).length === 0;
}

/** The words as they are, as those that they make with their neighbours, and as their synonyms. */
function withoutContext(
  words: readonly Word[],
  joined: readonly (string | undefined)[],
  spellings: readonly (string | undefined)[],
  terms: Terms,
): SearchTerm[] {
  const onlyJoined = joined.map((whole, k) => areOnlyJoined(words, k, whole, terms));
  const spelt = words.map((word, k) => {
    const right = spellings[k];
    return right === undefined ? word : { ...word, name: stem(right, terms.language) };
  });
  const synonyms = synonymReadings(spelt, terms);
  return words.map((word, k) => {
    const told = signsOfTerm(word.name) === undefined ? {} : { told: word.typed ?? word.name };
    const isPart = onlyJoined[k - 1] === true || onlyJoined[k] === true;
    const readings: Reading[] = isPart ? [] : [{ stems: [word.name], share: 1, ...told }];
    // Each of the two words counts for a part of the compound.
    for (const first of [k - 1, k]) {
      const whole = joined[first];
      if (whole === undefined) continue;
      const share = shareOfWhole(whole, [words[first].name, words[first + 1].name], terms);
      readings.push({ stems: [whole], share });
    }
    if (spelt[k] !== word) readings.push({ stems: [spelt[k].name], share: LIKELY });
    return { ...word, readings: [...readings, ...synonyms[k]] };
  });
}

/**
 * The share of a compound in each of its two words. A rarer one is worth no more than both: one toner "for laserprinters" is not
 * before all laser printers.
 */
function shareOfWhole(whole: string, parts: readonly [string, string], terms: Terms): number {
  // In a list that a search has found, nearly all products have the words.
  const all = terms.whole ?? terms;
  const rarity = rarityOf([whole], all);
  const worth = rarityOf(parts, all);
  return rarity === undefined || worth === undefined ? LIKELY : Math.min(LIKELY, worth / 2 / rarity);
}
