import { strength } from '../../session/profile/decay.ts';
import { afterSearch } from '../../session/profile/interest-retraction.ts';
import { extractKeywords, withoutTerm } from '../../session/text/keywords.ts';
import { interestName } from '../../session/text/names.ts';
import { stem } from '../../session/text/stemming.ts';
import { EMPTY_VOCABULARY } from '../../session/text/vocabulary.ts';
import type { Keywords, NamedInterest, PriceFilter, Profile } from '../../session/types.ts';
import { type Column, measuredIn } from '../indexing/column.ts';
import type { InvertedIndex } from '../indexing/inverted-index.ts';
import { weakenSuperseded } from './intent-shift.ts';

/** A stem, and how strongly it is wanted or turned away now. */
export interface Word {
  readonly name: string;
  readonly weight: number;
}

/** What a session searched for, the query at hand included. No stem is both wanted and turned away. */
export interface SessionQuery {
  readonly words: readonly Word[];
  readonly excluded: readonly Word[];
  /** The price range that was asked for last. */
  readonly priceFilter: PriceFilter | undefined;
  /** What the session named: less of what it turned from, nothing of what the query at hand turns away. */
  readonly interests: Profile['interests'];
  /** The stems of the query at hand, where it names sizes. */
  readonly measuredBy: readonly string[] | undefined;
}

/** What a query is read with. */
interface Read {
  readonly terms: AskedTerms;
  readonly columns: readonly Column[];
}

const readQuery = (query: string, { terms, columns }: Read): Keywords =>
  extractKeywords(query, {
    ...EMPTY_VOCABULARY,
    language: terms.language,
    negators: terms.negators,
    measured: measuredIn(columns),
  });

/** What a session named, after a query: without what that turns away, and with the sizes that it names. */
function afterQuery(
  interests: Profile['interests'],
  read: Keywords,
  at: number,
  step: number,
): Profile['interests'] {
  const after = afterSearch(interests, read, at);
  if (read.matched.length === 0) return after;
  const named = read.matched.map(({ attribute, value }) => ({
    name: interestName(`${attribute}=${value}`),
    short: 1,
    long: 1,
    at,
    step,
  }));
  const others = after.attribute.filter(({ name }) => !named.some((known) => known.name === name));
  return { ...after, attribute: [...others, ...named] };
}

type AskedTerms = Pick<InvertedIndex, 'find' | 'language' | 'negators'>;

/**
 * A word of a session as the catalogue's language has it. What came while the catalogue was not read yet, or was in
 * another language, has English endings off and may have its own still: "schuhe".
 */
const stemIn = ({ language, find }: AskedTerms, name: string): string =>
  language === 'eng' || find(name) !== undefined ? name : stem(name, language);

/**
 * Reads the session's own words, and those of the query at hand as just said. Of a stem that was wanted at one time and
 * turned away at another, what was said last holds: "boots not leather", then "leather boots".
 *
 * @param index the catalogue, or the list at hand: by its language, and what its columns measure, the query is read
 */
export function sessionQueryOf(
  profile: Profile,
  now: number,
  query: string | undefined,
  index: Read,
): SessionQuery {
  const { terms } = index;
  const read = query === undefined ? undefined : readQuery(query, index);
  const interests = weakenSuperseded(profile.interests, read !== undefined && read.stems.length > 0);
  const { keyword, negatedKeyword } = interests;
  const words = new Map<string, number>();
  const refused = new Map<string, number>();
  const worth = (interest: NamedInterest): number => strength(interest, now, profile.step);
  for (const interest of keyword) words.set(stemIn(terms, interest.name), worth(interest));
  for (const interest of negatedKeyword) {
    const wanted = keyword.find(({ name }) => name === interest.name);
    if (wanted !== undefined && wanted.step > interest.step) continue;
    const name = stemIn(terms, interest.name);
    words.delete(name);
    refused.set(name, worth(interest));
  }
  for (const name of read?.stems ?? []) {
    words.set(name, Math.max(1, words.get(name) ?? 0));
    refused.delete(name);
  }
  for (const name of read?.negated ?? []) {
    refused.set(name, Math.max(1, refused.get(name) ?? 0));
    words.delete(name);
  }
  const range = read?.priceRange;
  return {
    words: listed(words),
    excluded: listed(refused),
    priceFilter: range === undefined ? profile.priceFilter : { ...range, at: now, step: profile.step },
    interests: read === undefined ? interests : afterQuery(interests, read, now, profile.step + 1),
    measuredBy: read !== undefined && read.matched.length > 0 ? read.stems : undefined,
  };
}

/** The terms by which candidates are looked up for what a session searched for. */
export function queryTerms(profile: Profile, query: string | undefined, index: Read): ReadonlySet<string> {
  const { words, excluded: refused } = sessionQueryOf(profile, profile.lastSeenAt, query, index);
  const names = [...words, ...refused].map(({ name }) => name);
  return new Set([...names, ...refused.map(({ name }) => withoutTerm(name))]);
}

const listed = (words: ReadonlyMap<string, number>): Word[] =>
  [...words].map(([name, weight]) => ({ name, weight }));
