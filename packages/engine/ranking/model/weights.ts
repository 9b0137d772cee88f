/**
 * Weights of the experts: a softmax over the experts of linear functions of the session features. Explicit signals
 * have separate shares.
 */
export interface Weights {
  /** `[expert][feature]`: coefficients of the softmax. */
  readonly gate: Float64Array;
  /** `[expert]`: shares for sessions with explicit signals; the gate gets the rest up to 1. */
  readonly stated: Float64Array;
}
