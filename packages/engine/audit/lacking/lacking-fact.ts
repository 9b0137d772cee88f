/** A fact that texts say of some products and no column holds. */
export interface LackingFact {
  readonly attribute: string;
  /** The column of the texts. */
  readonly from: string;
  /** Products whose text says it, of so many to which it applies and whose texts were read. */
  readonly products: number;
  readonly of: number;
  /** The most frequent values. */
  readonly values: readonly { readonly value: string; readonly products: number }[];
  readonly distinct: number;
  /** The part of the text that says it. */
  readonly examples: readonly { readonly product: string; readonly text: string }[];
  /** Bits that a column of it would bring if it were recorded for every product to which it applies. */
  readonly bits: number;
}
