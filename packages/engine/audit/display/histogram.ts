/** Products whose number lies from `from` (included) to `to` (excluded, but included in the last bin). */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly products: number;
}

/** A number and how many products have it. */
export interface CountedNumber {
  readonly number: number;
  readonly products: number;
}

/** Bins that a reader takes in at a glance, and that a line of a terminal holds. Set by hand. */
export const MOST_BINS = 12;
/** Two bins are kept for the numbers outside of the core. */
const CORE_BINS = MOST_BINS - 2;
/** The share of products below and above the core; beyond it lie outliers and typing errors. Set by hand. */
const OUTSIDE = 0.02;
/** From this ratio of its bounds on, the core is cut by powers of ten. Set by hand. */
const WIDE = 200;

/**
 * The histogram of numbers, in at most `MOST_BINS` bins with round bounds: one bin a number where there are no more
 * numbers than bins, otherwise bins of equal width, or of 1, 2, 5, 10 and so on where the numbers span orders of
 * magnitude. The first and the last bin reach as far as the numbers do, so that one outlier does not flatten the others.
 *
 * @param numbers distinct, ascending, each of at least one product
 */
export function histogram(numbers: readonly CountedNumber[]): Bin[] {
  if (numbers.length <= MOST_BINS) {
    return numbers.map(({ number, products }) => ({ from: number, to: number, products }));
  }
  const total = numbers.reduce((sum, { products }) => sum + products, 0);
  const low = quantile(numbers, total * OUTSIDE);
  const high = quantile(numbers, total * (1 - OUTSIDE));
  const bounds = low > 0 && high / low >= WIDE ? decadeBounds(low, high) : equalBounds(numbers, low, high);
  return binned(numbers, bounds);
}

/** The number of the product at `rank` in ascending order. */
export function quantile(numbers: readonly CountedNumber[], rank: number): number {
  let before = 0;
  for (const { number, products } of numbers) {
    before += products;
    if (before >= rank) return number;
  }
  return numbers[numbers.length - 1].number;
}

function equalBounds(numbers: readonly CountedNumber[], low: number, high: number): number[] {
  // The core begins and ends within a bin, so that it needs one bin more than it is wide.
  const least = Math.max((high - low) / (CORE_BINS - 1), Number.MIN_VALUE);
  const areWhole = numbers.every(({ number }) => Number.isInteger(number));
  const width = areWhole ? Math.max(1, roundUp(least, [1, 2, 5])) : roundUp(least, [1, 2, 2.5, 5]);
  const first = Math.floor(low / width);
  const last = Math.max(first + 1, Math.ceil(high / width));
  // Multiples, since sums of the width would gather rounding errors.
  return Array.from({ length: last - first + 1 }, (_, at) => tidy((first + at) * width));
}

/** The smallest step of any power of ten that is at least `least`. */
function roundUp(least: number, steps: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return tidy((steps.find((step) => step * power >= least) ?? 10) * power);
}

const LADDERS: readonly (readonly number[])[] = [[1, 2, 5], [1, 3], [1]];

function decadeBounds(low: number, high: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  // With more decades than bins, several decades are one bin.
  const stride = Math.max(1, Math.ceil((last - first) / CORE_BINS));
  for (const ladder of LADDERS) {
    const steps: number[] = [];
    for (let decade = first; decade <= last; decade += stride)
      for (const step of ladder) steps.push(tidy(step * 10 ** decade));
    const start = steps.findLastIndex((step) => step <= low);
    const end = steps.findIndex((step) => step >= high);
    const bounds = steps.slice(Math.max(0, start), end < 0 ? steps.length : end + 1);
    if (bounds.length - 1 <= CORE_BINS) return bounds;
  }
  return [10 ** first, 10 ** last];
}

/** The bins between the bounds, and one below and one above where there are numbers. */
function binned(numbers: readonly CountedNumber[], core: readonly number[]): Bin[] {
  const [least, most] = [numbers[0].number, numbers[numbers.length - 1].number];
  const bounds = [
    ...(least < core[0] ? [least] : []),
    ...core,
    ...(most > core[core.length - 1] ? [most] : []),
  ];
  const counts = new Array<number>(bounds.length - 1).fill(0);
  let bin = 0;
  for (const { number, products } of numbers) {
    while (bin < counts.length - 1 && number >= bounds[bin + 1]) bin++;
    counts[bin] += products;
  }
  return counts.map((products, at) => ({ from: bounds[at], to: bounds[at + 1], products }));
}

/** Without the rounding errors of binary fractions: 0.30000000000000004 is 0.3. */
const tidy = (number: number): number => Number(number.toPrecision(12));
