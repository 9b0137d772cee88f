import type { IncomingHttpHeaders } from 'node:http';
import { timeOf } from '@decidable/engine/session';
import { BatchReused, InvalidInput } from '../errors.ts';
import { shopOrder } from '../outcomes/orders/order-fields.ts';
import { addSignals, type SignalServices } from '../sessions/sent-signals.ts';
import type { Shop } from '../shops/shop.ts';
import type {
  KeyId,
  OrderChange,
  OrganizationId,
  OutcomeEvent,
  SessionId,
  ShopOrder,
  Storage,
  Write,
  WriteOutcome,
} from '../storage/ports.ts';
import type { Entry, ProductNames, SaidOrder, SaidVisit } from './entries/entry.ts';

/** A delivery that has passed every check. */
export interface DeliveryCall {
  readonly organizationId: OrganizationId;
  /** The webhook, as whoever sends signals. */
  readonly keyId: KeyId;
  /** ms since the epoch */
  readonly at: number;
  /** Writes durably, and counts nothing. */
  commitAhead(writes: readonly Write[]): Promise<readonly WriteOutcome[]>;
  /** Writes durably, and counts the request with it, unless an event is another one than was sent under its id. */
  commit(writes: readonly Write[]): Promise<readonly WriteOutcome[]>;
}

export interface LeftOutEvent {
  readonly index: number;
  readonly id?: string;
  readonly reason: string;
}

type SaidEntry = Extract<Entry, { kind: 'said' }>;
type WithSession = SaidEntry & { readonly said: { readonly sessionId: string } };

const NO_SESSION =
  'It names no session, without which it teaches nothing: send the id that the shop ranks with (anonymousId, or context.decidable.sessionId; domain_userid).';

const CHANGED_LATER = 'A later change of this order is recorded.';

/**
 * Records what the events of a delivery say: signals and outcomes in their sessions, orders beside them. All of it counts
 * once under the ids of the events, so that a delivery may be repeated as a whole. An event that is refused is told, and
 * keeps no other out.
 *
 * @throws StoreUnavailable, SessionContended: a part is recorded, and the delivery is to be sent again
 */
export async function recordEntries(
  { services, storage }: { readonly services: SignalServices; readonly storage: Pick<Storage, 'orders'> },
  call: DeliveryCall,
  entries: readonly Entry[],
): Promise<readonly LeftOutEvent[]> {
  const leftOut: LeftOutEvent[] = [];
  const refused = new Set<Entry>();
  const leave = (entry: Entry, reason: string) => {
    const { index, id } = entry;
    refused.add(entry);
    leftOut.push({ index, ...(id !== undefined && { id }), reason });
  };
  const said: SaidEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'left out') leave(entry, entry.reason);
    else if (entry.kind === 'said') said.push(entry);
  }
  const { organizationId } = call;
  const shop = services.shops.peek(organizationId) ?? (await services.shops.soon(organizationId));
  await recordOrders(storage, call, said, shop, leave);
  const inSessions: WithSession[] = [];
  for (const entry of said) {
    if (refused.has(entry)) continue;
    const { sessionId, order, cancelled } = entry.said;
    if (sessionId !== undefined) inSessions.push(entry as WithSession);
    // An order counts without one.
    else if (order === undefined && cancelled === undefined) leave(entry, NO_SESSION);
  }
  await recordSignals(services, call, inSessions, shop, leave);
  await recordOutcomes(
    call,
    inSessions.filter((entry) => !refused.has(entry)),
    leave,
  );
  return leftOut.sort((a, b) => a.index - b.index);
}

type Leave = (entry: Entry, reason: string) => void;

/** The name under which the catalogue has a product; else the likeliest. */
function known(names: ProductNames, shop: Shop | undefined): string | undefined {
  return names.find((name) => shop?.index.ids.find(name) !== undefined) ?? names[0];
}

async function recordOrders(
  { orders }: Pick<Storage, 'orders'>,
  { organizationId, at }: DeliveryCall,
  entries: readonly SaidEntry[],
  shop: Shop | undefined,
  leave: Leave,
): Promise<void> {
  // In their order: one may take back what came before it.
  for (const entry of entries) {
    const { order, cancelled, sessionId, changedAt, at: happened } = entry.said;
    const told = (change: Pick<OrderChange, 'orderId' | 'order'>) =>
      orders.change(organizationId, { ...change, changedAt: changeTime(changedAt ?? happened, at) }, at);
    try {
      if (order !== undefined) {
        const placed = await linked(
          orders,
          organizationId,
          shopOrder(sentOrder(order, sessionId, shop, at), at),
        );
        const { orderId } = placed;
        if (await told({ orderId, order: placed })) continue;
        // What was bought with it is bought, unless the order was taken back.
        if ((await orders.find(organizationId, orderId)) === undefined) leave(entry, CHANGED_LATER);
      } else if (cancelled !== undefined && !(await told({ orderId: cancelled }))) {
        leave(entry, CHANGED_LATER);
      }
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      leave(entry, error.message);
    }
  }
}

