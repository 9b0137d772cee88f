import type { ApiKey } from '../../storage/ports.ts';
import type { Exchange } from '../exchange.ts';
import { type RateLimiter, WHOLE } from './local-limiter.ts';

/**
 * Two limits that need no body: a key from one address, so that one office cannot use up a shop, and a key
 * altogether. That of a session is counted once the body has named it.
 */
export class RateLimits {
  readonly #client: RateLimiter;
  readonly #key: RateLimiter;

  constructor(limits: { readonly client: RateLimiter; readonly key: RateLimiter }) {
    this.#client = limits.client;
    this.#key = limits.key;
  }

  /** Counts one request. @throws Refusal 429 */
  take({ id }: ApiKey, { address, began }: Exchange): void {
    this.#client.take(id, address, began);
    this.#key.take(id, WHOLE, began);
  }
}
