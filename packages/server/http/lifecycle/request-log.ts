import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Logger } from 'pino';
import type { ApiKey } from '../../storage/ports.ts';

/**
 * What may be said of an unexpected error: its name, its code and where it arose. Its message may quote what
 * was sent, so it is left out.
 */
export function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...('code' in error && { code: error.code }),
    at: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: faultOf(error.cause) }),
  };
}

/** What is told of each request once it is answered. */
export interface Answered {
  /** The route as declared; `null` where there is none. */
  readonly route: string | null;
  readonly method: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** What else the line of a request says. */
interface Details {
  readonly correlationId: string;
  /** Its key, where it had one: the beginning is told. */
  readonly key?: Pick<ApiKey, 'prefix'> | undefined;
  /** What was thrown, when it was our fault; else null. */
  readonly fault: unknown;
}

/**
 * Logs every answer other than 2xx, and a sample of the others: correlation id, route, status, the beginning of
 * the key and the duration; never a key, a body, a query or an address that was typed.
 */
export class RequestLog {
  readonly #log: Logger;
  readonly #sample: number;
  readonly #observe: (answered: Answered) => void;

  constructor(options: { log: Logger; sample: number; observe: (answered: Answered) => void }) {
    this.#log = options.log;
    this.#sample = options.sample;
    this.#observe = options.observe;
  }

  /** A request was answered. */
  tell(answered: Answered, { correlationId, key, fault }: Details): void {
    this.#observe(answered);
    const fine = answered.status < 300;
    if (fine && this.#sample < 1 && Math.random() >= this.#sample) return;
    const line = {
      correlationId,
      ...answered,
      milliseconds: Math.round(answered.milliseconds * 10) / 10,
      ...(key !== undefined && { key: key.prefix }),
      ...(fault !== null && { fault: faultOf(fault) }),
    };
    if (answered.status >= 500) this.#log.error(line, 'answered');
    else if (fine) this.#log.info(line, 'answered');
    else this.#log.warn(line, 'answered');
  }
}

/** Tells of what is not for an endpoint; `Api` does the same for what is. */
export const requestLog = fp(async (app: FastifyInstance, { log }: { log: RequestLog }) => {
  app.addHook('onResponse', (request, reply, done) => {
    log.tell(
      {
        route: request.is404 ? null : (request.routeOptions.url ?? null),
        method: request.method,
        status: reply.statusCode,
        milliseconds: reply.elapsedTime,
      },
      { correlationId: request.id, fault: request.fault },
    );
    done();
  });
});
