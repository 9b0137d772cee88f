import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import { FEATURE_COUNT } from '../mixture/gate-features.ts';
import type { Mixture } from '../mixture/mixture.ts';
import type { Observed } from './gate-fit.ts';

/** Observations as they come in, to be fitted together. */
export class Collected {
  readonly #probability: number[] = [];
  readonly #circumstances: number[] = [];
  readonly #signalled: number[] = [];
  readonly #importance: number[] = [];
  readonly #registry: ExpertRegistry;
  readonly #scores: Float64Array;

  constructor(registry: ExpertRegistry = EXPERTS) {
    this.#registry = registry;
    this.#scores = new Float64Array(registry.count);
  }

  /** What the voices of a mixture, each with what it hands to the prior, say of the product that was gone to. */
  add(mixture: Mixture, product: number, importance = 1): void {
    const scores = this.#scores;
    const { prior } = this.#registry;
    mixture.expertScores(product, scores);
    for (let k = 0; k < scores.length; k++) {
      const sure = k === prior ? 1 : mixture.confidence[k];
      this.#probability.push(sure * scores[k] + (k === prior ? 0 : (1 - sure) * scores[prior]));
    }
    for (let f = 0; f < FEATURE_COUNT; f++) this.#circumstances.push(mixture.features[f]);
    this.#signalled.push(mixture.scene.signalled ? 1 : 0);
    this.#importance.push(importance);
  }

  get observed(): Observed {
    return {
      count: this.#signalled.length,
      voices: this.#registry.count,
      probability: Float64Array.from(this.#probability),
      circumstances: Float64Array.from(this.#circumstances),
      signalled: Uint8Array.from(this.#signalled),
      importance: Float64Array.from(this.#importance),
    };
  }
}
