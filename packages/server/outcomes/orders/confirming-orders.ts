import type { OrganizationId, SessionId, ShopOrder, Storage } from '../../storage/ports.ts';
import { actOf, type ExposedDecision, WITHIN } from '../exposed-decisions.ts';

/**
 * The uploaded orders of an organization, by the session and the ranking that each belongs to. That is said by the
 * order itself, or by its id; it is never guessed from products and times:
 *
 * 1. An order with a session belongs to it.
 * 2. An order with only a ranking belongs to the session that the ranking was made for.
 * 3. An order with neither belongs to the session whose purchase event has the order's id as its `eventId`. If events of
 *    several sessions have it, somebody else has named the order too, and it belongs to none.
 */
export class ConfirmingOrders {
  readonly #orders: Storage['orders'];
  readonly #organizationId: OrganizationId;
  /** The orders of the third rule, with what the event says. */
  readonly #ofEvents: ReadonlyMap<SessionId, readonly ShopOrder[]>;
  /** How many were placed in the period. */
  readonly uploaded: number;

  private constructor(
    orders: Storage['orders'],
    organizationId: OrganizationId,
    ofEvents: ReadonlyMap<SessionId, readonly ShopOrder[]>,
    uploaded: number,
  ) {
    this.#orders = orders;
    this.#organizationId = organizationId;
    this.#ofEvents = ofEvents;
    this.uploaded = uploaded;
  }

  /**
   * @param since time of the oldest order that counts as uploaded; ms since the epoch
   * @throws StoreUnavailable
   */
  static async read(
    { orders, outcomes }: Pick<Storage, 'orders' | 'outcomes'>,
    organizationId: OrganizationId,
    since: number,
  ): Promise<ConfirmingOrders> {
    const ofEvents = new Map<SessionId, ShopOrder[]>();
    let uploaded = 0;
    for await (const order of orders.list(organizationId, since)) {
      uploaded++;
      if (order.sessionId !== undefined || order.decisionId !== undefined) continue;
      const named = await asNamed(outcomes, organizationId, order);
      if (named === undefined) continue;
      const known = ofEvents.get(named.sessionId);
      if (known === undefined) ofEvents.set(named.sessionId, [named]);
      else known.push(named);
    }
    return new ConfirmingOrders(orders, organizationId, ofEvents, uploaded);
  }

  /** The orders of a session, without those that only name a ranking. */
  async ofSession(sessionId: SessionId): Promise<readonly ShopOrder[]> {
    const own = await this.#orders.ofSession(this.#organizationId, sessionId);
    return [...own, ...(this.#ofEvents.get(sessionId) ?? [])];
  }

  /**
   * The orders that followed from a ranking: those that name it, and those without a ranking that the session placed
   * within half an hour.
   *
   * @param ofSession the orders of the session that saw the ranking
   */
  async after(
    { decision, sessionId, from }: Pick<ExposedDecision, 'decision' | 'sessionId' | 'from'>,
    ofSession: readonly ShopOrder[],
  ): Promise<readonly ShopOrder[]> {
    const own = ofSession.filter(({ decisionId, at }) =>
      decisionId === undefined ? at >= from && at <= from + WITHIN : decisionId === decision.id,
    );
    // Others may have seen the ranking from a cache.
    if (decision.sessionId !== sessionId) return own;
    const naming = await this.#orders.ofDecision(this.#organizationId, decision.id);
    return [...own, ...naming.filter((order) => order.sessionId === undefined)];
  }
}

/** An order with the session, and the ranking where there is one, of the purchase events that have its id. */
async function asNamed(
  outcomes: Storage['outcomes'],
  organizationId: OrganizationId,
  order: ShopOrder,
): Promise<(ShopOrder & { readonly sessionId: SessionId }) | undefined> {
  const sessions = new Set<SessionId>();
  const decisions = new Set<string | undefined>();
  for await (const { name, sessionId, decisionId } of outcomes.eventsWithId(organizationId, order.orderId)) {
    if (!actOf(name).buys) continue;
    sessions.add(sessionId);
    decisions.add(decisionId);
    if (sessions.size > 1) return undefined;
  }
  const [sessionId] = sessions;
  if (sessionId === undefined) return undefined;
  const [decisionId] = decisions.size === 1 ? decisions : [];
  return { ...order, sessionId, ...(decisionId !== undefined && { decisionId }) };
}
