import { inchIn } from '../../session/text/measure-words.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import type { InvertedIndex } from '../indexing/term-table.ts';
import { idfOf } from '../indexing/text-relevance.ts';

/** The share that a word counts which is a size near the whole number that was typed. Set by hand. */
const ROUNDED = 0.8;
/** Whole numbers that sizes are called by: below ten a tenth tells models apart, and nobody measures hundreds in tenths. */
const WHOLE = /^[1-9]\d$/;
/** A tenth from which on a size is also called by the next whole number. */
const HALF = 5;

/** A size as texts write it, with its unit, and the share of the typed number's weight that it counts. */
interface RoundedSize {
  readonly stems: readonly [number: string, inch: string];
  readonly share: number;
  /** The number alone, since "inch" is mostly another word of the search. */
  readonly told: string;
}

/**
 * The sizes in inches that are called by a whole number: 13.3 inch is a "13 inch laptop", 23.8 inch a "24 inch monitor", also
 * where the inches are left out ("macbook air 13"). A product has to have the inches, so that shoes of 42.5 are none of 42. Where
 * the catalogue has the number itself, no size counts more than that, so that it comes first.
 */
export function roundedSizes(
  number: string,
  { find, products, language }: Pick<InvertedIndex, 'find' | 'products'> & ShopLanguage,
): readonly RoundedSize[] {
  if (!WHOLE.test(number)) return [];
  const inch = stem(inchIn(language), language);
  const rarityOf = (word: string): number | undefined => {
    const postings = find(word);
    return postings && idfOf(postings.items.length, products);
  };
  const ofInch = rarityOf(inch);
  if (ofInch === undefined) return [];
  const own = rarityOf(number);
  const sizes: RoundedSize[] = [];
  for (let tenth = 1; tenth < 10; tenth++) {
    for (const whole of tenth < HALF ? [Number(number)] : [Number(number), Number(number) - 1]) {
      for (const sign of '.,') {
        const size = `${whole}${sign}${tenth}`;
        const rarity = rarityOf(size);
        if (rarity === undefined) continue;
        // The inches count with the number, and not once more.
        const worth = Math.min(own ?? rarity, rarity) / (rarity + ofInch);
        sizes.push({ stems: [size, inch], share: ROUNDED * worth, told: size });
      }
    }
  }
  return sizes;
}
