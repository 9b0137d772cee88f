import { levelsIn } from '../../../catalogue/texts/category-levels.ts';
import { type ShopLanguage, standsHeadFirst } from '../../../session/text/shop-language.ts';
import { nounPhraseOf } from './noun-phrase.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The stems of the words that say what a product is, rather than what it is for or like: the heads of the noun phrase
 * that its title begins with. "Laptop privacy filter for ThinkPad" is a filter. In languages that put the noun
 * first ("funda para portátil") it is the first word.
 *
 * A word is a head if no other noun follows it at once; of a word that stands twice the last place counts.
 *
 * @param accessories the stems with which accessories begin
 * @param mayBe whether a stem may be a head; all others are passed over
 */
export function headsOfTitle(
  title: string,
  shop: ShopLanguage,
  accessories: ReadonlySet<string> = NONE,
  mayBe: (stem: string) => boolean = () => true,
): ReadonlySet<string> {
  const { stems, kinds } = nounPhraseOf(title, shop);
  if (stems.length > 0 && accessories.has(stems[0])) return new Set([stems[0]]);
  const isNoun = stems.map((stem, at) => kinds[at] === 'noun' && mayBe(stem));
  if (standsHeadFirst(shop.language)) {
    const first = isNoun.indexOf(true);
    return new Set(first < 0 ? [] : [stems[first]]);
  }
  return new Set(stems.filter((stem, at) => isNoun[at] && !isNoun[at + 1] && stems.lastIndexOf(stem) === at));
}

/** Signs between the kinds that a category holds. */
const KIND = /[&,/+]/;

/**
 * The stems that say what a category holds, by the levels of its path: "Furniture > Sofas & corner armchairs" holds furniture,
 * sofas and armchairs, and "Shoes > Running" shoes.
 */
export function headsOfCategory(label: string, shop: ShopLanguage): readonly string[] {
  return levelsIn(label).flatMap((level) =>
    level.split(KIND).flatMap((kind) => [...headsOfTitle(kind, shop)]),
  );
}
