import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Two limits that need no body: a key from one address, so that one office cannot use up a shop, and a key
 * altogether. That of a session is counted once the body has named it.
 */
export const rateLimits = fp(
  async (app: FastifyInstance, { client, key }: { client: RateLimiter; key: RateLimiter }) => {
    app.addHook('onRequest', async (request) => {
      const { id } = request.apiKey!;
      client.take(`${id} ${request.address}`);
      key.take(id);
    });
  },
);
