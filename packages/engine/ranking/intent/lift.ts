/** A number by the code of a product: `table[code[product] + 1]`, the first entry being of products without a code. */
export interface Lookup {
  readonly code: Int32Array;
  readonly table: Float64Array;
}

/** How much likelier than by the prior products of each code are: 1 = as likely. */
export interface Lift extends Lookup {
  /** Prior mass of the products of each entry of the table: spares a look at every product. */
  readonly mass: Float64Array;
}
