import { BEST_RECORDED_LEFT, GRADE_THRESHOLDS } from '../../constants.ts';
import type { Grade, Remaining } from '../../result.ts';
import { toldFigure } from '../../told-figure.ts';

/** The products of a shelf, and log2 of those that the best three answers leave: today, and with all recorded. */
export interface LeftOfShelf {
  readonly products: number;
  readonly now: number;
  readonly complete: number;
  /** Share of all products that are on this shelf. */
  readonly weight: number;
}

/**
 * What three answers leave of a shop, beside what they leave of the best recorded shelves. Means over the products are
 * those of logarithms, as with all bits: of two equal shelves of 10 and 1,000 products a shopper meets one of 100.
 */
export function remainingOf(shelves: readonly LeftOfShelf[]): Remaining {
  const weight = shelves.reduce((sum, shelf) => sum + shelf.weight, 0);
  const mean = (of: (shelf: LeftOfShelf) => number) =>
    weight === 0 ? 0 : shelves.reduce((sum, shelf) => sum + shelf.weight * of(shelf), 0) / weight;
  const size = mean((shelf) => Math.log2(shelf.products));
  const way = mean((shelf) => Math.max(0, Math.log2(shelf.products / BEST_RECORDED_LEFT)));
  const reach = (left: number) => (way <= 0 ? 1 : toldFigure(Math.min(1, Math.max(0, size - left) / way)));
  const now = mean((shelf) => shelf.now);
  const complete = mean((shelf) => shelf.complete);
  return {
    of: shelves.length === 1 ? shelves[0].products : 2 ** size,
    now: 2 ** now,
    complete: 2 ** complete,
    best: Math.min(2 ** size, BEST_RECORDED_LEFT),
    reach: { now: reach(now), complete: reach(complete) },
  };
}

/** The letter of a share of the way from the whole shelf to what the best recorded ones leave. */
export function gradeOf(reach: number): Grade {
  return GRADE_THRESHOLDS.find(([, lowest]) => reach >= lowest)?.[0] ?? 'E';
}
