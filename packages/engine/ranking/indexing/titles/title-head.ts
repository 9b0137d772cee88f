import { levelsIn } from '../../../catalogue/texts/category-levels.ts';
import { type ShopLanguage, standsHeadFirst } from '../../../session/text/shop-language.ts';
import { nounPhraseOf, placeOf } from './noun-phrase.ts';
import { type TitleWords, UNREAD_TITLES } from './title-words.ts';

/**
 * The stems of the words that say what a product is, rather than what it is for or like: the heads of the noun phrase
 * that its title begins with. "Laptop privacy filter for ThinkPad" is a filter. In languages that put the noun
 * first ("funda para portátil") it is the first word.
 *
 * A word is a head if nothing follows it but values of the product, such as its colour, and measures. Where more follows
 * behind these or a conjunction, the other titles of the catalogue decide. Of a word that stands twice the last place counts.
 *
 * @param isModifier whether a stem is one of the product's own values, such as "black"
 */
export function headsOfTitle(
  title: string,
  shop: ShopLanguage,
  isModifier: (stem: string) => boolean,
  { accessories, endsPhrases }: TitleWords = UNREAD_TITLES,
): ReadonlySet<string> {
  const phrase = nounPhraseOf(title, shop);
  const { stems, kinds } = phrase;
  if (stems.length > 0 && accessories.has(stems[0])) return new Set([stems[0]]);
  if (standsHeadFirst(shop.language)) {
    const first = stems.find((stem, at) => kinds[at] === 'noun' && !isModifier(stem));
    return new Set(first === undefined ? [] : [first]);
  }
  const isHead = (stem: string, at: number): boolean => {
    // "Chair and lounge chair cushion" is a cushion.
    if (kinds[at] !== 'noun' || stems.lastIndexOf(stem) !== at) return false;
    const place = placeOf(phrase, at, isModifier);
    return place === 'last' || (place === 'open' && endsPhrases(stem));
  };
  return new Set(stems.filter(isHead));
}

/** Signs between the kinds that a category holds. */
const KIND = /[&,/+]/;

const NO_MODIFIER = (): boolean => false;

/**
 * The stems that say what a category holds, by the levels of its path: "Furniture > Sofas & corner armchairs" holds furniture,
 * sofas and armchairs, and "Shoes > Running" shoes.
 */
export function headsOfCategory(label: string, shop: ShopLanguage): readonly string[] {
  return levelsIn(label).flatMap((level) =>
    level.split(KIND).flatMap((kind) => [...headsOfTitle(kind, shop, NO_MODIFIER)]),
  );
}
