import type { Language } from '../../languages/language-pack.ts';
import { measuredWordsOf } from '../text/amounts/measure-words.ts';
import { attributeAndValue } from '../text/names.ts';
import { stem } from '../text/stemming.ts';
import { foldText } from '../text/tokens.ts';
import type { InterestKind, Keywords, NamedInterest, Profile } from '../types.ts';

type Interests = Profile['interests'];

/** The interests that name a value. */
const NAMING = ['category', 'brand', 'attribute'] as const satisfies readonly InterestKind[];
export type NamingKind = (typeof NAMING)[number];

/** The stems of what an interest is in, without the attribute that it is a value of. */
function stemsOf(kind: NamingKind, name: string, language: Language | undefined): string[] {
  const value = kind === 'attribute' ? attributeAndValue(name)[1] : name;
  return measuredWordsOf(foldText(value), language).map((word) => stem(word, language));
}

/** The list without the interests that go; the list itself where none does. */
function without(
  list: readonly NamedInterest[],
  goes: (interest: NamedInterest) => boolean,
): readonly NamedInterest[] {
  return list.some(goes) ? list.filter((interest) => !goes(interest)) : list;
}

/**
 * Takes back interests in values that a search at time `at` negates: after "white", "not white" means that white is not
 * wanted any more. Of a value of several words at least one is negated and the search is about the others: "chocolate,
 * not milk chocolate" takes back milk chocolate, "not milk" alone does not.
 */
export function afterSearch(interests: Interests, read: Keywords, at: number): Interests {
  const { stems, negated, language } = read;
  if (negated.length === 0) return interests;
  const refused = new Set(negated);
  const said = new Set([...negated, ...stems]);
  const after: { -readonly [K in InterestKind]: Interests[K] } = { ...interests };
  for (const kind of NAMING) {
    after[kind] = without(interests[kind], (interest) => {
      if (interest.at > at) return false;
      const words = stemsOf(kind, interest.name, language);
      return words.some((word) => refused.has(word)) && words.every((word) => said.has(word));
    });
  }
  return after;
}

/**
 * The negated words without those of an interest that the shopper names at time `at`.
 *
 * @param language whose stems the words are
 */
export function afterNaming(
  refused: Interests['negatedKeyword'],
  kind: NamingKind,
  name: string,
  at: number,
  language: Language | undefined,
): typeof refused {
  if (refused.length === 0) return refused;
  const words = stemsOf(kind, name, language);
  return without(refused, (interest) => interest.at <= at && words.includes(interest.name));
}
