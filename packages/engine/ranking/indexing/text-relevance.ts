/**
 * BM25F (Robertson & Zaragoza 2009, section 3.6): a word counts by the field that it stands in, and each field is
 * normalised by its own mean length.
 */

/** Where a word of a product stands. */
export const TEXT_FIELDS = ['title', 'attribute', 'description'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** By field: words of a text, or occurrences of one word. */
export type FieldCounts = Readonly<Record<TextField, number>>;

/** Saturation of repeated words. Within the range that the paper gives. */
const K1 = 1.2;

/**
 * Weight of a word by field, and influence of the length of the field. Chosen on judged searches of two shops
 * (docs/design/ranking.md, "Searches"): many attributes are technical, so their words say less than those of a
 * description, and less the more there are.
 */
const WEIGHT: FieldCounts = { title: 3, attribute: 0.5, description: 1 };
const LENGTH_INFLUENCE: FieldCounts = { title: 0.5, attribute: 0.9, description: 0.75 };

export const noCounts = (): Record<TextField, number> => ({ title: 0, attribute: 0, description: 0 });

/**
 * The weight of a term in a product.
 *
 * @param counts occurrences of the term
 * @param lengths words of the product's texts
 * @param averages their means over the catalogue
 */
export function termWeight(
  idf: number,
  counts: FieldCounts,
  lengths: FieldCounts,
  averages: FieldCounts,
): number {
  let frequency = 0;
  for (const field of TEXT_FIELDS) {
    if (counts[field] === 0) continue;
    const influence = LENGTH_INFLUENCE[field];
    const length = 1 - influence + (influence * lengths[field]) / (averages[field] || 1);
    frequency += (WEIGHT[field] * counts[field]) / length;
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
