import { createHash } from 'node:crypto';
import { WHOLE } from '../http/limits/limiter.ts';
import { LocalLimiter } from '../http/limits/local-limiter.ts';
import { RateRule } from '../http/limits/rate-rule.ts';

/** Failed tries at signing in: a person mistypes a few times, a guesser needs thousands. Set by hand. */
const OF_ADDRESS = { rate: 1 / 6, burst: 20 };
const OF_ACCOUNT = { rate: 1 / 30, burst: 10 };

/** Limits failed tries with passwords and links, by the address that they come from and by the account that they are for. */
export class SignInThrottle {
  readonly #ofAddress = new RateRule(
    'sign-in',
    OF_ADDRESS,
    'Too many tries to sign in came from this address.',
    new LocalLimiter(OF_ADDRESS),
  );
  readonly #ofAccount = new RateRule(
    'sign-in-account',
    OF_ACCOUNT,
    'There were too many tries to sign in with this address.',
    new LocalLimiter(OF_ACCOUNT),
  );

  /**
   * Makes a try, and counts it where it fails: whoever signs in rightly is not limited.
   *
   * @throws Refusal 429, without a try; what the try throws
   */
  async guarding<Result>(address: string, account: string, attempt: () => Promise<Result>): Promise<Result> {
    // Of what was typed only a hash is held.
    const name = createHash('sha256').update(account.normalize().toLowerCase()).digest('base64url');
    await this.#ofAddress.check(address, WHOLE);
    await this.#ofAccount.check(name, WHOLE);
    try {
      return await attempt();
    } catch (error) {
      await this.#ofAddress.take(address, WHOLE);
      await this.#ofAccount.take(name, WHOLE);
      throw error;
    }
  }
}
