import type { ErrorCode, ErrorEnvelope } from '@decidable/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
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
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** What a content type other than JSON is answered with. */
export const notJson = 'The body must be JSON: send the header "Content-Type: application/json".';

const ourFault =
  'Something went wrong on our side. Try again; if it persists, report it with the correlation id.';

/** Turns whatever was thrown into the error that the interface describes. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    return unavailable('The service cannot reach its store at the moment. Try again shortly.', 1);
  }
  if ((error as { code?: string }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('UNSUPPORTED_MEDIA_TYPE', notJson);
  }
  return new Refusal('INTERNAL', ourFault);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What was thrown, when it was our fault; for the log. */
    fault: unknown;
  }
}

/** One envelope for every failure, whoever noticed it. */
export const errorEnvelope = fp(async (app: FastifyInstance) => {
  app.decorateRequest('fault', null);
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'INTERNAL' || error instanceof StoreUnavailable) request.fault = error;
    return sendRefusal(request, reply, refusal);
  });
});

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  for (const name in refusal.headers) reply.header(name, refusal.headers[name]);
  // Whether the connection may go on is for the draining and body plugins to say, not for a failed parse.
  if (!('connection' in refusal.headers)) reply.removeHeader('connection');
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(envelope(refusal.code, refusal.message, pathOf(request), request.id));
}
