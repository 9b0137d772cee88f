import { unavailable } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/** Milliseconds between two measurements. Set by hand. */
const EVERY = 100;

/**
 * The delay of timers by the event loop, in ms. One long pause (a garbage collection) is no overload, so the lag is the
 * smaller of the last two measurements.
 */
export class EventLoopLag {
  #before = 0;
  #last = 0;
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let due = performance.now() + EVERY;
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.record(now - due);
      due = now + EVERY;
    }, EVERY).unref();
  }

  record(lag: number): void {
    this.#before = this.#last;
    this.#last = Math.max(0, lag);
  }

  get now(): number {
    return Math.min(this.#before, this.#last);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Refuses new requests while the event loop lags, so that those that are answered are answered in time.
 *
 * @param most the lag beyond which that happens, in ms
 */
export const whileInTime =
  (lag: EventLoopLag, most: number, shed: (reason: string) => void): Check =>
  () => {
    if (lag.now <= most) return;
    shed('event-loop');
    throw unavailable('The service is overloaded at the moment. Try again shortly.', 1);
  };
