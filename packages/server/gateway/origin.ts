import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from './refusal.ts';

/**
 * A key that is scoped to origins works from those only: scheme, host and port must be equal. A request without
 * an Origin header comes from a server and passes: outside a browser the header proves nothing.
 */
export const originCheck = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers;
    const allowed = request.apiKey!.origins;
    if (origin !== undefined && allowed.length > 0 && !allowed.includes(origin)) {
      done(
        new Refusal(
          'FORBIDDEN',
          "This key may not be used from this page's origin. Add the origin to the key, or use another key.",
        ),
      );
      return;
    }
    done();
  });
});
