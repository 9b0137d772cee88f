import { hashKey } from '../keys/mint-key.ts';
import type { ApiKey, Keys } from '../storage/ports.ts';
import type { Exchange } from './exchange.ts';
import { type RateLimiter, WHOLE } from './rate-limiter.ts';
import { Refusal } from './refusal.ts';

const refused =
  'A valid API key is needed, in the x-api-key header. The key is missing, wrong, revoked or expired, or was sent in another header.';

/**
 * Checks the key of a request. A missing, unknown, revoked and expired key are answered alike and take the
 * same steps (one hash, one look-up), so that nothing can be learned about other keys. An address that keeps failing
 * is refused before its keys are looked at.
 */
export class Authentication {
  readonly #keys: Keys;
  readonly #failures: RateLimiter;

  constructor(keys: Keys, failures: RateLimiter) {
    this.#keys = keys;
    this.#failures = failures;
  }

  /** Looks the key up that the request came with. @throws Refusal 429 when its address has failed too often */
  find({ address, began, request }: Exchange): ApiKey | undefined | Promise<ApiKey | undefined> {
    this.#failures.check(address, WHOLE, began);
    const sent = request.headers['x-api-key'];
    return this.#keys.findByHash(hashKey(typeof sent === 'string' ? sent : ''));
  }

  /** The key that was found, when it is valid now. @throws Refusal 401 */
  require({ address }: Exchange, key: ApiKey | undefined): ApiKey {
    const now = Date.now();
    if (key === undefined || key.revokedAt !== undefined || (key.expiresAt ?? Infinity) <= now) {
      this.#failures.take(address);
      throw new Refusal('UNAUTHORIZED', refused);
    }
    this.#keys.touch(key.organizationId, key.id, now);
    return key;
  }
}
