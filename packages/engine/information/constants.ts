// Every constant of the information measures, with its source. "Set by hand" means that no sweep or paper stands behind
// it.

/** Numbers and dates are asked in at most this many ranges. Fixed by the definition of the measure. */
export const MOST_RANGES = 8;
/** Distinct recorded values from which a number is asked in ranges. Fixed by the definition of the measure. */
export const RANGES_FROM = 12;
/**
 * Distinct values that must be expected of the complete column, where fewer than `RANGES_FROM` are recorded. Of 542
 * samples of 17 real columns 16 decides 67 wrongly, 12 decides 86, Chao's estimate 74.
 */
export const EXPECTED_RANGES_FROM = 16;

/** Pseudo-observations tried for a predictor; 100 means that it predicts nothing. Set by hand. */
export const STRENGTH_GRID: readonly number[] = [0, 0.05, 0.2, 0.6, 1.5, 4, 10, 30, 100];
/** The coarser grid with which predictors are compared. Set by hand. */
export const SCREENING_GRID: readonly number[] = [0, 0.4, 4, 40];
/** Recorded products on which a chain is chosen. See "Smaller samples" in docs/design/audit.md. */
export const SEARCHED_PRODUCTS = 400;
/** Recorded products on which its strengths are fitted. See "Smaller samples" in docs/design/audit.md. */
export const FITTED_PRODUCTS = 1500;
/** Longest chain of predictors. Set by hand. */
export const LONGEST_CHAIN = 3;
/** Log-likelihood that a predictor must gain beyond ln of the number of candidates. Set by hand. */
export const LEAST_GAIN = 2;
/** Recorded products left out in turn to estimate how many draws reach the whole segment. Set by hand. */
export const LEFT_OUT_PRODUCTS = 4000;
/** First products on which two columns prove to say the same, and fewest of them with both. Set by hand, for speed. */
export const COMPARED_PRODUCTS = 4000;
export const FEWEST_COMPARED = 5;

/** Discounts at which the search for the Pitman-Yor parameters starts. Set by hand. */
export const START_DISCOUNTS: readonly number[] = [-30, -5, -1.5, -0.5, -0.15, 0, 0.25, 0.5, 0.75];
/** Largest discount tried: at 1 every product would have a value of its own. Set by hand. */
export const LARGEST_DISCOUNT = 0.95;

/**
 * Mean and standard deviation, over the columns with two values or more, of the fitted laws: of the logarithm of the
 * values that 100 products are expected to have (11 in the middle, 3 to 37 within one deviation), and of the inverse
 * hyperbolic sine of the discount. Fitted to 154 columns of 23 files, each file with the same weight. See "A law for
 * unseen values" in docs/design/audit.md.
 */
export const LAWS_OF_COLUMNS = {
  variety: { mean: 2.37, deviation: 1.23 },
  discount: { mean: -0.58, deviation: 1.08 },
} as const;
