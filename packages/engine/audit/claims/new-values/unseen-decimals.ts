import type { Attribute } from '../../../catalogue/types.ts';
import { FEWEST_NUMBERS, LEAST_NOVELTY, PARTLY_NEW_PROBABILITY } from '../../constants.ts';
import { atLeast, type Novelty } from './novelty.ts';

/**
 * The new numbers that have another number of decimals than all recorded ones, where they are significantly more than the
 * numbers of decimals that were recorded once let expect; otherwise undefined. Invented numbers are written as one likes.
 */
export function unseenDecimals(
  after: Attribute,
  touched: readonly number[],
  trusted: readonly number[],
): Novelty | undefined {
  if (trusted.length < FEWEST_NUMBERS) return undefined;
  const decimals = after.cells.map((own) => decimalsOf(after.values[own[0]]?.label ?? ''));
  const held = new Map<number, number>();
  for (const product of trusted) {
    const own = decimals[after.cell[product]];
    held.set(own, (held.get(own) ?? 0) + 1);
  }
  const products = touched.filter((product) => !held.has(decimals[after.cell[product]]));
  const once = [...held.values()].filter((count) => count === 1).length;
  const share = products.length / touched.length;
  const expected = (once + 1) / (trusted.length + 2);
  if ((share - expected) / (1 - expected) <= LEAST_NOVELTY) return undefined;
  const chance = atLeast(products.length, touched.length, once + 1, trusted.length - once + 1);
  return chance >= PARTLY_NEW_PROBABILITY ? undefined : { share, expected, products };
}

const decimalsOf = (label: string): number => /\d[.,](\d+)(?!.*\d)/.exec(label)?.[1].length ?? 0;
