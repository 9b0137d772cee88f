import type { RankedRecord } from '../ranking/decision-record.ts';
import type { OrganizationId, SessionId, ShopOrder, Storage } from '../storage/ports.ts';
import { type ExposedDecision, exposedDecisions, type ShownItem } from './exposed-decisions.ts';
import { ConfirmingOrders } from './orders/confirming-orders.ts';

/** Outcomes of the items that were shown. */
export interface Tally {
  readonly shown: number;
  readonly clicked: number;
  /** What orders of the shop confirm: each product of an order once, at the last ranking that showed it before. */
  readonly bought: number;
  /** What sessions say that they bought: each product of a session once. Nothing verifies it. */
  readonly claimed: number;
}

/** A range of positions on a page, counted from 1. */
export interface PositionRow extends Tally {
  readonly from: number;
  /** `null` for an open range. */
  readonly to: number | null;
}

/** Outcomes by factor: each shown item counts for each factor by the factor's share of its score. */
export interface FactorRow extends Tally {
  readonly factor: string;
}

/** Rankings joined with their exposures and outcomes. */
export interface OutcomesReport {
  /** ms since the epoch */
  readonly since: number;
  readonly decisions: number;
  /** Pairs of a decision and a session that saw an item of it; several sessions may see one from a cache. */
  readonly shownDecisions: number;
  /** Exposures without a stored decision. */
  readonly unmatched: number;
  /** Orders that the shop uploaded of this time, and how many of them confirm that something shown was bought. */
  readonly orders: { readonly uploaded: number; readonly confirming: number };
  /** Sessions that say that they bought something shown. */
  readonly claims: { readonly sessions: number };
  readonly total: Tally;
  readonly positions: readonly PositionRow[];
  readonly factors: readonly FactorRow[];
}

/** Positions beyond the first are grouped by tens, beyond the second as one group. Set by hand. */
const SINGLE_POSITIONS = 10;
const LAST_POSITIONS = 50;

/**
 * Joins the rankings, exposures, events, signals and orders of an organization, and adds them up.
 *
 * @param since ms since the epoch
 * @throws StoreUnavailable
 */
export async function outcomesReport(
  storage: Pick<Storage, 'outcomes' | 'sessions' | 'orders'>,
  organizationId: OrganizationId,
  since: number,
): Promise<OutcomesReport> {
  const counts = { unmatched: 0 };
  const sums = new Sums();
  const orders = await ConfirmingOrders.read(storage, organizationId, since);
  let [shownDecisions, confirming, claiming] = [0, 0, 0];
  let session: SessionPurchases | undefined;
  const end = (): void => {
    if (session === undefined) return;
    const { orderIds, claims } = session.count();
    confirming += orderIds;
    if (claims > 0) claiming++;
  };
  for await (const exposed of exposedDecisions(storage, organizationId, since, counts)) {
    shownDecisions++;
    if (session?.sessionId !== exposed.sessionId) {
      end();
      const own = orders.uploaded === 0 ? [] : await orders.ofSession(exposed.sessionId);
      session = new SessionPurchases(exposed.sessionId, own);
    }
    const followed = orders.uploaded === 0 ? [] : await orders.after(exposed, session.orders);
    session.add(
      sums.show(exposed),
      followed.filter(({ at }) => at >= since),
    );
  }
  end();
  const decisions = await storage.outcomes.countDecisions(organizationId, since);
  return {
    since,
    decisions,
    ...counts,
    shownDecisions,
    orders: { uploaded: orders.uploaded, confirming },
    claims: { sessions: claiming },
    ...sums.report(),
  };
}

/** A shown item with the sums that it belongs to, and its share of each. */
interface Showing extends ShownItem {
  readonly sums: readonly (readonly [sum: Sum, share: number])[];
}

/**
 * What one session bought of what it saw. However often a session says that it bought a product, and however many
 * rankings showed it, it counts once, at the last of them; so does each product of an order.
 */
class SessionPurchases {
  readonly sessionId: SessionId;
  /** The orders of the session, without those that only name a ranking. */
  readonly orders: readonly ShopOrder[];
  /** By product. */
  readonly #claimed = new Map<string, Showing>();
  /** By order and product. */
  readonly #confirmed = new Map<string, Map<string, Showing>>();

