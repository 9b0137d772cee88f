import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import { FEATURE_COUNT } from '../mixture/gate-features.ts';
import type { Mixture } from '../mixture/mixture.ts';
import type { GateObservations } from './gate-fit.ts';

/** Collects observations for the fit of the gate. */
export class ObservationRecorder {
  readonly #probability: number[] = [];
  readonly #features: number[] = [];
  readonly #signalled: number[] = [];
  readonly #importance: number[] = [];
  readonly #registry: ExpertRegistry;
  readonly #probabilities: Float64Array;

  constructor(registry: ExpertRegistry = EXPERTS) {
    this.#registry = registry;
    this.#probabilities = new Float64Array(registry.count);
  }

  /**
   * Adds the probability that each expert of a mixture gave to the product that came next. An expert's doubt goes to
   * the prior, as in the score.
   */
  add(mixture: Mixture, product: number, importance = 1): void {
    const probabilities = this.#probabilities;
    mixture.expertScores(product, probabilities);
    const { prior } = this.#registry;
    for (let k = 0; k < probabilities.length; k++) {
      const confidence = k === prior ? 1 : mixture.confidence[k];
      this.#probability.push(
        confidence * probabilities[k] + (k === prior ? 0 : (1 - confidence) * probabilities[prior]),
      );
    }
    for (let f = 0; f < FEATURE_COUNT; f++) this.#features.push(mixture.features[f]);
    this.#signalled.push(mixture.state.stated ? 1 : 0);
    this.#importance.push(importance);
  }

  get observations(): GateObservations {
    return {
      count: this.#signalled.length,
      experts: this.#registry.count,
      probability: Float64Array.from(this.#probability),
      features: Float64Array.from(this.#features),
      signalled: Uint8Array.from(this.#signalled),
      importance: Float64Array.from(this.#importance),
    };
  }
}
