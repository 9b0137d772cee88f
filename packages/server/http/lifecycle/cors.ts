import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** Chromium keeps a preflight for at most two hours, Firefox for a day. */
const maxAgeSeconds = '7200';
/** The headers of ours that a page may read. */
export const exposed = 'x-correlation-id, retry-after, ratelimit, ratelimit-policy';

/** The headers without which a page could not read an answer. */
export function allowReading(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'Origin');
  reply.header('access-control-allow-origin', request.headers.origin ?? '*');
  reply.header('access-control-expose-headers', exposed);
}

/**
 * Lets a page on any origin read every answer, errors too. No cookie is ever involved (credentials are not
 * allowed), and which origins a key works from is checked with the key, so preflights are open to all.
 */
export const cors = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    allowReading(request, reply);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type, x-api-key')
        .header('access-control-max-age', maxAgeSeconds)
        .send();
      return;
    }
    done();
  });
});
