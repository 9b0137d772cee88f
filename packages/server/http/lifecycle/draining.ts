import { Refusal } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/** Counts the requests in flight, and lets them finish when the service stops. */
export class Drain {
  #inFlight = 0;
  #draining = false;
  #empty: (() => void) | undefined;

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

  /** From now on new requests are refused. Resolves when those in flight have finished, or after `most` ms. */
  async start(most: number): Promise<void> {
    this.#draining = true;
    if (this.#inFlight === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#empty = resolve;
    const timer = setTimeout(resolve, most);
    await promise;
    clearTimeout(timer);
  }
}

/** A request that comes while the service stops gets a 503 and a closed connection, and goes elsewhere. */
const stopping = (): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', 'The service is shutting down. Try again.', {
    'retry-after': '1',
    connection: 'close',
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
