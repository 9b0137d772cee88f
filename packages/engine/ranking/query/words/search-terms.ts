import { measureOf } from '../../../catalogue/numbers/units.ts';
import { editDistance } from '../../../primitives/edit-distance.ts';
import { stem } from '../../../session/text/stemming.ts';
import { isUsualName } from '../../../session/text/usual-names.ts';
import { placeOf } from '../../indexing/inverted-index.ts';
import type { InvertedIndex } from '../../indexing/term-table.ts';
import { idfOf } from '../../indexing/text-relevance.ts';
import type { Synonym } from '../synonyms.ts';
import { usualSynonymsOf } from '../usual-synonyms.ts';
import { roundedSizes } from './rounded-sizes.ts';
import { productsHaving, productsWithAll } from './words-together.ts';

/** A stem and its decayed strength. */
export interface Word {
  readonly name: string;
  readonly weight: number;
  /** Of the last search, or of the query at hand. */
  readonly latest?: true;
  /** As it stands in that search; the stem where its text is not known. */
  readonly typed?: string;
  /** Its place there, stop words counted; `undefined` where the text is not known. */
  readonly at?: number | undefined;
}

/** The share of a word's weight that a correction of its spelling counts. Set by hand. */
const CORRECTED = 0.8;
/**
 * The share of its weight that a word keeps whose corrections occur with no other word of the search: "dorel vanity" means
 * no dowels. Set by hand.
 */
const DOUBTED = 0.3;
/**
 * A shorter stem says little of the word that was typed; then as many edits at most may lie between that and a word of its
 * correction, which may have another ending. Set by hand.
 */
const LEAST_STEM = 6;
const MOST_OF_TYPED = 4;
/** The least letters and products of two words that are spelt right as one, such as "backrest". Set by hand. */
const LEAST_WHOLE_PART = 4;
const FEWEST_OF_PART = 5;
/** The share that a word counts of which the beginning was typed. Set by hand. */
const COMPLETED = 0.8;
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
/** The most corrections of one word, and the most words that begin with one. Set by hand. */
const MOST_CORRECTIONS = 3;
const MOST_COMPLETIONS = 16;
/** A number and letters that are typed as one word: "5g" stands in texts as "5 g", too. */
const AMOUNT = /^(\d+(?:[.,]\d+)?)(\p{L}{1,4})$/u;
const NUMBER = /^\d+(?:[.,]\d+)?$/;
/** The least letters of each part of a compound. Set by hand: shorter ones are endings. */
const LEAST_PART = 3;

/** One way to read a word: a product has to have all of its stems. */
export interface Reading {
  readonly stems: readonly string[];
  /** Share of the word's weight that it counts, 0 to 1. */
  readonly share: number;
  /** Whether the stems have to stand one behind the other in titles. */
  readonly areTogether?: boolean;
  /** What a match is told as; the stems as the catalogue writes them, if not given. */
  readonly told?: string;
}

/** A word of a search, and the ways to read it. */
export interface SearchTerm extends Word {
  /** A unit behind a number of the same search: "volt" of "600 volt". */
  readonly isUnit?: boolean;
  readonly readings: readonly Reading[];
}

/** The parts of an inverted index that reading needs. */
export type Terms = Pick<
  InvertedIndex,
  | 'find'
  | 'near'
  | 'continuing'
  | 'isUnsearched'
  | 'wordOf'
  | 'language'
  | 'negators'
  | 'synonyms'
  | 'products'
  | 'whole'
  | 'table'
>;

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
    const first = typed === name ? [name, terms.wordOf(name)] : [typed];
    const wholes = first.flatMap((begin) => ['', '.'].map((mark) => begin + mark + word.name));
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
  const synonyms = synonymsIn(words, terms);
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
    if (synonyms[k] !== undefined) readings.push(...synonyms[k]);
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
  for (let k = 0; k < read.length; k++) {
    const { name, readings, weight } = read[k];
    const isJoined = joined[k - 1] !== undefined || joined[k] !== undefined;
    const isUnknown = !isJoined && readings.length === 1 && !knows(name);
    if (!isUnknown && k !== last) continue;
    const { further, isDoubted } = isUnknown
      ? unknownReadings(read[k], k === last, contextOf(k), terms)
      : { further: completionsOf(read[k], contextOf(k), terms, true), isDoubted: false };
    if (further.length === 0) continue;
    read[k] = {
      ...read[k],
      readings: [...readings, ...further],
      weight: isDoubted ? DOUBTED * weight : weight,
    };
  }
  return read;
}

