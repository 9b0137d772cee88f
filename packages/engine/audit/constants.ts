import type { Grade, Source } from './result.ts';

// Every constant of the grading code, with its source. "Set by hand" means that no sweep or paper stands behind it.

// The measure. These values define released figures.

/** Probability that a recorded value is right, by its source. Fixed by the definition of the measure. */
export const SOURCE_TRUST: Readonly<Record<Source, number>> = {
  merchant: 1,
  extracted: 0.9,
  enriched: 0.75,
  inferred: 0.6,
};
/**
 * Lowest share of the way to the best recorded shelves of each grade, best first; below the last it is E. Set by hand.
 */
export const GRADE_THRESHOLDS: readonly (readonly [Grade, number])[] = [
  ['A', 0.9],
  ['B', 0.75],
  ['C', 0.5],
  ['D', 0.25],
];
/** Questions that a simulated shopper asks. Fixed by the definition of the measure. */
export const QUESTIONS_ASKED = 3;
/**
 * Fewest recorded values of an attribute for which the audit estimates anything. Fixed by the definition of the
 * measure.
 */
export const FEWEST_RECORDED = 5;
/** Priority in bits below which the recommended action is `leave`. Fixed by the definition of the measure. */
export const LEAST_USEFUL_BITS = 0.01;
/** Differences in bits below this are rounding errors of sums. Set by hand. */
export const SAME_BITS = 1e-9;

// Imputation of a segment.

/** Cells imputed over all draws. Small segments are drawn more often, since one draw tells less. Set by hand. */
export const IMPUTED_CELLS = 300_000;
/** Bounds of the number of draws. Set by hand. */
export const FEWEST_DRAWS = 1;
export const MOST_DRAWS = 32;
/** Pairs of attributes tried as predictor and target: in a segment, and at least for one target. Set by hand. */
export const TRIED_PREDICTORS = 20_000;
export const FEWEST_TRIED_PREDICTORS = 12;

// Sampling of the questions that come before the one that is valued.

/** Answers counted before pairs of questions are sampled: bounds the time of one audit. Set by hand. */
export const COUNTED_ANSWERS = 600_000;
/**
 * Shops with fewer cells than this count more answers, at most by this factor ("More pairs for small shops" in
 * docs/design/audit.md).
 */
export const LARGE_SHOP_CELLS = 220_000;
export const MOST_EXTRA_WORK = 4;
/** Targets sampled for each pair of questions. See "Smaller samples" in docs/design/audit.md for what fewer cost. */
export const TARGETS_PER_PAIR = 2000;
/** An attribute with fewer sampled products per answer is evaluated on the whole segment. Set by hand. */
export const FEWEST_PER_ANSWER = 20;
/** Smallest share of the work that a small segment gets. Set by hand. */
export const SMALLEST_WORK_SHARE = 0.1;
/** Fewest attributes sampled as the first question. Set by hand. */
export const FEWEST_FIRST_QUESTIONS = 12;
/** Fewest pairs of questions. See "Smaller samples" in docs/design/audit.md. */
export const FEWEST_PAIRS = 5;

// What is too little for a grade. All set by hand, on 40 exports.

/** Products below which there is nothing to narrow down. */
export const FEWEST_GRADED = 5;
/** Values of a cell, in the mean, of a column whose products were folded, and the share of such columns. */
export const FOLDED_WIDTH = 2;
export const FOLDED_COLUMNS = 0.75;
/** Columns of texts and ids from which a file can be mostly text, and how many for each judged question. */
export const FEWEST_UNREAD = 6;
export const UNREAD_PER_QUESTION = 4;

// What the best three answers leave of a segment. All set by hand, for speed.

/** Questions among which the best are chosen: those with the most bits by themselves. */
export const TRIED_QUESTIONS = 6;
/** Products on which they are chosen. */
export const CHOOSING_SAMPLE = 500;
/** Targets for which candidates are counted. */
export const TARGETS_LEFT = 500;
/**
 * Products that three answers leave of the best recorded of some 60 real shelves, of 48 to 10,000 products. It does not
 * grow with their size ("What three answers leave" in docs/design/audit.md).
 */
export const BEST_RECORDED_LEFT = 1.5;
/** Products over all draws that are counted, where a segment is imputed several times. */
export const COUNTED_DRAWS = 4000;
/** Products over all draws by which a shelf within a shop is summarised. */
export const SHELF_PRODUCTS = 4000;
/** Combinations of the values of all products up to which a question is tried. */
export const MOST_CANDIDATE_ENTRIES = 500_000;

// Applicability.

/**
 * An attribute is foreign to some segments if it applies to all with less than this probability; and nobody can tell
 * whether it applies at all if the upper 95 % bound of its recorded share is below this. Set by hand.
 */
