import type { IncomingMessage } from 'node:http';
import type { ErrorCode, ErrorEnvelope } from '@decidable/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { InvalidInput, NotFound, TryAgain } from '../errors.ts';
import { StoreUnavailable } from '../storage/ports.ts';
import { Refusal, unavailable } from './refusal.ts';

/** The body of an error. */
export function envelope(code: ErrorCode, message: string, path: string, correlationId: string): string {
  const body: ErrorEnvelope = {
    success: false,
    error: { code, message },
    timestamp: new Date().toISOString(),
    path,
    correlationId,
  };
  return JSON.stringify(body);
}

/** The path as requested, without its query. */
export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

const ourFault =
  'Something went wrong on our side. Try again; if it persists, report it with the correlation id.';

/** Turns whatever was thrown into the error that the interface describes. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    return unavailable('The service cannot reach its store at the moment. Try again shortly.', 1);
  }
  if (error instanceof InvalidInput) return new Refusal('BAD_REQUEST', error.message);
  if (error instanceof NotFound) return new Refusal('NOT_FOUND', error.message);
  if (error instanceof TryAgain) return unavailable(error.message, error.retryAfterSeconds);
  return new Refusal('INTERNAL', ourFault);
}

/** Whether what was thrown belongs in the log. */
export const isOurFault = (error: unknown, refusal: Refusal): boolean =>
  refusal.code === 'INTERNAL' || error instanceof StoreUnavailable;

declare module 'fastify' {
  interface FastifyRequest {
    /** What was thrown, when it was our fault; for the log. */
    fault: unknown;
  }
}

/**
 * One envelope for every failure, whoever noticed it: here for what is not for an endpoint, in `Exchange` for what is.
 */
export const errorEnvelope = fp(async (app: FastifyInstance) => {
  app.decorateRequest('fault', null);
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (isOurFault(error, refusal)) request.fault = error;
    return sendRefusal(request, reply, refusal);
  });
});

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  for (const name in refusal.headers) reply.header(name, refusal.headers[name]);
  // Whether the connection may go on is for the draining plugin to say, not for a failed parse.
  if (!('connection' in refusal.headers)) reply.removeHeader('connection');
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(envelope(refusal.code, refusal.message, pathOf(request.raw), request.id));
}
