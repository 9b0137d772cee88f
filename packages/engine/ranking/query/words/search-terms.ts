import { measureOf } from '../../../catalogue/numbers/units.ts';
import { writesClosedCompounds } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { compoundReadings, LINKS } from './closed-compounds.ts';
import type { Reading, Terms, Word } from './reading.ts';
import { roundedSizes } from './rounded-sizes.ts';
import { synonymReadings } from './synonym-readings.ts';
import { type Context, completionsOf, mayBeSlip, slipReadings, unknownReadings } from './unknown-words.ts';
import { productsWithAll } from './words-together.ts';

/**
 * The share of its weight that a word keeps whose corrections occur with no other word of the search: "dorel vanity" means
 * no dowels. Set by hand.
 */
const DOUBTED = 0.3;
/**
 * The share of each of two words that a compound of both counts: "mac book" means MacBooks more often than comic books for
 * Macs. Chosen among .5, .75 and 1.
 */
const JOINED = 0.75;
/**
 * A compound that fewer products have, as a share of those with the more frequent of its words, is not what the two words mean
 * alone: "dress se" is half typed, though one title has "dresse". Set by hand.
 */
const LEAST_JOINED = 0.1;
/** A number and letters that are typed as one word: "5g" stands in texts as "5 g", too. */
const AMOUNT = /^(\d+(?:[.,]\d+)?)(\p{L}{1,4})$/u;
const NUMBER = /^\d+(?:[.,]\d+)?$/;

/** A word of a search, and the ways to read it. */
export interface SearchTerm extends Word {
  /** A unit behind a number of the same search: "volt" of "600 volt". */
  readonly isUnit?: boolean;
  readonly readings: readonly Reading[];
}

/**
 * Reads the words of a search by the words of the catalogue. A word that the catalogue knows is read as it is. Two words
 * that it also writes as one ("mac book") are read both ways, or as one alone where no product has both. A word that it does
 * not know is read as its two parts ("dollhouse"), else as the nearest spellings, those first that occur with the rest of the
 * search; where it has synonyms, given or usual, as these alone. The name of a site is also read without its end ("startech"), a
 * whole number as the sizes near it (see `rounded-sizes.ts`).
 *
 * The last word may be half typed. One that the catalogue does not know is read as the words that begin with it; one that
 * it knows, too, where no product has all words as they are and some have all with such a word.
 *
 * @param words in the order of the search
 */
