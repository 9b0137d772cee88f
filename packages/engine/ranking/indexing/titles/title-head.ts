import { type ShopLanguage, saysPurpose, standsHeadFirst } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { stopWordsFor } from '../../../session/text/stop-words.ts';
import { foldText, wordsOf } from '../../../session/text/tokens.ts';
import { phrasesOf } from './title-parts.ts';

/** Share of the titles that begin with a word in which it is said what the thing is for, and how many at least. Set by hand. */
const LEAST_FOR_OTHERS = 0.5;
const FEWEST_FOR_OTHERS = 5;

/**
 * The stems that titles begin with where the thing is for others: where most covers are a "Cover for armchair", a "Cover
 * 3-seat sofa" is no sofa.
 */
export function thingsForOthers(titles: Iterable<string>, { language }: ShopLanguage): ReadonlySet<string> {
  const found = new Set<string>();
  if (standsHeadFirst(language)) return found;
  const counts = new Map<string, { titles: number; forOthers: number }>();
  for (const title of titles) {
    const [first, next] = wordsOf(phrasesOf(foldText(title))[0], language);
    if (next === undefined) continue;
    const count = counts.get(first) ?? { titles: 0, forOthers: 0 };
    counts.set(first, count);
    count.titles++;
    if (saysPurpose(next, language)) count.forOthers++;
  }
  for (const [word, { titles, forOthers }] of counts) {
    if (forOthers >= FEWEST_FOR_OTHERS && forOthers > LEAST_FOR_OTHERS * titles)
      found.add(stem(word, language));
  }
  return found;
}

/**
 * The stems of the words that say what a product is, rather than what it is for or like: the heads of the noun phrases
 * that its title begins with. "Laptop privacy filter 15 inch for ThinkPad" is a filter. In languages that put the noun
 * first ("funda para portátil") it is the first word.
 *
 * A word is a head if no word follows it but a number, a mark, a stop word, or a value of the product such as its
 * colour. All that comes behind the first mark or stop word modifies the head.
 *
 * @param isModifier whether a stem is one of the product's own values, such as "black"
 * @param forOthers see {@link thingsForOthers}
 * @param brand of the product, which says nothing of what it is
 */
export function headsOfTitle(
  title: string,
  { language }: ShopLanguage,
  isModifier: (stem: string) => boolean,
  forOthers: ReadonlySet<string> = NONE,
  brand = '',
): ReadonlySet<string> {
  const maker = wordsOf(foldText(brand), language);
  const phrases = phrasesOf(foldText(title)).map((phrase) => wordsOf(phrase, language));
  // "Canon - 50 mm lens" begins with the maker.
  const first = phrases.map((words) => withoutMaker(words, maker)).find((words) => words.length > 0);
  return headsOfPhrase(first ?? phrases[0], language, isModifier, forOthers);
}

/** Words without those of the maker, where they stand together: a "Case Logic camera case" is a case. */
function withoutMaker(words: readonly string[], maker: readonly string[]): readonly string[] {
  const at = words.findIndex((_, from) => maker.every((word, k) => words[from + k] === word));
  return maker.length === 0 || at < 0 ? words : words.toSpliced(at, maker.length);
}

function headsOfPhrase(
  words: readonly string[],
  language: ShopLanguage['language'],
  isModifier: (stem: string) => boolean,
  forOthers: ReadonlySet<string>,
): ReadonlySet<string> {
  const stops = stopWordsFor(words, language);
  const heads = new Set<string>();
  const stems = words.map((word) => stem(word, language));
  const isPlain = (at: number): boolean =>
    at < words.length && !/\d/.test(words[at]) && words[at].length > 1 && !stops.has(words[at]);
  if (stems.length > 0 && forOthers.has(stems[0])) return new Set([stems[0]]);
  const headFirst = standsHeadFirst(language);
  for (let at = 0; at < words.length; at++) {
    if (!isPlain(at)) {
      if (heads.size > 0 && stops.has(words[at])) break;
      continue;
    }
    if (headFirst) {
      if (isModifier(stems[at])) continue;
      heads.add(stems[at]);
      break;
    }
    if (!isPlain(at + 1) || isModifier(stems[at + 1])) heads.add(stems[at]);
  }
  return heads;
}

/** Marks between the levels of a category's path, and between the kinds that it holds. */
const LEVEL = /\s*(?:>|\s\/\s|\|)\s*/;
const KIND = /[&,/+]/;

const NONE: ReadonlySet<string> = new Set();
const NO_MODIFIER = (): boolean => false;

/**
 * The stems that say what a category holds, by the last level of its path: "Furniture > Sofas & corner armchairs" holds
 * sofas and armchairs.
 */
export function* headsOfCategory(label: string, shop: ShopLanguage): Generator<string> {
  const last = label.split(LEVEL).findLast((level) => level !== '') ?? '';
  for (const kind of last.split(KIND)) yield* headsOfTitle(kind, shop, NO_MODIFIER);
}
