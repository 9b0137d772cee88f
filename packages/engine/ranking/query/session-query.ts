import { strength } from '../../session/profile/decay.ts';
import { afterSearch } from '../../session/profile/interest-retraction.ts';
import { searchAt, searchSignalOf } from '../../session/profile/typed-searches.ts';
import { extractKeywords, stopWordsOf, textTerms, withoutTerm } from '../../session/text/keywords.ts';
import { withNegatorsSpelt } from '../../session/text/misspelt-negators.ts';
import { interestName } from '../../session/text/names.ts';
import { stem } from '../../session/text/stemming.ts';
import { stopWordTerm, type Term } from '../../session/text/stop-words.ts';
import { EMPTY_VOCABULARY, type Vocabulary } from '../../session/text/vocabulary.ts';
import type { Keywords, NamedInterest, PriceFilter, Profile } from '../../session/types.ts';
import type { Column } from '../indexing/column.ts';
import { measuredIn } from '../indexing/number-columns.ts';
import type { SynonymRule } from '../indexing/synonyms.ts';
import { nounPhraseOf } from '../indexing/titles/noun-phrase.ts';
import { audienceStems } from './audience.ts';
import { lastStepOf, weakenSuperseded } from './intent-shift.ts';
import { excludedStem } from './words/excluded-words.ts';
import { withoutPartedLetters } from './words/parted-letters.ts';
import type { Terms, Word } from './words/reading.ts';
import { searchTerms } from './words/search-terms.ts';
import { withCodes } from './words/typed-codes.ts';

/** The explicit intent of a session, including the current query. No stem is both wanted and excluded. */
export interface SessionQuery {
  readonly words: readonly Word[];
  readonly excluded: readonly Word[];
  /** The last price range. */
  readonly priceFilter: PriceFilter | undefined;
  /** The search that the price range was read from, as a signal; `undefined` where it was sent as a filter. */
  readonly priceSearch: string | undefined;
  /** The current query; `undefined` without one. */
  readonly query: string | undefined;
  /** The named interests: superseded ones weakened, those that the current query negates removed. */
  readonly interests: Profile['interests'];
  /** The stems of the current query; empty without one. */
  readonly stems: readonly string[];
  /**
   * The stems of the noun phrase that the latest search begins with, in its order: "door knob" of "door knobs with locks".
   * Empty where its text is not known.
   */
  readonly asked: readonly string[];
  /** Whether a word of purpose follows these: "motherboard for ryzen". */
  readonly saysPurpose: boolean;
  /** The term of the products that the search at hand names in full: by id, code or title. They are found before all others. */
  readonly named: string | undefined;
  /** The search at hand as it was typed; empty where that is not known. */
  readonly searchText: string;
  /** The terms of the stop words of the search at hand. */
  readonly stopWords: readonly string[];
  /** The stems of the current query if it names quantities, such as "16 gb". */
  readonly quantityStems: readonly string[] | undefined;
}

/** The parts of an index that a query is parsed with. */
interface QueryIndex {
  readonly terms: Terms;
  readonly columns: readonly Column[];
}

const vocabularyOf = ({ terms, columns }: QueryIndex): Vocabulary => ({
  ...EMPTY_VOCABULARY,
  language: terms.language,
  negators: terms.negators,
  measured: measuredIn(columns),
});

/** The named interests after a query: without those that it negates, with the quantities that it names. */
function afterQuery(
  interests: Profile['interests'],
  parsed: Keywords,
  at: number,
  step: number,
): Profile['interests'] {
  const after = afterSearch(interests, parsed, at);
  if (parsed.matched.length === 0) return after;
  const named = parsed.matched.map(({ attribute, value }) => ({
    name: interestName(`${attribute}=${value}`),
    short: 1,
    long: 1,
    at,
    step,
  }));
  const others = after.attribute.filter(({ name }) => !named.some((known) => known.name === name));
  return { ...after, attribute: [...others, ...named] };
}

/**
 * A stem of the session in the language of the catalogue. Words that were sent before the catalogue was read, or
 * while it had another language, were stemmed as English and may still carry endings of their language, such as
 * "schuhe".
 */
const stemIn = ({ language, find }: Terms, name: string): string =>
  language === 'eng' || find(name) !== undefined ? name : stem(name, language);

/**
 * Reads the words and interests of a session, with those of the current query as the latest. If a stem was wanted and
 * negated at different times, the later statement applies: "boots not leather", then "leather boots".
 *
 * @param now ms since the epoch
 * @param index the catalogue or the candidate set: its language and its measured columns decide how the query is
 *   parsed
 */
