/**
 * BM25F (Robertson & Zaragoza 2009, section 3.6): a word counts by the field that it stands in, and each field is
 * normalised by its own mean length.
 */

/** Where a word of a product stands, by number. */
export const TITLE = 0;
export const ATTRIBUTE = 1;
export const DESCRIPTION = 2;
/** The fields that are texts of their own, with a length. */
export const TEXTS = 3;
/** The part of the title that says what the product is for. */
export const PURPOSE = 3;
export const FIELDS = 4;
/** The text that a field is in. */
const TEXT_OF = [TITLE, ATTRIBUTE, DESCRIPTION, TITLE];

/** Saturation of repeated words. Within the range that the paper gives, chosen with {@link TITLE_WEIGHT}. */
const K1 = 1.6;

/**
 * Weight of a word of the title and of a description, and influence of the length of each field. Chosen on judged
 * searches of two shops (docs/design/ranking.md, "Searches"). A word in a short title says more of the product than in
 * a long one.
 */
const TITLE_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 0.8;
/**
 * Weight of a word that says what the product is for: a "Case for iPad" is found by "ipad", behind what is an iPad. A
 * quarter of a title's word: with half, "ipod nano" began with four armbands. .3 to 2 change the judged searches by at most .004.
 */
const PURPOSE_WEIGHT = 0.75;
const LENGTH_INFLUENCE = [0.6, 0.9, 0.9];
/**
 * Words of the attributes of a product that weigh 1 each; where products have more, they share this weight. Most of
 * many attributes are technical, but a few say what a product is. The judged set with attributes has 24 words of them a
 * product, and does best with a weight of .2: five words. No other figure was tried.
 */
const ATTRIBUTE_WORDS = 5;
/** Most and least that a word of an attribute weighs: less than one of a title, and never next to nothing. */
const MOST_ATTRIBUTE = 1;
const LEAST_ATTRIBUTE = 0.2;

/** Weight of a word of an attribute, by the mean number of such words of a product. */
const attributeWeight = (words: number): number =>
  Math.max(LEAST_ATTRIBUTE, Math.min(MOST_ATTRIBUTE, ATTRIBUTE_WORDS / words));

/**
 * The occurrences of one word in the texts of one product, as one number: for each field a count of up to
 * {@link MOST_COUNTED}, and two marks. A catalogue has millions of them; as objects they would take several times the
 * memory of the whole index.
 */
export type Occurrences = number;

const FIELD_BITS = 7;
/** More occurrences in a field count as this many: the weight of a word saturates long before. */
export const MOST_COUNTED = 2 ** FIELD_BITS - 1;
/** The word says what the product is. */
export const IS_HEAD = 1 << (FIELDS * FIELD_BITS);
/** The word names the category of the product. */
export const IS_CATEGORY = IS_HEAD << 1;

/** Whether a word stands in the title or an attribute, also in the part of a title that says what the thing is for. */
export const isStated = (occurrences: Occurrences): boolean =>
  [TITLE, ATTRIBUTE, PURPOSE].some((field) => ((occurrences >> (FIELD_BITS * field)) & MOST_COUNTED) !== 0);

/** One more occurrence in a field. */
export function oneMore(occurrences: Occurrences, field: number): Occurrences {
  const shift = FIELD_BITS * field;
  return ((occurrences >> shift) & MOST_COUNTED) === MOST_COUNTED ? occurrences : occurrences + (1 << shift);
}

/**
 * The weight of a term in a product.
 *
 * @param lengths words of the texts of all products, TEXTS numbers each
 * @param product its place among them
 * @param averages means of the lengths by text
 */
export function termWeight(
  idf: number,
  occurrences: Occurrences,
  lengths: ArrayLike<number>,
  product: number,
  averages: readonly number[],
): number {
  const fieldWeights = [
    TITLE_WEIGHT,
    attributeWeight(averages[ATTRIBUTE]),
    DESCRIPTION_WEIGHT,
    PURPOSE_WEIGHT,
  ];
  let frequency = 0;
  for (let field = 0; field < FIELDS; field++) {
    const count = (occurrences >> (FIELD_BITS * field)) & MOST_COUNTED;
    if (count === 0) continue;
    const text = TEXT_OF[field];
    const influence = LENGTH_INFLUENCE[text];
    const length = 1 - influence + (influence * lengths[TEXTS * product + text]) / (averages[text] || 1);
    frequency += (fieldWeights[field] * count) / length;
  }
  return (idf * frequency * (K1 + 1)) / (frequency + K1);
}

/**
 * Inverse document frequency of a term that `having` of `size` products have (Robertson & Zaragoza 2009, with + 1 to
 * keep it positive).
 */
export function idfOf(having: number, size: number): number {
  return Math.log(1 + (size - having + 0.5) / (having + 0.5));
}
