/**
 * Says how well a cell featureScore a product, in natural logarithms: above 0 what is found more often in its company than
 * elsewhere.
 */
export interface ValueScorer {
  readonly name: string;
  /** Whether it knows how values of the column fare only where they were recorded before. */
  readonly needsRecorded: boolean;
  /**
   * Says of each cell how well it featureScore the product: of the first in `scores[at]`, and of each further one `step` places
   * on.
   */
  score(product: number, cells: ArrayLike<number>, scores: Float64Array, at: number, step: number): void;
}
