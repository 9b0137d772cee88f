import { createHash } from 'node:crypto';
import type { LimitAdapters } from '../http/limits/limit-adapters.ts';
import { type Limiter, WHOLE } from '../http/limits/limiter.ts';
import { RateRule } from '../http/limits/rate-rule.ts';

/** Failed tries at signing in: a person mistypes a few times, a guesser needs thousands. Set by hand. */
const OF_ADDRESS = { rate: 1 / 6, burst: 20 };
/** Of one account from one address. */
const OF_PAIR = { rate: 1 / 30, burst: 10 };
/** Of one account from all addresses: as many as ten addresses have at once. */
const OF_ACCOUNT = { rate: 1 / 30, burst: 100 };

/** Addresses from which somebody signed in rightly that are remembered, with their accounts. Set by hand. */
const MOST_KNOWN = 10_000;

/** A limit from which a try that succeeds is taken back. */
class Tries {
  readonly #limiter: Limiter;
  readonly #rule: RateRule;

  constructor(
    limits: LimitAdapters,
    name: string,
    limit: { readonly rate: number; readonly burst: number },
    advice: string,
  ) {
    this.#limiter = limits.limiter(name, limit);
    this.#rule = new RateRule(name, limit, advice, this.#limiter);
  }

  /** @throws Refusal 429 */
  check(caller: string): void | Promise<void> {
    return this.#rule.check(caller, WHOLE);
  }

  /** @throws Refusal 429 */
  take(caller: string): void | Promise<void> {
    return this.#rule.take(caller, WHOLE);
  }

  giveBack(caller: string): unknown {
    return this.#limiter.take(caller, WHOLE, -1);
  }
}

/**
 * Limits failed tries with passwords and links: by the address that they come from, by the account that they are for from
 * that address, and by the account alone. Whoever guesses from a few addresses keeps nobody else out; guessing from many
 * stays bounded, and does not keep out whoever signs in from an address where that went well before.
 */
export class SignInThrottle {
  readonly #ofAddress: Tries;
  readonly #ofPair: Tries;
  readonly #ofAccount: Tries;
  /** Accounts with the addresses from which somebody signed in here, the longest ago first. */
  readonly #known = new Set<string>();

  constructor(limits: LimitAdapters) {
    this.#ofAddress = new Tries(
      limits,
      'sign-in',
      OF_ADDRESS,
      'Too many tries to sign in came from this address.',
    );
    this.#ofPair = new Tries(
      limits,
      'sign-in-account',
      OF_PAIR,
      'There were too many tries to sign in with this e-mail address.',
    );
    this.#ofAccount = new Tries(
      limits,
      'sign-in-account-anywhere',
      OF_ACCOUNT,
      'Somebody has been trying to sign in with this e-mail address from many places.',
    );
  }

  /**
   * Makes a try, and counts it where it fails: whoever signs in rightly is not limited. Tries that are under way count, so
   * that many at once are no more than one after the other.
   *
   * @throws Refusal 429, without a try; what the try throws
   */
  async guarding<Result>(address: string, account: string, attempt: () => Promise<Result>): Promise<Result> {
    // Of what was typed only a hash is held.
    const name = createHash('sha256').update(account.trim().normalize().toLowerCase()).digest('base64url');
    const pair = `${name} ${address}`;
    const counts = [
      [this.#ofAddress, address],
      [this.#ofPair, pair],
      ...(this.#known.has(pair) ? [] : [[this.#ofAccount, name] as const]),
    ] as const;
    // What one limit refuses is not counted by another.
    for (const [tries, caller] of counts) await tries.check(caller);
    for (const [tries, caller] of counts) await tries.take(caller);
    const result = await attempt();
    for (const [tries, caller] of counts) tries.giveBack(caller);
    this.#remember(pair);
    return result;
  }

  #remember(pair: string): void {
    this.#known.delete(pair);
    this.#known.add(pair);
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.values().next().value!);
  }
}
