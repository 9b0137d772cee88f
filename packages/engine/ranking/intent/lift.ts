/** A number for each product: `table[code[product] + 1]`. Entry 0 of the table is for products with code -1. */
export interface Lookup {
  readonly code: Int32Array;
  readonly table: Float64Array;
}

/** Probability of products by code, relative to the prior; 1 = as likely. */
export interface Lift extends Lookup {
  /** `[1 + code]`: prior mass of the products of each table entry, so that a sum need not visit every product. */
  readonly mass: Float64Array;
}
