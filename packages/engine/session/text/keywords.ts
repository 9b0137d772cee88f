import { keptResults } from '../../primitives/kept-results.ts';
import type { Keywords } from '../types.ts';
import { measuredWordsOf } from './amounts/measure-words.ts';
import { readPrices } from './amounts/price-parser.ts';
import { readAmounts } from './amounts/quantity-parser.ts';
import {
  carriesNegationOn,
  idiomAt,
  isFiller,
  isNegator,
  joinNegators,
  mayNegate,
  negatesNext,
  negatesPrevious,
  type Reader,
} from './negation.ts';
import { AMBIGUOUS_NEGATORS, ANY_LANGUAGE, type ShopLanguage } from './shop-language.ts';
import { stem } from './stemming.ts';
import { plainTerms, stopWordsFor, type Term } from './stop-words.ts';
import { foldText } from './tokens.ts';
import { EMPTY_VOCABULARY, type Found, phraseAt, type Vocabulary, wordAt } from './vocabulary.ts';

/** The words of a text, sorted; each list in the order of the text. */
interface Scanned {
  readonly wanted: readonly Found[];
  readonly negated: readonly Found[];
  readonly stopWords: readonly string[];
}

function scan(
  words: readonly string[],
  stems: readonly string[],
  vocabulary: Vocabulary,
  reader: Reader,
): Scanned {
  const stops = stopWordsFor(words, vocabulary.language);
  const wanted: Found[] = [];
  const negated: Found[] = [];
  const stopWords: string[] = [];
  let negating = false;
  // Where the last of `wanted` ends.
  let wantedTo = -1;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    const value = phraseAt(words, stems, at, vocabulary);
    // A value that is a negator alone ("senza") is none where something follows that it negates.
    const isNegation =
      value?.length === 1 && at + 1 < words.length && negatesNext(words, at, reader, vocabulary);
    const phrase = isNegation && isNegator(word) ? undefined : value;
    if (phrase === undefined) {
      const idiom = idiomAt(words, at);
      if (idiom !== undefined) {
        wanted.push({ stems: [idiom], words: words.slice(at, at + 2), phrases: [], length: 2, at });
        at += 2;
        continue;
      }
      if (negatesNext(words, at, reader, vocabulary)) {
        // A text is also found by the word itself, or nobody would find "Sin City".
        if (reader === 'text' && AMBIGUOUS_NEGATORS.has(word)) wanted.push(wordAt(words, stems, at));
        negating = true;
        at++;
        continue;
      }
      if (negating && isFiller(word)) {
        at++;
        continue;
      }
      if (wantedTo === at && negatesPrevious(words, at)) {
        negated.push(wanted.pop()!);
        at++;
        continue;
      }
      if (stops.has(word)) {
        stopWords.push(word);
        at++;
        continue;
      }
    }
    const found = phrase ?? wordAt(words, stems, at);
    (negating ? negated : wanted).push(found);
    at += found.length;
    if (!negating) wantedTo = at;
    negating = negating && at < words.length && carriesNegationOn(words[at]);
    if (negating) at++;
  }
  return { wanted, negated, stopWords };
}

/** What a search says of prices and sizes, and its other words. */
function withoutNumbers(query: string, { language, measured }: Vocabulary) {
  const { range, rest: unpriced } = readPrices(joinNegators(foldText(query)));
  const { matched, rest } = readAmounts(unpriced, measured, isNegator);
  return { range, quantities: matched, words: measuredWordsOf(rest, language) };
}

/** Reads what searches say. */
export type SearchReader = (search: string) => Keywords;

/** A search as it is read by its text and the values of the catalogue alone. */
export interface SearchText {
  readonly keywords: Keywords;
  /** The words that are wanted, each with its place among all, without the words of prices and limits. */
  readonly terms: readonly Term[];
  /** The quantities among the values that it names. */
  readonly quantities: Keywords['matched'];
  /** Distinct, without those of prices and sizes ("under 50") and those that negate. */
  readonly stopWords: readonly string[];
}

/**
 * Searches that are kept of one catalogue, and where none reads them: a session is read with each call, and a ranking asks for its
 * pages, facets and matches one after the other. Set by hand.
 */
export const MAX_KEPT = 1024;
const kept = keptResults<Vocabulary, Keywords>(MAX_KEPT);

/** Reads searches with a vocabulary alone. */
export const readerWith =
  (vocabulary: Vocabulary): SearchReader =>
  (search) =>
    kept(vocabulary, search, (typed) => readSearch(typed, vocabulary).keywords);

