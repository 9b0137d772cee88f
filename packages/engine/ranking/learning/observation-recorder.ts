import { CIRCUMSTANCE_COUNT } from '../gate.ts';
import type { Mixture } from '../mixture.ts';
import { VOICE_COUNT, voice } from '../voices.ts';
import type { GateObservations } from './gate-fit.ts';

const PRIOR = voice('prior');

/** Collects observations for the fit of the gate. */
export class ObservationRecorder {
  readonly #probability: number[] = [];
  readonly #circumstances: number[] = [];
  readonly #signalled: number[] = [];
  readonly #importance: number[] = [];
  readonly #probabilities = new Float64Array(VOICE_COUNT);

  /**
   * Adds the probability that each expert of a mixture gave to the product that came next. An expert's doubt goes to
   * the prior, as in the score.
   */
  add(mixture: Mixture, product: number, importance = 1): void {
    const probabilities = this.#probabilities;
    mixture.opinions(product, probabilities);
    for (let k = 0; k < VOICE_COUNT; k++) {
      const confidence = k === PRIOR ? 1 : mixture.confidence[k];
      this.#probability.push(
        confidence * probabilities[k] + (k === PRIOR ? 0 : (1 - confidence) * probabilities[PRIOR]),
      );
    }
    for (let f = 0; f < CIRCUMSTANCE_COUNT; f++) this.#circumstances.push(mixture.circumstances[f]);
    this.#signalled.push(mixture.scene.signalled ? 1 : 0);
    this.#importance.push(importance);
  }

  get observations(): GateObservations {
    return {
      count: this.#signalled.length,
      experts: VOICE_COUNT,
      probability: Float64Array.from(this.#probability),
      circumstances: Float64Array.from(this.#circumstances),
      signalled: Uint8Array.from(this.#signalled),
      importance: Float64Array.from(this.#importance),
    };
  }
}