/** Of the stems of a reading the one that tells most: "13.3" of 13.3 inches. */
const rarestOf = (stems: readonly string[], { find }: Terms): string =>
  stems.reduce((rarest, other) =>
    (find(other)?.items.length ?? 0) < (find(rarest)?.items.length ?? 0) ? other : rarest,
  );

/** What the other words of the search at hand that the catalogue knows are read as. */
interface Context {
  readonly others: readonly (readonly string[])[];
  /** The products that have all of them. */
  readonly products: readonly number[];
}

/** The readings of a word that the catalogue lacks, and whether nothing else of the search speaks for them. */
function unknownReadings(
  word: Word,
  isLast: boolean,
  context: Context,
  terms: Terms,
): { readonly further: readonly Reading[]; readonly isDoubted: boolean } {
  const { name } = word;
  const certain = (further: readonly Reading[]) => ({ further, isDoubted: false });
  // What stands in a link alone is spelt right, and so is a unit: it finds nothing, and the rest of the search answers.
  const isSpeltRight = terms.isUnsearched(name) || measureOf(name) !== undefined || isUsualName(name, terms);
  const completions = isLast && !isSpeltRight ? completionsOf(word, context, terms, false) : [];
  if (completions.length > 0) return certain(completions);
  const dotted = terms.continuing(name).filter((each) => each[name.length] === '.');
  if (dotted.length > 0) {
    return certain(dotted.slice(0, MOST_CORRECTIONS).map((each) => ({ stems: [each], share: 1 })));
  }
  const parts = partsOf(name, terms);
  if (parts !== undefined && isCompound(parts, context.products, terms)) {
    return certain([{ stems: parts, share: 0.5 }]);
  }
  if (isSpeltRight) return certain([]);
  const alike = spelledAlike(name).filter((each) => terms.find(each) !== undefined);
  const isWhole = parts?.every((part) => isWholePart(part, terms)) === true;
  const near = alike.length > 0 ? alike : nearWords(word, isWhole ? 1 : 2, terms);
  const meant = near.filter((each) => occursWith(each, context, terms));
  return {
    further: inContext(meant.length > 0 ? meant : near, context.products, terms)
      .slice(0, MOST_CORRECTIONS)
      .map((each) => ({ stems: [each], share: CORRECTED })),
    isDoubted: meant.length === 0,
  };
}

/** Whether a stem occurs with the other words of a search: with all, or with one where no product has all. */
function occursWith(stem: string, { others, products }: Context, terms: Terms): boolean {
  if (others.length === 0) return true;
  if (products.length > 0) return productsHaving(stem, products, terms) > 0;
  return others.some((stems) => productsWithAll([[stem], stems], terms).length > 0);
}

/**
 * The stems near a word. Short stems are near many others, so their words must be near what was typed, too: the stem of
 * "meditation" is near that of "merit".
 */
function nearWords({ name, typed = name }: Word, edits: number, terms: Terms): readonly string[] {
  const near = terms.near(name, edits, typed);
  if (name.length >= LEAST_STEM) return near;
  return near.filter((each) => editDistance(typed, terms.wordOf(each), MOST_OF_TYPED + 1) <= MOST_OF_TYPED);
}

/** Whether a part of a word is a word for itself, and no chance piece of a misspelling. */
const isWholePart = (part: string, { find }: Terms): boolean =>
  part.length >= LEAST_WHOLE_PART && (find(part)?.items.length ?? 0) >= FEWEST_OF_PART;

/**
 * The words that begin with a half typed one: those that occur with the rest of the search.
 *
 * @param isKnown the catalogue has the half typed word, too: what is whole is not continued where some product has all
 */
function completionsOf(
  { name, typed = name }: Word,
  { products: context }: Context,
  terms: Terms,
  isKnown: boolean,
): readonly Reading[] {
  if (isKnown && (context.length === 0 || productsHaving(name, context, terms) > 0)) return [];
  // The stem of "meditation" begins "mediterranean", too.
  const begins = (stem: string): boolean => stem.startsWith(typed) || terms.wordOf(stem).startsWith(typed);
  const continuing = terms.continuing(name).filter(begins);
  const fitting = inContext(continuing, context, terms, isKnown);
  return fitting.slice(0, MOST_COMPLETIONS).map((each) => ({ stems: [each], share: COMPLETED }));
}

/**
 * Of these stems, those that occur with the rest of the search, the most frequent first.
 *
 * @param only nothing where none does, rather than the most frequent of all
 */
