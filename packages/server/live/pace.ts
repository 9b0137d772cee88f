import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which the thread that serves is held up at a time. */
const SLICE = 4;

/** Lets others have a turn when its own has lasted long enough. */
export class Pace {
  #since = performance.now();

  async rest(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
