import { strength } from '../../session/profile/decay.ts';
import { afterSearch } from '../../session/profile/interest-retraction.ts';
import { searchAt, searchSignalOf } from '../../session/profile/typed-searches.ts';
import { withoutTerm } from '../../session/text/keywords.ts';
import { interestName } from '../../session/text/names.ts';
import { stem } from '../../session/text/stemming.ts';
import type { Keywords, NamedInterest, PriceFilter, Profile } from '../../session/types.ts';
import type { SynonymRule } from '../indexing/synonyms.ts';
import { audienceStems } from './audience.ts';
import { weakenSuperseded } from './intent-shift.ts';
import { lastStepOf } from './named-values.ts';
import { type ParsedQuery, parsedQueryOf, type QueryIndex } from './parsed-query.ts';
import type { Word } from './words/reading.ts';
import { searchTerms } from './words/search-terms.ts';

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
  /** The latest search; `undefined` where its text is not known. */
  readonly search: ParsedQuery | undefined;
  /** The stems of the current query if it names quantities, such as "16 gb". */
  readonly quantityStems: readonly string[] | undefined;
}

/** The named interests after a query: without those that it negates, with the quantities that it names. */
function afterQuery(
  interests: Profile['interests'],
  { keywords, quantities }: ParsedQuery,
  at: number,
  step: number,
): Profile['interests'] {
  const after = afterSearch(interests, keywords, at);
  if (quantities.length === 0) return after;
  const named = quantities.map(({ attribute, value }) => ({
    name: interestName(`${attribute}=${value}`),
    short: 1,
    long: 1,
    at,
    step,
  }));
  const others = after.attribute.filter(({ name }) => !named.some((known) => known.name === name));
  return { ...after, attribute: [...others, ...named] };
}

/** What a session asks for, and what it turns away: stems with their weights. */
function wordsAsked(
  { keyword, negatedKeyword }: Profile['interests'],
  parsed: Keywords | undefined,
  weightOf: (interest: NamedInterest) => number,
) {
  const wanted = new Map<string, number>();
  const excluded = new Map<string, number>();
  for (const interest of keyword) wanted.set(interest.name, weightOf(interest));
  for (const interest of negatedKeyword) {
    const asked = keyword.find(({ name }) => name === interest.name);
    if (asked !== undefined && asked.step > interest.step) continue;
    wanted.delete(interest.name);
    excluded.set(interest.name, weightOf(interest));
  }
  for (const name of parsed?.stems ?? []) {
    wanted.set(name, Math.max(1, wanted.get(name) ?? 0));
    excluded.delete(name);
  }
  for (const name of parsed?.negated ?? []) {
    excluded.set(name, Math.max(1, excluded.get(name) ?? 0));
    wanted.delete(name);
  }
  return { wanted, excluded };
}

/** The words of earlier searches, and behind them those of the latest one in its order, as they stand in it. */
function inOrder(
  wanted: ReadonlyMap<string, number>,
  latest: ReadonlySet<string>,
  search: ParsedQuery | undefined,
): readonly Word[] {
  const { typed, said } = search ?? {};
  const [earlier, ofSearch] = [false, true].map((isLatest) =>
    weightedWords(wanted).filter(({ name }) => latest.has(name) === isLatest),
  );
  // An earlier search may have had some of its words, in another order.
  const placed = ofSearch.map((word) => {
    const term = typed?.get(word.name);
    const or = said?.alternatives.find((group) => group.includes(word.name));
    const at = term?.at;
    return {
      ...word,
      latest: true as const,
      typed: term?.word ?? word.name,
      at,
      ...(or !== undefined && { or }),
    };
  });
  return [...earlier, ...placed.sort((a, b) => (a.at ?? 0) - (b.at ?? 0))];
}

/**
 * Reads the words and interests of a session, with those of the current query as the latest. If a stem was wanted and
 * negated at different times, the later statement applies: "boots not leather", then "leather boots".
 *
 * @param profile as it was read with the same catalogue
 * @param now ms since the epoch
 * @param index the catalogue or the candidate set
 */
export function sessionQueryOf(
  profile: Profile,
  now: number,
  query: string | undefined,
  index: QueryIndex,
): SessionQuery {
  const asked = query === undefined ? undefined : parsedQueryOf(query, index);
  const parsed = asked?.keywords;
  const interests = weakenSuperseded(profile.interests, parsed !== undefined && parsed.stems.length > 0);
  const { keyword } = interests;
  const weightOf = (interest: NamedInterest): number => strength(interest, now, profile.step);
  const last = lastStepOf(keyword);
  const text = query ?? profile.searches?.findLast(({ step }) => step === last)?.text;
  const search = asked ?? (text === undefined ? undefined : parsedQueryOf(text, index));
  const { wanted, excluded } = wordsAsked(interests, parsed, weightOf);
  const latest = new Set(
    parsed !== undefined && parsed.stems.length > 0
      ? parsed.stems
      : keyword.flatMap(({ name, step }) => (step === last ? name : [])),
  );
  const range = parsed?.priceRange;
  const { priceFilter } = profile;
  return {
    words: inOrder(wanted, latest, search),
    excluded: weightedWords(excluded),
    priceFilter: range === undefined ? priceFilter : { ...range, at: now, step: profile.step + 1 },
    priceSearch:
      query !== undefined && range !== undefined
        ? searchSignalOf(query.trim())
        : priceFilter && searchAt(profile, priceFilter.step),
    query,
    interests: asked === undefined ? interests : afterQuery(interests, asked, now, profile.step + 1),
    stems: parsed?.stems ?? [],
    search,
    quantityStems: asked !== undefined && asked.quantities.length > 0 ? asked.keywords.stems : undefined,
  };
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
  const { words, excluded, search } = sessionQueryOf(profile, profile.lastSeenAt, query, index);
  const names = [
    ...(search?.named === undefined ? [] : [search.named]),
    ...(search?.stopWords ?? []),
    ...searchTerms(words, index.terms).flatMap(({ readings }) => readings.flatMap(({ stems }) => stems)),
    ...excluded.map(({ name }) => name),
    ...audienceStems(words, index.terms),
  ];
  return new Set([...names, ...excluded.map(({ name }) => withoutTerm(name))]);
}

const weightedWords = (words: ReadonlyMap<string, number>): Word[] =>
  [...words].map(([name, weight]) => ({ name, weight }));
