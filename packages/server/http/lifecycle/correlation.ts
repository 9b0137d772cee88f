import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** The name of a request in our logs. Callers cannot choose it: it must be unique and safe to print. */
export const newCorrelationId = (): string => randomUUID();

/** The headers that no answer should lack; those of the API are written by its `Exchange`. */
export function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-correlation-id', request.id);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
}

/** Every answer carries `x-correlation-id`. */
export const correlation = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply);
    done();
  });
});
