import { refusalOf } from '../http/errors/refusal-of.ts';
import type { LimitAdapters } from '../http/limits/limit-adapters.ts';
import { RateRule } from '../http/limits/rate-rule.ts';
import type { RateLimit } from '../setting-readers.ts';
import { accountName, type DeviceCookies } from './session/device-cookies.ts';

/** Failed tries at signing in: a person mistypes a few times, a guesser needs thousands. Set by hand. */
const OF_ADDRESS = { rate: 1 / 6, burst: 20 };
/** Of one account from one address, or in a browser that is known. */
const OF_PAIR = { rate: 1 / 30, burst: 10 };
/** Of one account from all addresses: as many as ten addresses have at once. */
const OF_ACCOUNT = { rate: 1 / 30, burst: 100 };

/**
 * Limits failed tries with passwords and links: by the address that they come from, by the account that they are for from
 * that address, and by the account alone. Whoever guesses from a few addresses keeps nobody else out; guessing from many
 * stays bounded. A browser in which somebody signed in to the account before has tries of its own, which nobody else can use
 * up: whoever guesses keeps no owner out of theirs, from whatever address.
 */
export class SignInThrottle {
  readonly #ofAddress: RateRule;
  readonly #ofPair: RateRule;
  readonly #ofAccount: RateRule;
  readonly #devices: Pick<DeviceCookies, 'deviceOf'>;

  constructor(limits: LimitAdapters, devices: Pick<DeviceCookies, 'deviceOf'>) {
    this.#devices = devices;
    const rule = (name: string, limit: RateLimit, advice: string) =>
      new RateRule(name, limit, advice, limits.limiter(name, limit));
    this.#ofAddress = rule('sign-in', OF_ADDRESS, 'Too many tries to sign in came from this address.');
    this.#ofPair = rule(
      'sign-in-account',
      OF_PAIR,
      'There were too many tries to sign in with this e-mail address.',
    );
    this.#ofAccount = rule(
      'sign-in-account-anywhere',
      OF_ACCOUNT,
      'Somebody has been trying to sign in with this e-mail address from many places.',
    );
  }

  /**
   * Makes a try, and counts it where it fails: whoever signs in rightly is not limited, and a fault of the service is no
   * failed try. Tries that are under way count, so that many at once are no more than one after the other.
   *
   * @param cookie of the browser, if it has one
   * @throws Refusal 429, without a try; what the try throws
   */
  async guarding<Result>(
    address: string,
    account: string,
    attempt: () => Promise<Result>,
    cookie?: string,
  ): Promise<Result> {
    const name = accountName(account);
    const device = this.#devices.deviceOf(cookie, account);
    const counts: readonly (readonly [RateRule, string])[] =
      device === undefined
        ? [
            [this.#ofAddress, address],
            [this.#ofPair, `${name} ${address}`],
            [this.#ofAccount, name],
          ]
        : [[this.#ofPair, `${name} by ${device}`]];
    // What one limit refuses is not counted by another.
    for (const [tries, caller] of counts) await tries.check(caller);
    for (const [tries, caller] of counts) await tries.take(caller);
    const giveBack = () => {
      for (const [tries, caller] of counts) tries.giveBack(caller);
    };
    try {
      const result = await attempt();
      giveBack();
      return result;
    } catch (error) {
      if (refusalOf(error).status >= 500) giveBack();
      throw error;
    }
  }
}