export const LARGEST_FOREIGN_SHARE = 0.05;
/**
 * It is foreign to those to which it applies with less than this probability. Set by hand: asking in vain costs less.
 */
export const LEAST_APPLYING = 0.25;
/**
 * An attribute that is recorded in this share of the segments, or of those below one level, applies to all of them. Set
 * by hand.
 */
export const MOST_SEGMENTS = 2 / 3;
/** Products used to choose the attribute that segments the catalogue. Set by hand. */
export const SEGMENTATION_SAMPLE = 4000;
/** The segmenting attribute must be recorded for this share of the products. Set by hand. */
export const SEGMENTATION_COVERAGE = 0.9;
/**
 * A value that this share of the products have tells no kinds: the root of a path, or a category of everything. Set by
 * hand.
 */
export const SHARED_ROOT = 0.95;
/** Levels of a category path that may be segments, and groupings that are tried. Set by hand. */
export const MOST_LEVELS = 4;
export const TRIED_SEGMENTATIONS = 4;
/**
 * Kinds by which a shop is divided: at most, and products of each in the mean, of shelves and of segments. Set by hand.
 */
export const MOST_SHELVES = 60;
export const FEWEST_ON_SHELF = 10;
export const FEWEST_IN_SEGMENT = 15;
/** Share of the products from which one shelf is nearly the whole shop. Set by hand. */
export const LARGEST_SHELF = 0.9;
/** Overlap with a complete attribute from which an attribute is worth only what that one leaves. Set by hand. */
export const NEAR_COPY = 0.9;

// Columns that repeat others. All set by hand.

/** Products on which two columns are compared, and pairs of columns that are compared at most. */
export const COMPARED_PRODUCTS = 400;
export const COMPARED_PAIRS = 200_000;
/** Fewest products with both columns, and fewest distinct values, that show a repeat. */
export const FEWEST_REPEATED = 3;
/** Fewest distinct numbers with one ratio, where the names of the columns do not agree. */
export const FEWEST_REPEATED_NUMBERS = 8;
/** Share of the products with both columns that must agree. */
export const AGREEING_REPEATS = 0.9;
/** Share of the products with the emptier column that have the other one too, where values only imply each other. */
export const LEAST_COMMON = 0.5;
/** Relative difference of a ratio by rounding. */
export const RATIO_TOLERANCE = 0.02;

// Approximate functional dependencies.

/** Fewest recorded products of a group from which missing cells are derived. Fixed by the definition of the measure. */
export const FEWEST_IN_GROUP = 5;
/** Share of the recorded products of a group that must agree. Fixed by the definition of the measure. */
export const LEAST_AGREEMENT = 0.95;
/** Bound on the share of accepted groups that agree by chance: a false discovery rate (Storey 2002). */
export const FALSE_DISCOVERY_RATE = 0.05;
/** Bound on the probability that an unrelated attribute is accepted as a source at all. */
export const FAMILYWISE_ERROR = 0.05;
/** One product in so many is examined first, to reject unrelated attributes early. Set by hand, for speed. */
export const EARLY_EXIT_FRACTIONS: readonly number[] = [12, 3];
/** Cells compared per attribute to find sources; beyond it only the likeliest sources are tried. Set by hand. */
export const COMPARED_CELLS = 1_000_000;
/** Terms of a hypergeometric tail below this share of the sum are dropped. */
export const NEGLIGIBLE_TERM = 1e-9;

// Order of affected products.

/** Bits are rounded to steps of 1 / this, and shifted by this many bits, to sort them as 32-bit integers. */
export const BITS_RESOLUTION = 1e4;
export const BITS_OFFSET = 64;

// Work of one verification, over all claims. All set by hand, so that a call stays within its time limit.

/** Other cells with which each judged cell is compared. */
export const ALTERNATIVES = 16;
/** Cells of one attribute that are learned from, at most and at least. */
export const MOST_LEARNED = 4_000;
export const FEWEST_LEARNED = 5;
/** Cells of one attribute that are judged: at most, over all claims, and at least. */
export const MOST_JUDGED = 300;
export const JUDGED_IN_ALL = 30_000;
export const FEWEST_JUDGED = 120;
/** Pairs of a feature and an answer that all claims may count, and look up. Ordinary exports stay far below. */
export const COUNTED_IN_ALL = 20_000_000;
export const LOOKED_UP_IN_ALL = 40_000_000;
/** Cells that all claims may compare with other columns to find copies, and at least for two columns. */
export const COMPARED_IN_ALL = 100_000_000;
export const FEWEST_COMPARED = 200;
/** Cells of claimed columns that are held against those of claims before them. */
export const TOLD_IN_ALL = 20_000_000;
/** Attributes that predict one claimed attribute: at most, over all claims, and at least. */
export const MOST_PREDICTORS = 80;
export const PREDICTORS_IN_ALL = 1600;
export const FEWEST_PREDICTORS = 6;

