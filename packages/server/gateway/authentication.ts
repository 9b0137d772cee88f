import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ApiKey, Keys } from '../storage/ports.ts';
import { limitedAddress } from './client-address.ts';
import { hashKey } from './key.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request came with; set once it is known to be valid. */
    apiKey: ApiKey | null;
    /** The address that limits count by. */
    address: string;
  }
}

const refused =
  'A valid API key is needed, in the x-api-key header. The key is missing, wrong, revoked or expired, or was sent in another header.';

/**
 * Checks the key of every request of its scope. A missing, unknown, revoked and expired key are answered alike
 * and take the same steps (one hash, one look-up), so that nothing can be learned about other keys. An address
 * that keeps failing is refused before its keys are looked at.
 */
export const authentication = fp(
  async (app: FastifyInstance, { keys, failures }: { keys: Keys; failures: RateLimiter }) => {
    app.decorateRequest('apiKey', null);
    app.decorateRequest('address', '');
    app.addHook('onRequest', async (request) => {
      request.address = limitedAddress(request.ip);
      failures.check(request.address);
      const sent = request.headers['x-api-key'];
      const found = keys.findByHash(hashKey(typeof sent === 'string' ? sent : ''));
      const key = found instanceof Promise ? await found : found;
      const now = Date.now();
      if (key === undefined || key.revokedAt !== undefined || (key.expiresAt ?? Infinity) <= now) {
        failures.take(request.address);
        throw new Refusal('UNAUTHORIZED', refused);
      }
      request.apiKey = key;
      keys.touch(key.organizationId, key.id, now);
    });
  },
);
