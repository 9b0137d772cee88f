/**
 * How the relevance of a product follows from its features: BM25F times e^(Σ weight · feature). The weights were fitted by one
 * pass of a coordinate search on the half of two judged sets that may be looked at (38 and 63 searches, mean of NDCG@10 full and
 * condensed: .8345 to .8375; on the half that was kept back .8113 to .8135). What each is worth, with its error, is in
 * bench/results/rent.json.
 */
export const WEIGHTS = {
  /** Of the logarithm of the share of the searched words that the product has, by their rarity, −∞ to 0. .6, .8 and 1 differ by .002. */
  coverage: 0.6,
  /**
   * Of the words that the product lacks, how far they say what kind of thing it is (see `WordStatistics.ofKind`), summed, 0 and
   * more: who searches for a 4k monitor wants no other thing with 4k. .1, .2 and .35 differ by .002.
   */
  lacksKind: Math.log(0.2),
  /**
   * Whether the product is called by the word for the thing that is asked for: it is the thing, not something for it. 1.1 loses
   * .006, 1.5 .002, 2 .007.
   */
  isThing: Math.log(1.2),
  /** Whether a searched word names its category. 1 loses .001, 1.5 .003, 2.5 .008. */
  isOfKind: Math.log(1.1),
};