// Features of products.

/** Characters of a product's texts that are read. Set by hand. */
export const TEXT_CHARACTERS = 2_000;
/** Products whose words are counted to estimate the mean number of words. Set by hand. */
export const WORD_SAMPLE = 200;
/** Letters at the end by which two forms of a word may differ: plant and plants, women and womens. Set by hand. */
export const LONGEST_ENDING = 2;
/** Values of a long cell that are used. Set by hand. */
export const MOST_VALUES_PER_CELL = 16;
/** Numbers are put into at most this many ranges, or into √n divided by the second constant. Set by hand. */
export const MOST_NUMBER_RANGES = 8;
export const ROOT_DIVISOR = 1.4;

// Scorers and their weights.

/** Pseudo-observations of the column's distribution beside those of one feature. Set by hand. */
export const PSEUDO_COUNT = 2;
/** A feature that more than this share of the products have carries no information. Set by hand. */
export const MOST_COMMON_FEATURE = 0.9;
/** Pairs of feature and answer up to which counts are kept in a dense table (128 kB). Set by hand, for speed. */
export const DENSE_TABLE_PAIRS = 65_536;
/** Log-odds of a value whose words all occur in the product's texts. Set by hand. */
export const MENTION_LOG_ODDS = 3;
/** Newton steps at most, and the change of weights at which fitting ends. Set by hand. */
export const NEWTON_STEPS = 40;
export const WEIGHT_TOLERANCE = 1e-3;
/** Added to the curvature, so that steps stay short where a scorer scores all cells nearly alike. Set by hand. */
export const LEAST_CURVATURE = 0.5;
/** Exponents are capped here, so that sums of their exponentials do not overflow. */
export const LARGEST_LOGIT = 600;
/** Cross-validation of recorded cells: folds, and the number of cells from which two folds are enough. Set by hand. */
export const FOLDS = 5;
export const CELLS_FOR_TWO_FOLDS = 100;
/** Share of true cells that may contradict every rule. Set by hand. */
export const EXCEPTIONS = 0.1;
/** Log-likelihood ratio that true cells must be expected to reach before a claim is judged by it. Set by hand. */
export const LEAST_EXPECTED = Math.log(2);

// Mixture share: how many of the new cells are associated with their products.

/** A claim whose share of associated cells is at least this is not doubted. Set by hand. */
export const LEAST_SHARE = 0.9;
/** Of new cells of which a smaller share is believed, nothing is. Set by hand. */
export const LEAST_BELIEVED = 0.1;
/** Shares are evaluated on a grid of 0 to 1 with this many steps. Set by hand. */
export const SHARE_STEPS = 50;
/** Log-likelihood ratios are capped here: beyond, they do not distinguish shares and would overflow. */
export const LARGEST_RATIO = 50;
/**
 * Drop of the profile log-likelihood at the bounds of a share: beyond them a share is e⁴ times less likely than the likeliest.
 * A claim is supported only where the lower bound is above 0, and half of its cells, if true, would be told
 * (`HALF_TOLD_EVIDENCE`). If cells were a pure mixture, the bounds would hold the share in 99.5 % of the cases (χ² with one
 * degree of freedom); in simulated repairs of real catalogues they hold it in three of four.
 */
export const LIKELIHOOD_DROP = 4;

// Evidence against a claim: log-likelihood ratios by which another origin of the cells must be likelier than a true
// repair. Set by hand, and checked by the simulated repairs of `npm run bench:audit`.

/** Cells drawn from the column without regard to the product. */
export const DRAWN_EVIDENCE = 0.3;
/** Some of the cells drawn in that way: one parameter more (Akaike 1974). */
export const DOUBTING_EVIDENCE = 1;
/** Values, or digits, drawn uniformly. */
export const UNIFORM_EVIDENCE = 2.5;
/** One value in all cells. */
export const CONSTANT_EVIDENCE = Math.log(3);
/** Log-likelihood ratio that half of the cells of a claim, if true, must be expected to reach: chance does in 5 %. */
export const HALF_TOLD_EVIDENCE = Math.log(20);
/** Lower bound of the share of true cells from which they are supported all the same: of half-true repairs hardly one has it. */
export const MIN_SHOWN_SHARE = 0.4;
/** Log-likelihood ratio from which new cells are supported, even where most values are new. */
export const SUPPORTING_EVIDENCE = 4;
/** The same per cell, for a group of cells that is likelier true than drawn. */
export const SUPPORTING_EVIDENCE_PER_CELL = 0.2;
/** Log prior odds against missing cells that are distributed otherwise than the recorded ones. Set by hand. */
export const SHIFT_LOG_ODDS = Math.log(5);
/** Characters at the end of a number's label in which its last digits are read. Set by hand. */
export const NUMBER_ENDING = 30;

