import type { Column } from '../indexing/column.ts';

/** What speaks against the products of some cells of one column. */
export interface Objection {
  readonly column: Column;
  /** `[1 + cell]`: what is left of the score, above 0 to 1; entry 0 is of products without one. */
  readonly table: Float64Array;
  /** The value that a breakdown names: of what speaks against the product, else of what speaks against others. */
  readonly signal: (product: number) => string;
}

/** What it leaves of the score of a product. */
export const shareOf = ({ column, table }: Objection, product: number): number =>
  table[column.cell[product] + 1];
