import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** The name of a request in our logs. Callers cannot choose it: it must be unique and safe to print. */
export const newCorrelationId = (): string => randomUUID();

/** Every answer carries `x-correlation-id`, and the headers that no answer should lack. */
export const correlation = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-correlation-id', request.id);
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
});
