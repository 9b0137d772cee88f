import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../errors/refusal.ts';

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
export const stopping = (): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', 'The service is shutting down. Try again.', {
    'retry-after': '1',
    connection: 'close',
  });

/** Counts and refuses what is not for an endpoint; `Api` does the same for what is. */
export const draining = fp(
  async (app: FastifyInstance, { drain, shed }: { drain: Drain; shed: (reason: string) => void }) => {
    app.addHook('onRequest', (request, reply, done) => {
      if (!drain.draining) {
        drain.enter();
        reply.raw.once('close', () => drain.leave());
        done();
        return;
      }
      shed('draining');
      request.raw.resume();
      done(stopping());
    });
  },
);
