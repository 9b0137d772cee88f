/**
 * Scores how well a cell fits a product, in natural logarithms: above 0 for cells that are more frequent
 * among similar products.
 */
export interface ValueScorer {
  readonly name: string;
  /** Whether it can only score values that were recorded before. */
  readonly needsRecorded: boolean;
  /** Scores each cell for the product. The score of cell `i` is written to `scores[at + i · step]`. */
  score(product: number, cells: ArrayLike<number>, scores: Float64Array, at: number, step: number): void;
}
