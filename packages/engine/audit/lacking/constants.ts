// Limits of the search for facts that no column holds. All are set by hand, on the files of docs/design/audit.md.

/** Products whose texts are read: the first of the canonical order, which are a random sample. */
export const READ_PRODUCTS = 600;
/** Texts from which it is told whether a column is prose. */
export const SAMPLED_TEXTS = 100;
/** Columns of text that are read, and characters of one text and of one column. */
export const READ_COLUMNS = 5;
export const READ_CHARACTERS = 1_000;
export const READ_COLUMN_CHARACTERS = 200_000;
/** Mean words of a text from which on it is prose, in which a word may speak of anything. */
export const PROSE_WORDS = 16;
/** Mean words of a title or a description at least: a single word is a name. */
export const FEWEST_WORDS = 1.8;
/** Fewest products that say a fact, of all that are read and of the values of a fact that is told by words. */
export const FEWEST_SAYING = 5;
export const FEWEST_PER_VALUE = 2;
/**
 * Least share of the products of a segment that say a fact, so that it is one of that segment: of measures and features,
 * and of words, which fewer products may have as names ("Red Roadster").
 */
export const LEAST_SHARE = 0.05;
export const LEAST_SHARE_OF_WORDS = 0.1;
/** Words of a sentence of prose up to which it says a fact of the product, and does not tell a story. */
export const LONGEST_STATEMENT = 8;
/** Largest share of products with one value: more are boilerplate. */
export const LARGEST_COMMON_SHARE = 0.95;
/** Share of the saying products of which another column has the same word or number, so that it holds the fact. */
export const HELD_SHARE = 0.4;
/**
 * Candidates that are compared with other columns, those that most products say; products of each that are compared, and
 * fewest of them in files of very many columns; and cells that are compared.
 */
export const COMPARED_CANDIDATES = 60;
export const COMPARED_PRODUCTS = 250;
export const FEWEST_COMPARED = 20;
export const COMPARED_CELLS = 2_000_000;
/** Least bits of a fact worth telling. */
export const LEAST_BITS = 0.1;
/** Share of the places of a fact that another one has too, so that it is told once. */
export const SAME_PLACES = 0.7;
/** Facts, values of a fact and examples that are told. */
export const MOST_FACTS = 5;
export const MOST_VALUES = 12;
export const MOST_EXAMPLES = 3;
/** Characters of the text around an example. */
export const EXAMPLE_CHARACTERS = 90;
