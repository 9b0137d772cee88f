import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type Refusal, unavailable } from '../errors/refusal.ts';

const every = 100;

/**
 * How long the event loop makes a timer wait beyond its time, in ms. One long pause (a collection of garbage)
 * is no overload, so what counts is the smaller of the last two measurements.
 */
export class EventLoopLag {
  #before = 0;
  #last = 0;
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let due = performance.now() + every;
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.record(now - due);
      due = now + every;
    }, every).unref();
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

/** New requests are refused while the event loop lags: those that are answered are answered in time. */
export const overloaded = (): Refusal =>
  unavailable('The service is overloaded at the moment. Try again shortly.', 1);

/** Refuses what is not for an endpoint; `Api` does the same for what is. */
export const loadShedding = fp(
  async (
    app: FastifyInstance,
    { lag, most, shed }: { lag: EventLoopLag; most: number; shed: (reason: string) => void },
  ) => {
    app.addHook('onRequest', (_request, _reply, done) => {
      if (lag.now <= most) {
        done();
        return;
      }
      shed('event-loop');
      done(overloaded());
    });
  },
);
