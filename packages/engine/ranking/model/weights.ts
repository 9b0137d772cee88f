/**
 * How much each expert counts, by the features of a session: a softmax over the experts of what the features add to
 * each one's share. What the shopper stated beyond viewing products has shares of its own beside that.
 */
export interface Weights {
  /** `[expert][feature]` */
  readonly gate: Float64Array;
  /** Shares of the experts for what the shopper stated, where something was; the gate has the rest. */
  readonly stated: Float64Array;
}