export function sessionQueryOf(
  profile: Profile,
  now: number,
  query: string | undefined,
  index: QueryIndex,
): SessionQuery {
  const { terms } = index;
  const vocabulary = vocabularyOf(index);
  const last = lastStepOf(profile.interests.keyword);
  const asTyped = query ?? profile.searches?.findLast(({ step }) => step === last)?.text;
  const sent = asTyped && withNegatorsSpelt(asTyped, terms.language);
  const ofSearch = sent === undefined ? undefined : withCodes(withoutPartedLetters(sent, terms), terms);
  const search = ofSearch?.text;
  const named = ofSearch?.named;
  const parsed =
    query === undefined || search === undefined
      ? undefined
      : named === undefined
        ? extractKeywords(search, vocabulary)
        : asName(search, vocabulary);
  /** Whether it was read from the search at hand when that was sent, which names a product and says nothing else. */
  const isOfName = (step: number): boolean => query === undefined && named !== undefined && step === last;
  const interests = weakenSuperseded(profile.interests, parsed !== undefined && parsed.stems.length > 0);
  const { keyword, negatedKeyword } = interests;
  const words = new Map<string, number>();
  const excluded = new Map<string, number>();
  const weightOf = (interest: NamedInterest): number => strength(interest, now, profile.step);
  for (const interest of keyword) words.set(stemIn(terms, interest.name), weightOf(interest));
  for (const interest of negatedKeyword) {
    const wanted = keyword.find(({ name }) => name === interest.name);
    if (isOfName(interest.step) || (wanted !== undefined && wanted.step > interest.step)) continue;
    const name = excludedStem(stemIn(terms, interest.name), terms);
    words.delete(name);
    excluded.set(name, weightOf(interest));
  }
  for (const name of parsed?.stems ?? []) {
    words.set(name, Math.max(1, words.get(name) ?? 0));
    excluded.delete(name);
  }
  for (const negated of parsed?.negated ?? []) {
    const name = excludedStem(negated, terms);
    excluded.set(name, Math.max(1, excluded.get(name) ?? 0));
    words.delete(name);
  }
  const range = parsed?.priceRange;
  const latest = new Set(
    parsed !== undefined && parsed.stems.length > 0
      ? parsed.stems
      : keyword.flatMap(({ name, step }) => (step === last ? stemIn(terms, name) : [])),
  );
  const typedIn = (text: string | undefined): Map<string, Term> =>
    new Map(text === undefined ? [] : textTerms(text, terms).map((term) => [term.stem, term]));
  const typed = typedIn(search);
  let read = words;
  if (query === undefined && search !== sent) {
    // The words of an earlier request were read without a catalogue that knows the whole.
    const apart = typedIn(sent);
    const parts = [...apart.keys()].filter((name) => !typed.has(name) && latest.has(name));
    const wholes = [...typed.keys()].filter((name) => !apart.has(name));
    read = inPlaceOf(parts, wholes, words);
    for (const name of wholes) latest.add(name);
  }
  const [earlier, latestWords] = [false, true].map((isLatest) =>
    weightedWords(read).filter(({ name }) => latest.has(name) === isLatest),
  );
  // An earlier search may have had some of its words, in another order.
  const inOrder = latestWords
    .map((word) => {
      const term = typed.get(word.name);
      return {
        ...word,
        latest: true as const,
        typed: ofSearch?.typed.get(word.name) ?? term?.word ?? word.name,
        at: term?.at,
      };
    })
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const priceFilter =
    profile.priceFilter && !isOfName(profile.priceFilter.step) ? profile.priceFilter : undefined;
  const phrase = search === undefined ? undefined : nounPhraseOf(search, terms);
  return {
    words: [...earlier, ...inOrder],
    excluded: weightedWords(excluded),
    priceFilter: range === undefined ? priceFilter : { ...range, at: now, step: profile.step },
    priceSearch:
      query !== undefined && range !== undefined
        ? searchSignalOf(query.trim())
        : priceFilter && searchAt(profile, priceFilter.step),
    query,
    interests: parsed === undefined ? interests : afterQuery(interests, parsed, now, profile.step + 1),
    stems: parsed?.stems ?? [],
    asked: phrase?.stems ?? [],
    saysPurpose: phrase?.end === 'purpose',
    named,
    searchText: asTyped?.trim() ?? '',
    stopWords: search === undefined ? [] : stopWordsOf(search, vocabulary).map(stopWordTerm),
    quantityStems: parsed !== undefined && parsed.matched.length > 0 ? parsed.stems : undefined,
  };
}

/** A search that names a product: nothing in it is a price or an exclusion, and its words are those of its title. */
function asName(text: string, vocabulary: Vocabulary): Keywords {
  const { negated, priceRange, ...read } = extractKeywords(text, vocabulary);
  if (negated.length === 0 && priceRange === undefined) return { ...read, negated };
  return { ...read, stems: textTerms(text, vocabulary).map(({ stem }) => stem), negated: [] };
}

/** The rules of the shop's synonyms that can apply to a session and the current query. */
export function synonymRulesFor(
  profile: Profile,
  query: string | undefined,
  index: QueryIndex,
): readonly SynonymRule[] {
  const { synonyms, language } = index.terms;
  if (synonyms === undefined) return [];
  const { words } = sessionQueryOf(profile, profile.lastSeenAt, query, index);
  // A list may lack a word that the catalogue has, whose stem it then stems again.
  return synonyms.rulesFor(words.flatMap(({ name }) => [name, stem(name, language)]));
}

/** The terms by which candidates are indexed for the words of a session and the current query. */
export function queryTerms(
  profile: Profile,
  query: string | undefined,
  index: QueryIndex,
): ReadonlySet<string> {
  const { words, excluded, named, stopWords } = sessionQueryOf(profile, profile.lastSeenAt, query, index);
  const names = [
    ...(named === undefined ? [] : [named]),
    ...stopWords,
    ...searchTerms(words, index.terms).flatMap(({ readings }) => readings.flatMap(({ stems }) => stems)),
    ...excluded.map(({ name }) => name),
    ...audienceStems(words, index.terms),
  ];
  return new Set([...names, ...excluded.map(({ name }) => withoutTerm(name))]);
}

/** Words with others in the place and with the weight of their parts. */
function inPlaceOf(
  parts: readonly string[],
  wholes: readonly string[],
  words: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map(
    [...words].flatMap(([name, weight]): [string, number][] => {
      if (name === parts[0]) return wholes.map((whole) => [whole, weight]);
      return parts.includes(name) ? [] : [[name, weight]];
    }),
  );
}

const weightedWords = (words: ReadonlyMap<string, number>): Word[] =>
  [...words].map(([name, weight]) => ({ name, weight }));