/** When an order has changed, by what its sender says; without a time of it now, and never later. */
function changeTime(sent: string | number | undefined, now: number): number {
  const time = typeof sent === 'number' ? sent : Date.parse(sent ?? '');
  return Number.isFinite(time) ? Math.min(Math.round(time), now) : now;
}

/** Lines that name no product of a shop, such as a tip, and those of which nothing is left, are none of the order. */
const sentOrder = (
  { orderId, at, products }: SaidOrder,
  sessionId: string | undefined,
  shop: Shop | undefined,
  now: number,
) => ({
  orderId,
  at: at ?? now,
  sessionId,
  products: products
    .filter(({ product, quantity }) => product.length > 0 && quantity !== 0)
    .map(({ product, quantity }) => ({ id: known(product, shop), quantity })),
});

/** The order with the session or the ranking that it had, where this time it says none. */
async function linked(
  orders: Storage['orders'],
  organizationId: OrganizationId,
  order: ShopOrder,
): Promise<ShopOrder> {
  if (order.sessionId !== undefined || order.decisionId !== undefined) return order;
  const { sessionId, decisionId } = (await orders.find(organizationId, order.orderId)) ?? {};
  return {
    ...order,
    ...(sessionId !== undefined && { sessionId }),
    ...(decisionId !== undefined && { decisionId }),
  };
}

/** Sessions are independent of each other; within one the order counts. */
async function recordSignals(
  services: SignalServices,
  call: DeliveryCall,
  entries: readonly WithSession[],
  shop: Shop | undefined,
  leave: Leave,
): Promise<void> {
  const sessions = Map.groupBy(entries, ({ said }) => said.sessionId);
  await Promise.all(
    [...sessions.values()].map(async (ofSession) => {
      for (const entry of ofSession) {
        try {
          await addTo(services, call, entry.said, shop);
        } catch (error) {
          if (!(error instanceof InvalidInput)) throw error;
          // An order that has changed: what was bought is known.
          if (error instanceof BatchReused && entry.said.order !== undefined) continue;
          leave(entry, error.message);
        }
      }
    }),
  );
}

async function addTo(
  services: SignalServices,
  { organizationId, keyId, at, commitAhead }: DeliveryCall,
  said: WithSession['said'],
  shop: Shop | undefined,
): Promise<void> {
  if (said.signals.length === 0 && said.opensVisit !== true) return;
  const signals = said.signals.map((signal) => ({
    type: signal.type,
    value: 'product' in signal ? known(signal.product, shop)! : signal.value,
    ...(said.at !== undefined && { at: said.at }),
  }));
  const visitor = {
    ...{ organizationId, keyId, at },
    sessionId: said.sessionId as SessionId,
    headers: headersOf(said.visit),
    address: said.visit.address,
    commit: commitAhead,
    warn: () => {},
  };
  await addSignals(services, visitor, signals, said.id, () => undefined);
}

/** The headers that the browser would have sent, from which the visit is read. */
const headersOf = ({ userAgent, page, referrer }: SaidVisit): IncomingHttpHeaders => ({
  ...(userAgent !== undefined && { 'user-agent': userAgent }),
  ...(page !== undefined && { origin: new URL(page).origin }),
  ...((referrer ?? page) !== undefined && { referer: referrer ?? page }),
});

/** Outcomes are written together, and the request is counted with them. */
async function recordOutcomes(
  call: DeliveryCall,
  entries: readonly WithSession[],
  leave: Leave,
): Promise<void> {
  const byName = new Map<string, { readonly entry: WithSession; readonly event: OutcomeEvent }>();
  for (const entry of entries) {
    const { outcome, sessionId, id, at } = entry.said;
    if (outcome === undefined) continue;
    const time = timeOf({ ...(at !== undefined && { at }) }, call.at);
    if (typeof time === 'string') {
      leave(entry, `Its time ${time}.`);
      continue;
    }
    const event: OutcomeEvent = {
      eventId: id,
      sessionId: sessionId as SessionId,
      name: outcome.name,
      at: time,
      ...(outcome.data !== undefined && { data: JSON.stringify(outcome.data) }),
    };
    const name = JSON.stringify([sessionId, id, outcome.name]);
    if (!byName.has(name)) byName.set(name, { entry, event });
  }
  let left = [...byName.values()];
  for (;;) {
    const outcomes = await call.commit(left.map(({ event }) => ({ kind: 'event', event })));
    const isReused = (n: number) => {
      const outcome = outcomes[n];
      return outcome?.kind === 'event' && outcome.reused === true;
    };
    const reused = left.filter((_, n) => isReused(n));
    if (reused.length === 0) return;
    for (const { entry } of reused)
      leave(entry, 'This session has another event under this id, which counts.');
    left = left.filter((each) => !reused.includes(each));
  }
}
