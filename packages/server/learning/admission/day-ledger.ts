import type { Reason } from './reasons.ts';
import type { VisitFacts } from './visit-facts.ts';

const HOUR = 3_600_000;

/** Addresses tell visitors apart where so many other blocks sent visits that day. Set by hand. */
export const FEWEST_OTHER_BLOCKS = 5;
/**
 * Visits of one block that teach in an hour: this many, or the share of those of all other blocks. An office or a
 * household stays below the first; the second leaves room for the exits of mobile carriers. Set by hand.
 */
export const MOST_OF_A_BLOCK = 10;
export const SHARE_OF_A_BLOCK = 0.05;
/**
 * A product is learned from one session of a block a day, and as many more as chance explains: what the visits of other
 * blocks to the product let expect of this one, and this multiple of the standard deviation of that number (Poisson). An
 * office that likes what everybody likes teaches. With three times the expected number in its place, a tenth of the
 * visits behind simulated carriers were put aside.
 */
export const CHANCE_OF_A_BLOCK = 3;
/**
 * Or by this share of the visits by which the block teaches that day: among the many behind the exit of a mobile carrier
 * some look at the same rare product. Set by hand.
 */
export const SAME_IN_A_BLOCK = 0.02;
/** A block with more than this multiple of such visits to a product pushes it, and teaches nothing of it. Set by hand. */
export const PUSHING = 5;
/** Visits in which one session teaches one product, a day: a shopper comes back to it. Set by hand. */
export const MOST_RETURNS = 3;
/**
 * Visits of one key and origin that teach in an hour: this many, or this multiple of its median hour that day. The
 * busiest hour of a shop is two to three times its median. Set by hand.
 */
export const MOST_OF_A_SENDER = 200;
export const SURGE = 6;
/**
 * Visits with the same three or more products in the same order that teach in a day. In four public sets (176,677
 * sessions) at most 5 did the same on one day.
 */
export const MOST_COPIES = 10;
/**
 * Visits to one product alone that teach in a day: this many, or this multiple of the visits to it and to others. With
 * half this limit, 1 of 100,000 sessions in four public sets is put aside.
 */
export const MOST_ALONE = 10;
export const ALONE_BESIDE_OTHERS = 2;

/** Counts by name. */
class Tally {
  readonly #counts = new Map<string, number>();
  get size(): number {
    return this.#counts.size;
  }
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }
  values(): number[] {
    return [...this.#counts.values()];
  }
}

/** The visits of one address block. */
class Block {
  visits = 0;
  admitted = 0;
  readonly visitsOfHour = new Tally();
  readonly visitsTo = new Tally();
  readonly admittedInHour = new Tally();
  /** By product: the sessions that taught it, and in how many visits. */
  readonly taughtBy = new Map<string, Map<string, number>>();
}

const hourOf = (begins: number): string => String(Math.floor(begins / HOUR));

/** The products as one text; `undefined` for fewer than three, which many visits have in common. */
const pathOf = ({ products }: VisitFacts): string | undefined =>
  products.length < 3 ? undefined : products.join('\n');

/**
 * The visits of one day (UTC) and what of them teaches. All visits are counted first, then judged one by one: each is
 * measured by what all others of the day did, and by what of its like was admitted before it. The same visits in the
 * same order give the same judgements.
 */
export class DayLedger {
  readonly #blocks = new Map<string, Block>();
  readonly #visitsOfHour = new Tally();
  #withBlock = 0;
  readonly #visitsTo = new Tally();
  readonly #besideOthers = new Tally();
  readonly #senders = new Map<string, { readonly visitsOfHour: Tally; readonly admittedInHour: Tally }>();
  readonly #aloneAdmitted = new Tally();
  readonly #copiesAdmitted = new Tally();

  /** Counts a visit among those of the day. */
  count({ begins, products, block, sender }: VisitFacts): void {
    const hour = hourOf(begins);
    if (products.length > 1) for (const product of products) this.#besideOthers.add(product);
    if (sender !== undefined) this.#senderOf(sender).visitsOfHour.add(hour);
    if (block === undefined) return;
    const visits = this.#blockOf(block);
    visits.visits++;
    visits.visitsOfHour.add(hour);
    this.#withBlock++;
    this.#visitsOfHour.add(hour);
    for (const product of products) {
      visits.visitsTo.add(product);
      this.#visitsTo.add(product);
    }
  }

