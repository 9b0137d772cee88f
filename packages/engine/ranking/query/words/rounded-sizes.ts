import { measureOf } from '../../../catalogue/numbers/units.ts';
import { inchIn } from '../../../session/text/amounts/measure-words.ts';
import type { ShopLanguage } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import type { InvertedIndex } from '../../indexing/term-table.ts';
import { idfOf } from '../../indexing/text-relevance.ts';
import { postingsOfAll } from './words-together.ts';

/** The share that a word counts which is a size near the whole number that was typed. Set by hand. */
const ROUNDED = 0.8;
/** Whole numbers that sizes are called by: below ten a tenth tells models apart, and nobody measures hundreds in tenths. */
const WHOLE = /^[1-9]\d$/;
/** A tenth from which on a size is also called by the next whole number. */
const HALF = 5;
/** English words for what is counted: the number before them is no length. */
const COUNTED =
  /^(?:packs?|pcs?|pieces?|counts?|ct|ports?|channels?|cups?|amps?|gauges?|lumens?|days?|weeks?|months?|years?|players?|persons?|people|keys?|buttons?|bits?|cores?|speeds?|sets?|tiers?|drawers?|seats?|seaters?|ways?)$/;

/** A size as texts write it, with its unit, and the share of the typed number's weight that it counts. */
interface RoundedSize {
  readonly stems: readonly [number: string, unit: string];
  /** "13.3 inch", not what has inches and 13.3 of another unit. */
  readonly areTogether: true;
  readonly share: number;
  /** The number alone, since its unit is mostly another word of the search. */
  readonly told: string;
}

/**
 * The sizes that are called by a whole number: 13.3 inch is a "13 inch laptop", 27.2 cu ft a "27 cu ft refrigerator". Their unit
 * is the word behind the number; where that is no unit, inches: "macbook air 13". A title has to have the number and the unit
 * together, so that shoes of 42.5 are none of 42, and 15.6 inch is no 16 GB. Where the catalogue has the number itself, no size
 * counts more than that, so that it comes first.
 *
 * @param next the word behind the number in the search, if any
 */
export function roundedSizes(
  number: string,
  next: { readonly name: string; readonly typed?: string } | undefined,
  terms: Pick<InvertedIndex, 'find' | 'products'> & ShopLanguage,
): readonly RoundedSize[] {
  if (!WHOLE.test(number)) return [];
  const ofNext = next === undefined ? [] : sizesIn(next.name, number, terms);
  // A stem is no unit where it has lost letters: "ounc".
  const word = next?.typed ?? next?.name ?? '';
  const isOther =
    COUNTED.test(word) || measureOf(word) !== undefined || measureOf(word.replace(/s$/, '')) !== undefined;
  const inch = stem(inchIn(terms.language), terms.language);
  return isOther || next?.name === inch ? ofNext : [...ofNext, ...sizesIn(inch, number, terms)];
}

function sizesIn(
  unit: string,
  number: string,
  terms: Pick<InvertedIndex, 'find' | 'products'>,
): readonly RoundedSize[] {
  const rarityOf = (word: string): number | undefined => {
    const postings = terms.find(word);
    return postings && idfOf(postings.items.length, terms.products);
  };
  const ofUnit = rarityOf(unit);
  if (ofUnit === undefined) return [];
  const own = rarityOf(number);
  const sizes: RoundedSize[] = [];
  for (let tenth = 1; tenth < 10; tenth++) {
    for (const whole of tenth < HALF ? [Number(number)] : [Number(number), Number(number) - 1]) {
      for (const sign of '.,') {
        const size = `${whole}${sign}${tenth}`;
        const rarity = rarityOf(size);
        if (rarity === undefined) continue;
        const stems = [size, unit] as const;
        if (postingsOfAll(terms, stems, true)?.items.length === 0) continue;
        // The unit counts with the number, and not once more.
        const worth = Math.min(own ?? rarity, rarity) / (rarity + ofUnit);
        sizes.push({ stems, areTogether: true, share: ROUNDED * worth, told: size });
      }
    }
  }
  return sizes;
}
