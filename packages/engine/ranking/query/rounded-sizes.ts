import { measureOf } from '../../catalogue/numbers/units.ts';
import type { InvertedIndex } from '../indexing/term-table.ts';
import { idfOf } from '../indexing/text-relevance.ts';

/** The share that a word counts which is a size near the whole number that was typed. Set by hand. */
const ROUNDED = 0.8;
/** Whole numbers that sizes are called by: below ten a tenth tells models apart, and nobody measures hundreds in tenths. */
const WHOLE = /^[1-9]\d$/;
/** A tenth from which on a size is rounded up. */
const HALF = 5;

const LENGTH = measureOf('inch')?.dimension;

/** A size as texts write it, and the share of the typed number's weight that it counts. */
interface RoundedSize {
  readonly stem: string;
  readonly share: number;
}

/**
 * The sizes that are called by a whole number: 13.3 inch is a "13 inch laptop", 23.8 inch a "24 inch monitor". Where the
 * catalogue has the number itself, no size counts more than that, so that it comes first. None where the number counts or
 * measures something else than a length.
 *
 * @param next the stem of the word behind the number
 */
export function roundedSizes(
  number: string,
  next: string | undefined,
  { find, products }: Pick<InvertedIndex, 'find' | 'products'>,
): readonly RoundedSize[] {
  if (!WHOLE.test(number)) return [];
  const unit = measureOf(next ?? '');
  if (unit !== undefined && unit.dimension !== LENGTH) return [];
  const rarityOf = (stem: string): number | undefined => {
    const postings = find(stem);
    return postings && idfOf(postings.items.length, products);
  };
  const own = rarityOf(number);
  const sizes: RoundedSize[] = [];
  for (let tenth = 1; tenth < 10; tenth++) {
    for (const whole of tenth < HALF ? [Number(number)] : [Number(number), Number(number) - 1]) {
      const stem = `${whole}.${tenth}`;
      const rarity = rarityOf(stem);
      if (rarity !== undefined) sizes.push({ stem, share: ROUNDED * Math.min(1, (own ?? rarity) / rarity) });
    }
  }
  return sizes;
}
