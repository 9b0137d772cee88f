import { type ShopLanguage, standsHeadFirst } from '../../../session/text/shop-language.ts';
import { nounPhraseOf } from './noun-phrase.ts';

/**
 * A word begins accessories if more than this share of the titles that begin with it name a purpose next, and at least
 * so many. Set by hand.
 */
const LEAST_ACCESSORIES = 0.5;
const FEWEST_ACCESSORIES = 5;

/**
 * The stems with which accessories begin: where most covers are a "Cover for armchair", a "Cover 3-seat sofa" is no sofa. Where
 * nouns stand first, titles need not be read.
 */
export function accessoriesIn(titles: Iterable<string>, shop: ShopLanguage): ReadonlySet<string> {
  if (standsHeadFirst(shop.language)) return new Set();
  const beginning = new Map<string, { titles: number; withPurpose: number }>();
  for (const title of titles) {
    const { stems, end } = nounPhraseOf(title, shop);
    if (stems.length === 0 || (stems.length === 1 && end === 'mark')) continue;
    const count = beginning.get(stems[0]) ?? { titles: 0, withPurpose: 0 };
    beginning.set(stems[0], count);
    count.titles++;
    if (stems.length === 1 && end === 'purpose') count.withPurpose++;
  }
  const accessories = [...beginning].filter(
    ([, { titles, withPurpose }]) =>
      withPurpose >= FEWEST_ACCESSORIES && withPurpose > LEAST_ACCESSORIES * titles,
  );
  return new Set(accessories.map(([stem]) => stem));
}