  constructor(sessionId: SessionId, orders: readonly ShopOrder[]) {
    this.sessionId = sessionId;
    this.orders = orders;
  }

  /** Adds a ranking, later than those before, and the orders that followed from it. */
  add(showings: readonly Showing[], orders: readonly ShopOrder[]): void {
    for (const showing of showings) if (showing.bought) this.#claimed.set(showing.itemId, showing);
    for (const { orderId, products } of orders) {
      const ids = new Set(products.map(({ id }) => id));
      const bought = showings.filter(({ itemId }) => ids.has(itemId));
      if (bought.length === 0) continue;
      const before = this.#confirmed.get(orderId);
      const confirmed = before ?? new Map<string, Showing>();
      for (const showing of bought) confirmed.set(showing.itemId, showing);
      if (before === undefined) this.#confirmed.set(orderId, confirmed);
    }
  }

  /** Counts what was bought in its sums, and answers of how many orders and how many claims. */
  count(): { readonly orderIds: number; readonly claims: number } {
    for (const showing of this.#claimed.values()) count(showing, 'claimed');
    // Two orders may follow from one showing, which was bought once.
    const bought = new Set([...this.#confirmed.values()].flatMap((products) => [...products.values()]));
    for (const showing of bought) count(showing, 'bought');
    return { orderIds: this.#confirmed.size, claims: this.#claimed.size };
  }
}

class Sums {
  readonly #total = zero();
  readonly #positions = new Map<number, Sum>();
  readonly #factors = new Map<string, Sum>();

  /** Counts the items of a ranking as shown, and as clicked where they were. */
  show({ decision, items }: ExposedDecision): readonly Showing[] {
    const ranked = JSON.parse(decision.ranked) as RankedRecord;
    const placeOf = new Map(ranked.map(([id], place) => [id, place]));
    return items.map((item) => {
      const showing = { ...item, sums: this.#sumsOf(item, ranked, placeOf.get(item.itemId)) };
      count(showing, 'shown');
      if (item.clicked) count(showing, 'clicked');
      return showing;
    });
  }

  #sumsOf({ position }: ShownItem, ranked: RankedRecord, place: number | undefined): [Sum, number][] {
    const sums: [Sum, number][] = [[this.#total, 1]];
    const at = position ?? (place === undefined ? undefined : place + 1);
    if (at !== undefined) sums.push([entry(this.#positions, firstOfRow(at)), 1]);
    if (place === undefined) return sums;
    const [, score, contributions] = ranked[place];
    // A result with the score 0 of its own search engine has no share of any factor.
    if (score === 0) return sums;
    for (const [factor, contribution] of Object.entries(contributions)) {
      sums.push([entry(this.#factors, factor), contribution / score]);
    }
    return sums;
  }

  report(): Pick<OutcomesReport, 'total' | 'positions' | 'factors'> {
    return {
      total: this.#total,
      positions: [...this.#positions]
        .sort(([a], [b]) => a - b)
        .map(([from, sums]) => ({ from, to: lastOfRow(from), ...sums })),
      factors: [...this.#factors]
        .map(([factor, sums]) => ({ factor, ...sums }))
        .sort((a, b) => b.shown - a.shown || (a.factor < b.factor ? -1 : 1)),
    };
  }
}

/** A mutable tally. */
type Sum = { -readonly [K in keyof Tally]: Tally[K] };

const zero = (): Sum => ({ shown: 0, clicked: 0, bought: 0, claimed: 0 });

function entry<K>(map: Map<K, Sum>, key: K): Sum {
  let sums = map.get(key);
  if (sums === undefined) {
    sums = zero();
    map.set(key, sums);
  }
  return sums;
}

function count({ sums }: Pick<Showing, 'sums'>, what: keyof Tally): void {
  for (const [sum, share] of sums) sum[what] += share;
}

function firstOfRow(position: number): number {
  if (position <= SINGLE_POSITIONS) return position;
  return position > LAST_POSITIONS ? LAST_POSITIONS + 1 : Math.floor((position - 1) / 10) * 10 + 1;
}

function lastOfRow(first: number): number | null {
  if (first <= SINGLE_POSITIONS) return first;
  return first > LAST_POSITIONS ? null : first + 9;
}
