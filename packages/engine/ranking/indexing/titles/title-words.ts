import { type ShopLanguage, standsHeadFirst } from '../../../session/text/shop-language.ts';
import { nounPhraseOf, placeOf } from './noun-phrase.ts';

/**
 * A word begins accessories if more than this share of the titles that begin with it name a purpose next, and at least
 * so many. Set by hand.
 */
const LEAST_ACCESSORIES = 0.5;
const FEWEST_ACCESSORIES = 5;
/**
 * A word before a measure or a conjunction says what the thing is if it ends the phrase in this share of the titles in
 * which it does either. Chosen among .3, .5 and .7.
 */
const LEAST_ENDING = 0.3;

/** What the titles of a catalogue tell of the words in them. */
export interface TitleWords {
  /**
   * The stems with which accessories begin: where most covers are a "Cover for armchair", a "Cover 3-seat sofa" is no
   * sofa.
   */
  readonly accessories: ReadonlySet<string>;
  /**
   * Whether a stem says what the thing is where a measure or a conjunction follows: the lamp of a "Lamp 40 W LED", as
   * titles also end with it, but neither the maker of a "Philips 40 W LED lamp" nor the fleas of a "Flea and tick killer".
   */
  endsPhrases(stem: string): boolean;
}

/** Of titles that nobody has read: no word begins accessories, and every word may end a phrase. */
export const UNREAD_TITLES: TitleWords = { accessories: new Set(), endsPhrases: () => true };

const NO_MODIFIER = (): boolean => false;

/** Reads the titles of a catalogue. Where nouns stand first, they need not be read. */
export function titleWordsOf(titles: Iterable<string>, shop: ShopLanguage): TitleWords {
  if (standsHeadFirst(shop.language)) return UNREAD_TITLES;
  const beginning = new Map<string, { titles: number; withPurpose: number }>();
  const ending = new Map<string, { last: number; open: number }>();
  for (const title of titles) {
    const phrase = nounPhraseOf(title, shop);
    const { stems, kinds, end } = phrase;
    if (stems.length > 1 || end !== 'mark') {
      const count = beginning.get(stems[0]) ?? { titles: 0, withPurpose: 0 };
      beginning.set(stems[0], count);
      count.titles++;
      if (stems.length === 1 && end === 'purpose') count.withPurpose++;
    }
    for (let at = 0; at < stems.length; at++) {
      const place = kinds[at] === 'noun' ? placeOf(phrase, at, NO_MODIFIER) : 'before a noun';
      if (place === 'before a noun') continue;
      const count = ending.get(stems[at]) ?? { last: 0, open: 0 };
      ending.set(stems[at], count);
      count[place]++;
    }
  }
  const accessories = [...beginning].filter(
    ([, { titles, withPurpose }]) =>
      withPurpose >= FEWEST_ACCESSORIES && withPurpose > LEAST_ACCESSORIES * titles,
  );
  return {
    accessories: new Set(accessories.map(([stem]) => stem)),
    endsPhrases: (stem) => {
      const count = ending.get(stem);
      return count !== undefined && count.last >= LEAST_ENDING * (count.last + count.open);
    },
  };
}
