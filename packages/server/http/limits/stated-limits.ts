import type { Use } from './limiter.ts';
import type { RateRule } from './rate-rule.ts';
import type { WorkBudget } from './work-budget.ts';

/** Whose limits they are: an exchange, once its key is known. */
export interface LimitedCaller {
  readonly key: { readonly id: string; readonly organizationId: string } | undefined;
  readonly address: string;
  /** Empty where it is not known, or there is none. */
  readonly sessionId: string;
  /** The place of a grading, once it has one. */
  readonly place: object | undefined;
}

/** A limit that the answers of a route tell, in the form of draft-ietf-httpapi-ratelimit-headers-11. */
export interface StatedLimit {
  /** As it stands in the header `ratelimit-policy`. */
  readonly policy: string;
  /** As it stands in the header `ratelimit`; nothing where it is not known whose it is. */
  item(caller: LimitedCaller, now: number): string | undefined;
  /** Takes the request of a caller back, where it was counted. */
  giveBack(caller: LimitedCaller): void;
}

/**
 * The limits of a route, as every answer tells them. Nothing is kept for it from the counting of the request: most of an
 * exchange's time passes between the two, and what is left is read when the answer leaves.
 *
 * What is left of a key or an organization as a whole is told only where it is less than what its caller has left. The keys of shops are
 * public, so everybody could otherwise read a shop's traffic from it.
 */
export class StatedLimits {
  readonly policies: string;
  readonly #client: RateRule;
  readonly #key: RateRule;
  readonly #work: WorkBudget;
  readonly #own: StatedLimit | undefined;

  /** @param own that of the endpoint */
  constructor(client: RateRule, key: RateRule, work: WorkBudget, own?: StatedLimit) {
    this.policies = [client, key, work.ofClient, work.ofOrganization, own]
      .flatMap((limit) => (limit === undefined ? [] : [limit.policy]))
      .join(', ');
    this.#client = client;
    this.#key = key;
    this.#work = work;
    this.#own = own;
  }

  /** Takes a request back: it passed the limits of its key once the key is known, and was refused for our own fault. */
  giveBack(caller: LimitedCaller): void {
    if (caller.key === undefined) return;
    const { id } = caller.key;
    this.#client.giveBack(id, caller.address);
    this.#key.giveBack(id);
    this.#own?.giveBack(caller);
  }

  /** What is left to a caller whose key is known. */
  items(caller: LimitedCaller, now: number): string {
    const { id, organizationId } = caller.key!;
    const { ofClient, ofOrganization } = this.#work;
    const requests = itemsOf(
      this.#client,
      this.#client.use(id, caller.address),
      this.#key,
      this.#key.use(id),
      now,
    );
    const work = itemsOf(
      ofClient,
      ofClient.use(id, caller.address),
      ofOrganization,
      ofOrganization.use(organizationId),
      now,
    );
    const items = `${requests}, ${work}`;
    const own = this.#own?.item(caller, now);
    return own === undefined ? items : `${items}, ${own}`;
  }
}

/** What a caller has left of a limit, and the whole where that has less. */
function itemsOf(
  part: RateRule,
  use: Use | undefined,
  whole: RateRule,
  ofWhole: Use | undefined,
  now: number,
): string {
  const item = part.item(use, now);
  return whole.left(ofWhole, now) < part.left(use, now) ? `${item}, ${whole.item(ofWhole, now)}` : item;
}