export function searchTerms(words: readonly Word[], terms: Terms): readonly SearchTerm[] {
  const knows = (name: string): boolean => terms.find(name) !== undefined;
  const joined = words.slice(1).map((word, k) => {
    // "startech com" is "startech.com", too. A stem has lost letters that stand within the compound, as in "mockingbird"; where
    // the search was read without its text, another word with the stem may have them.
    const { name, typed = name } = words[k];
    // "2 x 4" is no 24.
    if (NUMBER.test(name) && NUMBER.test(word.name)) return undefined;
    const first = typed === name ? [name, terms.wordOf(name)] : [typed];
    const wholes = first.flatMap((begin) => ['', '.'].map((mark) => begin + mark + word.name));
    // "Knöpfe Holz" are "Holzknöpfe".
    if (writesClosedCompounds(terms.language)) {
      for (const link of LINKS)
        wholes.push(typed + link + word.name, (word.typed ?? word.name) + link + name);
    }
    return wholes.map((whole) => stem(whole, terms.language)).find(knows);
  });
  const uses = (name: string): number => terms.find(name)?.items.length ?? 0;
  // "book case" in a shop of bookcases, where nothing has both words: a book-end and a storage case are not meant.
  const onlyJoined = joined.map((whole, k) => {
    if (whole === undefined) return false;
    const parts = [words[k].name, words[k + 1].name];
    const isRare = uses(whole) < LEAST_JOINED * Math.max(...parts.map(uses));
    return (
      !isRare &&
      productsWithAll(
        parts.map((part) => [part]),
        terms,
      ).length === 0
    );
  });
  const isUnit = (k: number): boolean =>
    k > 0 &&
    words[k].latest === true &&
    words[k - 1].latest === true &&
    NUMBER.test(words[k - 1].name) &&
    measureOf(words[k].name) !== undefined;
  const synonyms = synonymReadings(words, terms);
  const last = words.findLastIndex(({ latest }) => latest);
  // Those that are read without the others come first: what they are read as is the context of the rest.
  const read: SearchTerm[] = words.map((word, k) => {
    const isPart = onlyJoined[k - 1] === true || onlyJoined[k] === true;
    const readings: Reading[] = isPart ? [] : [{ stems: [word.name], share: 1 }];
    // Each of the two words counts for a part of the compound.
    for (const whole of [joined[k - 1], joined[k]]) {
      if (whole !== undefined) readings.push({ stems: [whole], share: JOINED });
    }
    const amount = AMOUNT.exec(word.name)?.slice(1);
    if (amount?.every(knows)) readings.push({ stems: amount, share: 0.5 });
    readings.push(...synonyms[k], ...compoundReadings(word, terms));
    const next = words[k + 1]?.latest === word.latest ? words[k + 1] : undefined;
    readings.push(...roundedSizes(word.name, next, terms));
    return { ...word, readings, isUnit: isUnit(k) };
  });
  const contextOf = (at: number): Context => {
    const others = read.flatMap(({ latest, readings }, k) => {
      const stems = readings.map((reading) => rarestOf(reading.stems, terms));
      return latest === true && k !== at && stems.some(knows) ? [stems] : [];
    });
    return { others, products: productsWithAll(others, terms) };
  };
  /** The words as they are spelt right. */
  const meant = [...words];
  for (let k = 0; k < read.length; k++) {
    const { name, readings, weight } = read[k];
    const isPlain = readings.length === 1 && joined[k - 1] === undefined && joined[k] === undefined;
    const isLast = k === last;
    const isUnknown = isPlain && !knows(name);
    const isRare = isPlain && !isUnknown && mayBeSlip(read[k], terms);
    if (!isUnknown && !isRare && !isLast) continue;
    const context = contextOf(k);
    const { further, isDoubted } = isUnknown
      ? unknownReadings(read[k], isLast, context, terms)
      : { further: knownReadings(read[k], isRare, isLast, context, terms), isDoubted: false };
    if (further.length === 0) continue;
    if (isUnknown && further[0].stems.length === 1) meant[k] = { ...words[k], name: further[0].stems[0] };
    read[k] = {
      ...read[k],
      readings: [...readings, ...further],
      weight: isDoubted ? DOUBTED * weight : weight,
    };
  }
  // "Wasing machine" is a washer, too.
  if (meant.some((word, k) => word !== words[k])) {
    const ofMeant = synonymReadings(meant, terms, (k) => meant[k] !== words[k]);
    for (const [k, readings] of ofMeant.entries()) {
      if (readings.length > 0) read[k] = { ...read[k], readings: [...read[k].readings, ...readings] };
    }
  }
  return read;
}

/** The further readings of a word that the catalogue knows. */
function knownReadings(
  word: SearchTerm,
  isRare: boolean,
  isLast: boolean,
  context: Context,
  terms: Terms,
): readonly Reading[] {
  const completions = isLast ? completionsOf(word, context, terms, true) : [];
  return completions.length > 0 || !isRare ? completions : slipReadings(word, isLast, context, terms);
}

/** Of the stems of a reading the one that tells most: "13.3" of 13.3 inches. */
const rarestOf = (stems: readonly string[], { find }: Terms): string =>
  stems.reduce((rarest, other) =>
    (find(other)?.items.length ?? 0) < (find(rarest)?.items.length ?? 0) ? other : rarest,
  );
