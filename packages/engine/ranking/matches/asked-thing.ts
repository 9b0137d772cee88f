import { type ShopLanguage, standsHeadFirst } from '../../session/text/shop-language.ts';

/**
 * The word of a search that says what kind of thing is asked for: the last one by which products are called, where nouns stand
 * first the first one. "Hinges" of "chrome door hinges", "knobs" of "door knobs with locks".
 *
 * @param asked the stems of the noun phrase that the search begins with, in its order; empty where that is not known
 * @param called the stems of the words by which products are called, in the order of the search
 */
export function thingAsked(
  asked: readonly string[],
  called: readonly string[],
  { language }: Pick<ShopLanguage, 'language'>,
): string | undefined {
  const named = asked.length === 0 ? called : asked.filter((stem) => called.includes(stem));
  return standsHeadFirst(language) ? named[0] : named.at(-1);
}
