import type { Scene } from '../intent/session-state.ts';
import type { Lookup } from '../mixture/group-tables.ts';
import type { Evidence } from '../mixture/sparse-scores.ts';
import type { FactorName } from '../types.ts';

/** How much likelier than by the prior products of each code are. */
export interface Lift extends Lookup {
  /** Prior mass of the products of each entry of the table: spares a look at every product. */
  readonly mass: Float64Array;
}

/**
 * What a voice that judges kinds of products has to say: `p(i) ∝ prior(i) · Π_t table_t[code_t(i) + 1]` over its lifts
 * t.
 */
export interface DenseOpinion {
  readonly voice: number;
  readonly lifts: readonly Lift[];
  /** Probabilities of the products, adding up to 1, instead of lifts. */
  readonly values?: Float64Array;
  /** Confidence 0..1: the rest of the voice's weight goes to the prior. */
  readonly confidence: number;
  /** What matched, for the breakdown; `product` has a lift. */
  signal(product: number): string;
}

/** The voices of a factor. An expert names single products in the evidence, or judges kinds of products, or both. */
export interface Expert {
  readonly factor: FactorName;
  /** Adds raw values of products to the evidence; returns the dense opinions. */
  speak(scene: Scene, evidence: Evidence): readonly DenseOpinion[];
}