  /** Why a counted visit is put aside; `undefined` where it teaches. To be called once a visit. */
  judge(facts: VisitFacts): Reason | undefined {
    const reason = this.#reason(facts);
    if (reason === undefined) this.#admit(facts);
    return reason;
  }

  #reason(facts: VisitFacts): Reason | undefined {
    const { block, sender } = facts;
    if (block !== undefined && this.#exceedsShare(facts, block)) return 'address';
    if (sender !== undefined && this.#isSurge(facts, sender)) return 'flood';
    return this.#isCopy(facts) ? 'copy' : undefined;
  }

  #exceedsShare({ begins, products, sessionId }: VisitFacts, name: string): boolean {
    if (this.#blocks.size <= FEWEST_OTHER_BLOCKS) return false;
    const block = this.#blockOf(name);
    const hour = hourOf(begins);
    const ofOthers = this.#visitsOfHour.of(hour) - block.visitsOfHour.of(hour);
    const most = Math.max(MOST_OF_A_BLOCK, SHARE_OF_A_BLOCK * ofOthers);
    if (block.admittedInHour.of(hour) >= most) return true;
    const others = this.#withBlock - block.visits;
    return products.some((product) => {
      const visits = block.visitsTo.of(product);
      if (visits === 1) return false;
      const liking = (this.#visitsTo.of(product) - visits) / others;
      const expected = liking * block.visits;
      const byChance = 1 + expected + CHANCE_OF_A_BLOCK * Math.sqrt(expected);
      const share = Math.max(byChance, SAME_IN_A_BLOCK * block.admitted);
      if (visits > PUSHING * share) return true;
      const sessions = block.taughtBy.get(product);
      const returns = sessions?.get(sessionId);
      if (returns !== undefined) return returns >= MOST_RETURNS;
      return (sessions?.size ?? 0) + 1 > share;
    });
  }

  #isSurge({ begins }: VisitFacts, name: string): boolean {
    const { visitsOfHour, admittedInHour } = this.#senderOf(name);
    const admitted = admittedInHour.of(hourOf(begins));
    if (admitted < MOST_OF_A_SENDER) return false;
    const hours = visitsOfHour.values().sort((a, b) => a - b);
    return admitted >= SURGE * hours[Math.floor(hours.length / 2)];
  }

  #isCopy(facts: VisitFacts): boolean {
    const path = pathOf(facts);
    if (path !== undefined) return this.#copiesAdmitted.of(path) >= MOST_COPIES;
    const [product, another] = facts.products;
    if (product === undefined || another !== undefined) return false;
    const most = Math.max(MOST_ALONE, ALONE_BESIDE_OTHERS * this.#besideOthers.of(product));
    return this.#aloneAdmitted.of(product) >= most;
  }

  #admit(facts: VisitFacts): void {
    const { begins, products, block: name, sender, sessionId } = facts;
    const hour = hourOf(begins);
    if (sender !== undefined) this.#senderOf(sender).admittedInHour.add(hour);
    const path = pathOf(facts);
    if (path !== undefined) this.#copiesAdmitted.add(path);
    if (products.length === 1) this.#aloneAdmitted.add(products[0]);
    if (name === undefined) return;
    const block = this.#blockOf(name);
    block.admitted++;
    block.admittedInHour.add(hour);
    for (const product of products) {
      let sessions = block.taughtBy.get(product);
      if (sessions === undefined) {
        sessions = new Map();
        block.taughtBy.set(product, sessions);
      }
      sessions.set(sessionId, (sessions.get(sessionId) ?? 0) + 1);
    }
  }

  #blockOf(name: string): Block {
    let block = this.#blocks.get(name);
    if (block === undefined) {
      block = new Block();
      this.#blocks.set(name, block);
    }
    return block;
  }

  #senderOf(name: string) {
    let sender = this.#senders.get(name);
    if (sender === undefined) {
      sender = { visitsOfHour: new Tally(), admittedInHour: new Tally() };
      this.#senders.set(name, sender);
    }
    return sender;
  }
}
