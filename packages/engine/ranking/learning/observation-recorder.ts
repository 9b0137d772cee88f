import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import { FEATURE_COUNT } from '../mixture/gate-features.ts';
import type { Mixture } from '../mixture/mixture.ts';
import type { GateObservations } from './gate-fit.ts';

/** Collects the observations that the gate is fitted on. */
export class ObservationRecorder {
  readonly #probability: number[] = [];
  readonly #features: number[] = [];
  readonly #signalled: number[] = [];
  readonly #importance: number[] = [];
  /** The experts that are observed. */
  readonly experts: ExpertRegistry;
  readonly #probabilities: Float64Array;

  constructor(experts: ExpertRegistry = EXPERTS) {
    this.experts = experts;
    this.#probabilities = new Float64Array(experts.count);
  }

  /**
   * Adds the probability that each expert gives to the product that came next. Where an expert is not confident, the
   * prior takes its place, as in the score.
   *
   * @param product row of the index
   * @param importance weight of the observation
   */
  add(mixture: Mixture, product: number, importance = 1): void {
    const probabilities = this.#probabilities;
    mixture.expertScores(product, probabilities);
    const { prior } = this.experts;
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
      experts: this.experts.count,
      probability: Float64Array.from(this.#probability),
      features: Float64Array.from(this.#features),
      signalled: Uint8Array.from(this.#signalled),
      importance: Float64Array.from(this.#importance),
    };
  }
}