function inContext(
  stems: readonly string[],
  context: readonly number[],
  terms: Terms,
  only = false,
): readonly string[] {
  const byCount = (countOf: (stem: string) => number): readonly string[] =>
    stems
      .map((text) => ({ text, count: countOf(text) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
      .map(({ text }) => text);
  const fitting = context.length === 0 ? [] : byCount((each) => productsHaving(each, context, terms));
  return fitting.length > 0 || only ? fitting : byCount((each) => terms.find(each)?.items.length ?? 0);
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
 * The stem of two words of a search that are typed as one elsewhere: "night stand" has the synonyms of "nightstand". They end the
 * search, or stand before a stop word, and no product has both: "car pet carrier" asks for no carpet.
 */
function wholeOf(words: readonly Word[], from: number, to: number, terms: Terms): readonly string[] {
  const [first, last, next] = [words[from], words[to], words[to + 1]];
  if (to !== from + 1 || first.latest !== last.latest) return [];
  const isEnd = next === undefined || next.latest !== last.latest || (next.at ?? 0) > (last.at ?? 0) + 1;
  if (!isEnd || productsWithAll([[first.name], [last.name]], terms).length > 0) return [];
  return [stem((first.typed ?? first.name) + last.name, terms.language)];
}

/**
 * Per word the synonyms of the phrases that it is part of, of which the catalogue knows all words; each word of a phrase
 * counts its part. A synonym that is rarer than what was searched for is worth no more, so that the word itself comes
 * first; where the catalogue lacks the word, all its synonyms are worth as much as the most frequent.
 */
function synonymsIn(words: readonly Word[], terms: Terms): readonly (Reading[] | undefined)[] {
  const found = new Array<Reading[] | undefined>(words.length);
  const { synonyms: usual } = usualSynonymsOf(terms);
  const ofShop = terms.synonyms;
  const longest = Math.max(ofShop?.longest ?? 0, usual.longest);
  for (let from = 0; from < words.length; from++) {
    const phrase: string[] = [];
    for (let to = from; to < Math.min(words.length, from + longest); to++) {
      phrase.push(words[to].name);
      const known: { readonly synonym: Synonym; readonly rarity: number }[] = [];
      const keys = [phrase.join(' '), ...wholeOf(words, from, to, terms)];
      const isGiven = keys.some((key) => ofShop?.isGiven(key) === true);
      for (const synonym of keys.flatMap((key) => [
        ...(ofShop?.find(key) ?? []),
        ...(isGiven ? [] : usual.find(key)),
      ])) {
        const rarity = rarityOf(synonym.stems, terms);
        if (rarity !== undefined) known.push({ synonym, rarity });
      }
      if (known.length === 0) continue;
      const worth = rarityOf(phrase, terms) ?? Math.min(...known.map(({ rarity }) => rarity));
      for (const { synonym, rarity } of known) {
        const share = (synonym.share * Math.min(1, worth / rarity)) / phrase.length;
        for (let k = from; k <= to; k++) {
          found[k] ??= [];
          found[k]!.push({ stems: synonym.stems, share, told: `${synonym.phrase} (for ${synonym.of})` });
        }
      }
    }
  }
  return found;
}

/** Whether two parts are meant as one word: some product has both, and the rest of the search where some product has that. */
function isCompound(parts: readonly string[], context: readonly number[], terms: Terms): boolean {
  const having = productsWithAll(
    parts.map((part) => [part]),
    terms,
  );
  return (
    having.length > 0 && (context.length === 0 || having.some((product) => placeOf(product, context) >= 0))
  );
}

/** Other spellings of the same sound: "grafic" is "graphic", which is too far by its letters. */
const spelledAlike = (name: string): readonly string[] =>
  [name.replaceAll('f', 'ph'), name.replaceAll('ph', 'f')].filter((each) => each !== name);

/** A word without the ending that its stem has lost, where the ending may be the end of its second part. */
const ENDINGS = ['', 'ed', 'ing', 'es', 's'];

/** The two words that a word is made of: "sofabed", whose stem is "sofab", is made of "sofa" and "bed". */
function partsOf(name: string, terms: Terms): readonly string[] | undefined {
  for (const ending of ENDINGS) {
    const whole = name + ending;
    const parts = ending === '' || stem(whole, terms.language) === name ? partsIn(whole, terms) : undefined;
    if (parts !== undefined) return parts;
  }
  return undefined;
}

/** The two words that a word is made of, both of which the catalogue knows: those of the most products. */
function partsIn(name: string, { find, language }: Terms): readonly string[] | undefined {
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
