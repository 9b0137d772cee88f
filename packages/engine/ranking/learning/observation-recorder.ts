import { CIRCUMSTANCE_COUNT } from '../gate.ts';
import type { Mixture } from '../mixture.ts';
import { VOICE_COUNT, voice } from '../voices.ts';
import type { GateObservations } from './gate-fit.ts';

const PRIOR = voice('prior');

/** Observations as they come in, to be fitted together. */
export class ObservationRecorder {
  readonly #probability: number[] = [];
  readonly #circumstances: number[] = [];
  readonly #signalled: number[] = [];
  readonly #importance: number[] = [];
  readonly #opinions = new Float64Array(VOICE_COUNT);

  /** What the experts of a mixture, each with what it hands to the prior, say of the product that was gone to. */
  add(mixture: Mixture, product: number, importance = 1): void {
    const opinions = this.#opinions;
    mixture.opinions(product, opinions);
    for (let k = 0; k < VOICE_COUNT; k++) {
      const sure = k === PRIOR ? 1 : mixture.confidence[k];
      this.#probability.push(sure * opinions[k] + (k === PRIOR ? 0 : (1 - sure) * opinions[PRIOR]));
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