/** Reads searches of a shop without a catalogue. */
export const readPlainly = readerWith(EMPTY_VOCABULARY);

/**
 * Reads the words of a search: those that carry meaning, the values of the catalogue among them ("navy blue" → colour,
 * "27 inch" → screen size), the price range, and what is not wanted. Phrases of the catalogue are recognised before
 * stop words are dropped, so that a shop that sells a "Now" or a "hat" finds it. A search of nothing but stop words
 * keeps them.
 *
 * @param query as typed, at most some hundred characters
 */
export function readSearch(query: string, vocabulary: Vocabulary = EMPTY_VOCABULARY): SearchText {
  const { language } = vocabulary;
  const { range, quantities, words } = withoutNumbers(query, vocabulary);
  const stems = words.map((word) => stem(word, language));
  const { wanted, negated, stopWords } = scan(words, stems, vocabulary, 'query');
  const isEmpty =
    wanted.length === 0 && negated.length === 0 && range === undefined && quantities.length === 0;
  const kept = isEmpty
    ? stopWords.map(
        (word, at): Found => ({ stems: [stem(word, language)], words: [word], phrases: [], length: 1, at }),
      )
    : wanted;
  const measured = new Set(quantities.map(({ attribute }) => attribute));
  const terms = kept.flatMap((found) => termsInTexts(found, vocabulary));
  const keywords: Keywords = {
    keywords: distinct(kept.flatMap((found) => found.words)),
    stems: distinct(terms.map(({ stem }) => stem)),
    matched: [
      ...quantities,
      ...kept.flatMap((found) =>
        found.phrases
          .filter(({ attribute }) => !measured.has(attribute))
          .map(({ said, ...phrase }) => ({ keyword: found.words.join(' '), ...phrase })),
      ),
    ],
    negated: distinct(unwantedStems(kept, negated)),
    ...(language === ANY_LANGUAGE.language ? {} : { language }),
    ...(range === undefined ? {} : { priceRange: range }),
  };
  const stops = stopWordsFor(words, language);
  return {
    keywords,
    terms,
    quantities,
    stopWords: distinct(words.filter((word) => stops.has(word) && !isNegator(word))),
  };
}

/**
 * The terms by which texts are found that have what was found: a value such as "senza glutine" stands in them as
 * {@link withoutTerm}("glutine"), and "The North Face" without its stop word.
 */
const termsInTexts = ({ stems, words, phrases, at }: Found, shop: ShopLanguage): readonly Term[] =>
  words.length > 1 && phrases.length > 0
    ? textTerms(words.join(' '), shop).map((term) => ({ ...term, at: at + term.at }))
    : stems.map((stem) => ({ stem, word: words.join(' '), at }));

/** Stems of what is negated, without those that the search wants too: "chocolate, not milk chocolate" has "milk". */
function unwantedStems(kept: readonly Found[], negated: readonly Found[]): string[] {
  const wanted = new Set(kept.flatMap(({ stems }) => stems));
  return negated.flatMap(({ stems }) => {
    const others = stems.filter((stem) => !wanted.has(stem));
    return others.length > 0 ? others : stems;
  });
}

/** The term of a text that has to be without something: "sugar-free" has no sugar, and says so. */
export const withoutTerm = (stemmed: string): string => `-${stemmed}`;

/**
 * The terms of a product's text, or of the query of another shopper, with repetitions and without stop words. What a
 * text negates is not in it: "sugar-free gum" and "gum without sugar" have {@link withoutTerm}("sugar") instead of
 * "sugar".
 */
export function textTerms(text: string, { language, negators }: ShopLanguage = ANY_LANGUAGE): Term[] {
  const words = measuredWordsOf(joinNegators(foldText(text)), language);
  if (!mayNegate(words)) return plainTerms(words, language);
  const stems = words.map((word) => stem(word, language));
  const { wanted, negated } = scan(words, stems, { ...EMPTY_VOCABULARY, language, negators }, 'text');
  if (wanted.length === 0 && negated.length === 0) return plainTerms(words, language);
  // Without a vocabulary each finding has one stem.
  const termOf = ({ stems: [own], words: found, at }: Found): Term => ({
    stem: own,
    word: found.join(' '),
    at,
  });
  return [
    ...wanted.map(termOf),
    ...negated
      .map(termOf)
      .map(({ stem, word, at }) => ({ stem: withoutTerm(stem), word: `without ${word}`, at })),
  ];
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];
