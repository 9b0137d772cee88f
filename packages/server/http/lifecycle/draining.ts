import { setTimeout as elapsed } from 'node:timers/promises';
import { Refusal } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/**
 * How long a request may go on to arrive after the service was told to stop, in ms; then it is refused. Who sends half
 * of a request does not hold up the stop. Set by hand.
 */
const HALF_SENT = 5_000;

/**
 * Stops the service in steps: readiness fails first, while all is answered as usual, so that a balancer which watches
 * it turns to other nodes; then answers close their connections; then new requests are refused, and those in flight
 * finish.
 */
export class Drain {
  #inFlight = 0;
  #leaving = false;
  #closing = false;
  #draining = false;
  #toldAt = 0;
  #empty: (() => void) | undefined;
  /** Refuses the requests whose bodies are not complete. */
  #refuseHalfSent: () => void = () => {};

  /** Whether the service is about to stop: readiness fails. */
  get leaving(): boolean {
    return this.#leaving;
  }

  /** Whether answers close their connections. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Whether new requests are refused. */
  get draining(): boolean {
    return this.#draining;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  enter(): void {
    this.#inFlight++;
  }

  leave(): void {
    this.#inFlight--;
    if (this.#inFlight === 0) this.#empty?.();
  }

  /** @param refuse refuses the requests that are still arriving */
  onHalfSent(refuse: () => void): void {
    this.#refuseHalfSent = refuse;
  }

  /**
   * Readiness fails from now on; from the half of the time on answers close their connections. Resolves when the time
   * is over.
   *
   * @param time in ms; 0 for both at once
   * @param wait waits for so many ms; a clock unless given
   */
  async lameDuck(time: number, wait: (time: number) => Promise<unknown> = elapsed): Promise<void> {
    this.#leaving = true;
    this.#toldAt = performance.now();
    if (time > 0) await wait(time / 2);
    this.#closing = true;
    if (time > 0) await wait(time / 2);
  }

  /** From now on new requests are refused. Resolves when those in flight have finished, or after `most` ms. */
  async start(most: number): Promise<void> {
    if (!this.#leaving) await this.lameDuck(0);
    this.#draining = true;
    if (this.#inFlight === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#empty = resolve;
    const timers = [
      setTimeout(resolve, most),
      setTimeout(
        () => this.#refuseHalfSent(),
        Math.min(most, Math.max(0, this.#toldAt + HALF_SENT - performance.now())),
      ),
    ];
    await promise;
    for (const timer of timers) clearTimeout(timer);
  }
}

/** A request that comes while the service stops gets a 503 and, as all answers then, a closed connection. */
export const stopping = (): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', 'The service is shutting down. Try again.', {
    'retry-after': '1',
  });

/** Counts a request as in flight, or refuses it when the service stops. */
export const whileServing =
  (drain: Drain, shed: (reason: string) => void): Check =>
  (exchange) => {
    if (drain.draining) {
      shed('draining');
      throw stopping();
    }
    drain.enter();
    exchange.inFlight = true;
  };