// Rules for new cells. All set by hand.

/** Fewest filled cells that can be called constant. */
export const FEWEST_CONSTANT = 5;
/** A column is a measure with at least this many distinct numbers and a smaller share of words than the second. */
export const FEWEST_NUMBERS = 12;
export const FEW_WORDS = 0.05;
/** New cells of a measure are rejected if a larger share than this are words. */
export const MOSTLY_WORDS = 0.5;
/** Probability below which the number of new values is surprising: where more than half are new, and otherwise. */
export const MOSTLY_NEW_PROBABILITY = 0.02;
export const PARTLY_NEW_PROBABILITY = 0.001;
/** Share of what new cells say that as many of the recorded ones would, from which they spread a column by chance only. */
export const MIN_LIKE_RECORDED = 0.95;
/** Share of new values beyond the expected one from which novelty is tested; for numbers and dates the second. */
export const LEAST_NOVELTY = 0.1;
export const LEAST_NUMBER_NOVELTY = 0.7;
/** Share of numbers with unseen decimals that must be told, as true ones of a group that was missing are. */
export const MIN_TOLD_SHARE = 0.5;
/** Values of a column that are sought in the texts of products, the most frequent first. Set by hand, for speed. */
export const MAX_VALUES_SOUGHT = 200;
/**
 * Probability that texts name a true value as often beside another recorded value, below which it is taken for none of
 * the column.
 */
export const MAX_FALSE_CONTRADICTION = 0.05;
/** Standard errors by which new cells must repeat another column more often than recorded cells do. */
export const COPY_STANDARD_ERRORS = 3.5;
/** Share of repeated cells, without the commonest one, beyond the expected share, of a partial copy. */
export const PARTIAL_COPY = 0.3;
/** Cells after which a comparison of columns is given up if they agree in less than half of what is needed. */
export const COPY_EARLY_EXIT = 100;
/** Cohen's kappa (1960) from which two columns agree by more than chance. */
export const LEAST_KAPPA = 0.8;
/** Cells of which pieces of texts are compared. Set by hand. */
export const MOST_PIECES_COMPARED = 600;
/** Fewest recorded cells that prove that a column is not simply a piece of the title. */
export const FEWEST_COMPARED_BEGINNINGS = 10;

// Overwritten cells. All set by hand.

/** Fewer overwritten cells, or at most this share of the recorded ones, are single corrections. */
export const MIN_OVERWRITTEN = 5;
export const MIN_OVERWRITTEN_SHARE = 0.05;
/** Share of the overwritten cells that must look like one kind of damage. */
export const MIN_DAMAGED_SHARE = 0.6;
/** Share of the overwritten cells whose new value another one of them has lost. */
export const MIN_MOVED_SHARE = 0.9;
/** Overwritten cells that are looked at, for speed. */
export const MAX_CHANGED_COMPARED = 2_000;

// One value for all new cells. All set by hand.

/** Share of the filled products that must look otherwise than products with other values. */
export const LEAST_LIKE = 0.8;
/** Share of the filled products that a kind without any recorded product must be told by. */
export const LEAST_DISTINCT = 0.97;

/** Recorded products with the value, relative to the filled ones, up to which it was hardly recorded. */
export const HARDLY_RECORDED = 0.25;
/** Recorded values with which one new value is compared, for speed. */
export const MAX_KINDS_COMPARED = 5;

// Pieces of texts. All set by hand.

/** Characters of a text of which words are read at either end. */
export const TEXT_END = 200;
/** Characters of the longest text that can be a path. */
export const LONGEST_PATH = 300;
/** Texts of one cell that are read. */
export const MOST_TEXTS = 4;
/** Labels by which a column is told to hold texts of several words. */
export const SAMPLED_LABELS = 100;

// The products' own kind, which confirms what is derived. All set by hand.

/** Share of the products that tell their kind, at least. */
export const LEAST_KIND_COVERAGE = 0.3;
/** Recorded products of the same group and kind, at least. */
export const FEWEST_OF_KIND = 2;
/** Attributes by whose groups recorded cells are hidden to try a derivation. */
export const MOST_HELD_OUT = 8;
/**
 * Share of the recorded cells that a derivation must tell as if they were missing, so that 95 % of the missing ones are
 * right ("What is derivable" in docs/design/audit.md).
 */
export const LEAST_DERIVED = 0.97;
