/** Spellings of one value, which a merchandiser may want to make one. Nothing is merged by itself. */
export interface SpellingGroup {
  /** The most frequent spelling first. */
  readonly values: readonly { readonly value: string; readonly products: number }[];
  /** The most frequent spelling. */
  readonly proposed: string;
  /**
   * Bits of the attribute that tell nothing but its spelling: the entropy of the recorded values less that with these
   * merged. A shopper who asks for one spelling does not get the products with the others.
   */
  readonly bits: number;
}
