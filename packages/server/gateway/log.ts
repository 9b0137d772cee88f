import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Logger } from 'pino';

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

/**
 * Logs every answer other than 2xx, and a sample of the others: correlation id, route, status, the beginning of
 * the key and the duration; never a key, a body, a query or an address that was typed.
 */
export const requestLog = fp(
  async (
    app: FastifyInstance,
    options: { log: Logger; sample: number; observe: (answered: Answered) => void },
  ) => {
    const { log, sample, observe } = options;
    app.addHook('onResponse', (request, reply, done) => {
      const answered: Answered = {
        route: request.is404 ? null : (request.routeOptions.url ?? null),
        method: request.method,
        status: reply.statusCode,
        milliseconds: reply.elapsedTime,
      };
      observe(answered);
      const fine = answered.status < 300;
      if (!fine || sample >= 1 || Math.random() < sample) {
        const line = {
          correlationId: request.id,
          ...answered,
          milliseconds: Math.round(answered.milliseconds * 10) / 10,
          ...(request.apiKey && { key: request.apiKey.prefix }),
          ...(request.fault !== null && { fault: faultOf(request.fault) }),
        };
        if (answered.status >= 500) log.error(line, 'answered');
        else if (fine) log.info(line, 'answered');
        else log.warn(line, 'answered');
      }
      done();
    });
  },
);
