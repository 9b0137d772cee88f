import { hashKey } from '../../keys/mint-key.ts';
import type { ApiKey, Keys } from '../../storage/ports.ts';
import { Refusal } from '../errors/refusal.ts';
import type { Exchange } from '../exchange.ts';
import type { RateRule } from '../limits/rate-rule.ts';
import type { Check } from '../request-check.ts';

const MESSAGE =
  'A valid API key is needed, in the x-api-key header. The key is missing, wrong, revoked or expired, or was sent in another header.';

/**
 * Checks the key of a request. A missing, unknown, revoked and expired key are answered alike and take the
 * same steps (one hash, one look-up), so that a caller learns nothing about other keys.
 *
 * Failures are counted by address, and only failures are refused for them: a valid key passes however many invalid ones
 * its address has sent. Behind a proxy that is not trusted all visitors have one address, and one of them would
 * otherwise lock out the others. Keys have 192 random bits, so guessing is hopeless with and without the limit.
 */
export class Authentication {
  readonly #keys: Keys;
  readonly #failures: RateRule;
  readonly #now: () => number;

  /** @param now ms since the epoch, by the clock that expiry goes by */
  constructor(keys: Keys, failures: RateRule, now: () => number) {
    this.#keys = keys;
    this.#failures = failures;
    this.#now = now;
  }

  /**
   * Looks up the key of the request, and sets it on the exchange if it is valid now. Otherwise the request is refused:
   * with 429 where its address has failed too often, else with 401.
   */
  readonly key: Check = (exchange) => {
    const sent = exchange.request.headers['x-api-key'];
    const hash = hashKey(typeof sent === 'string' ? sent : '');
    const known = this.#keys.known(hash);
    if (known !== undefined) return this.#accept(exchange, known);
    return this.#keys.findByHash(hash).then((key) => this.#accept(exchange, key));
  };

  #accept(exchange: Exchange, key: ApiKey | undefined): void | Promise<void> {
    const now = this.#now();
    if (key === undefined || key.revokedAt !== undefined || (key.expiresAt ?? Infinity) <= now) {
      exchange.refusedKey = key;
      return this.refuse(exchange);
    }
    this.#keys.touch(key.organizationId, key.id, now);
    exchange.key = key;
  }

  /**
   * Counts a failure of an address.
   *
   * @param message what the caller lacks
   * @throws Refusal 401, or 429 where the address has failed too often; at once or by the promise
   */
  refuse({ address }: Exchange, message = MESSAGE): Promise<void> {
    const counted = this.#failures.take(address);
    if (counted === undefined) throw this.#refusal(address, message);
    return counted.then(() => {
      throw this.#refusal(address, message);
    });
  }

  #refusal(address: string, message: string): Refusal {
    const ratelimit = this.#failures.item(this.#failures.use(address), performance.now());
    return new Refusal('UNAUTHORIZED', message, { ratelimit, 'ratelimit-policy': this.#failures.policy });
  }
}
