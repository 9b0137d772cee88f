// Limits of the search for spellings. All are set by hand, on the files of docs/design/audit.md.

/** Values that are compared, the most frequent ones of each column: in a column, in a file, and in a column at least. */
export const COMPARED_VALUES = 3_000;
export const COMPARED_IN_FILE = 40_000;
export const FEWEST_COMPARED = 30;
/** Products looked through for the pairs that may be slips, in a file. */
export const SEARCHED_PRODUCTS = 20_000_000;
/** A longer value is a sentence. In characters. */
export const LONGEST_VALUE = 60;
/** Pairs of similar values that are examined in a column. */
export const EXAMINED_PAIRS = 20_000;
/** Fewest letters of a value in which spaces, hyphens and accents do not tell it from another: "X-L", "A/B". */
export const FEWEST_LETTERS = 4;
/** Fewest letters of a word that may lack a letter, have one twice, or have two changed about. */
export const SHORTEST_MISSPELT = 6;
/** Fewest letters of a word in which one letter may be any other; in shorter ones it must sound alike. */
export const SHORTEST_REPLACED = 8;
/** A misspelling is so many times rarer than the word. */
export const RARER = 4;
/** Other values of the export with a word from which on it is a word of its own and no misspelling. */
export const OWN_WORD = 2;
/** Other columns in which the products of two spellings are compared, and products of each spelling. */
export const COMPARED_COLUMNS = 12;
export const COMPARED_CARRIERS = 40;
/** Log-odds below which the products of two spellings are different things. */
export const LEAST_ALIKE = -1.4;
/** Groups of spellings reported for a column, those first that cost most. */
export const MOST_GROUPS = 50;
