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
import { Pace } from '../time-slices.ts';
import type { DeliveredEvent, ProductNames, ReadOrder, ReadVisit } from './events/delivered-event.ts';

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

type ReadableEvent = Extract<DeliveredEvent, { kind: 'read' }>;
type WithSession = ReadableEvent & { readonly read: { readonly sessionId: string } };

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
export async function recordEvents(
  { services, storage }: { readonly services: SignalServices; readonly storage: Pick<Storage, 'orders'> },
  call: DeliveryCall,
  events: readonly DeliveredEvent[],
): Promise<readonly LeftOutEvent[]> {
  const leftOut: LeftOutEvent[] = [];
  const refused = new Set<DeliveredEvent>();
  const leave = (delivered: DeliveredEvent, reason: string) => {
    const { index, id } = delivered;
    refused.add(delivered);
    leftOut.push({ index, ...(id !== undefined && { id }), reason });
  };
  const read: ReadableEvent[] = [];
  for (const delivered of events) {
    if (delivered.kind === 'left out') leave(delivered, delivered.reason);
    else if (delivered.kind === 'read') read.push(delivered);
  }
  const { organizationId } = call;
  const shop = services.shops.peek(organizationId) ?? (await services.shops.soon(organizationId));
  await recordOrders(storage, call, read, shop, leave);
  const inSessions: WithSession[] = [];
  for (const delivered of read) {
    if (refused.has(delivered)) continue;
    const { sessionId, order, cancelled } = delivered.read;
    if (sessionId !== undefined) inSessions.push(delivered as WithSession);
    // An order counts without one.
    else if (order === undefined && cancelled === undefined) leave(delivered, NO_SESSION);
  }
  await recordSignals(services, call, inSessions, shop, leave);
  await recordOutcomes(
    call,
    inSessions.filter((delivered) => !refused.has(delivered)),
    leave,
  );
  return leftOut.sort((a, b) => a.index - b.index);
}

type Leave = (delivered: DeliveredEvent, reason: string) => void;

/** The name under which the catalogue has a product; else the likeliest. */
function known(names: ProductNames, shop: Shop | undefined): string | undefined {
  return names.find((name) => shop?.index.ids.find(name) !== undefined) ?? names[0];
}

async function recordOrders(
  { orders }: Pick<Storage, 'orders'>,
  { organizationId, at }: DeliveryCall,
  events: readonly ReadableEvent[],
  shop: Shop | undefined,
  leave: Leave,
): Promise<void> {
  // In their order: one may take back what came before it.
  for (const delivered of events) {
    const { order, cancelled, sessionId, changedAt, at: happened } = delivered.read;
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
        if ((await orders.find(organizationId, orderId)) === undefined) leave(delivered, CHANGED_LATER);
      } else if (cancelled !== undefined && !(await told({ orderId: cancelled }))) {
        leave(delivered, CHANGED_LATER);
      }
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      leave(delivered, error.message);
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
  { orderId, at, products }: ReadOrder,
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
  events: readonly WithSession[],
  shop: Shop | undefined,
  leave: Leave,
): Promise<void> {
  const sessions = Map.groupBy(events, ({ read }) => read.sessionId);
  await Promise.all(
    [...sessions.values()].map(async (ofSession) => {
      const pace = new Pace(call.organizationId);
      const added: Promise<void>[] = [];
      let isFailing = false;
      for (const delivered of ofSession) {
        const handedOver = Promise.withResolvers<void>();
        const adding = addTo(services, call, delivered.read, shop, handedOver.resolve).catch(
          (error: unknown) => {
            if (!(error instanceof InvalidInput)) {
              isFailing = true;
              throw error;
            }
            // An order that has changed: what was bought is known.
            if (error instanceof BatchReused && delivered.read.order !== undefined) return;
            leave(delivered, error.message);
          },
        );
        added.push(adding);
        // The store decides on the next one after this one, and writes both at once.
        await Promise.race([handedOver.promise, adding]);
        await pace.rest();
        // What comes after one that the store did not take would stand before it once it is delivered again.
        if (isFailing) break;
      }
      await Promise.all(added);
    }),
  );
}

/** @param handOver called when the store has been given the signals */
async function addTo(
  services: SignalServices,
  { organizationId, keyId, at, commitAhead }: DeliveryCall,
  read: WithSession['read'],
  shop: Shop | undefined,
  handOver: () => void,
): Promise<void> {
  if (read.signals.length === 0 && read.opensVisit !== true) return;
  const signals = read.signals.map((signal) => ({
    type: signal.type,
    value: 'product' in signal ? known(signal.product, shop)! : signal.value,
    ...(read.at !== undefined && { at: read.at }),
  }));
  const visitor = {
    ...{ organizationId, keyId, at },
    sessionId: read.sessionId as SessionId,
    headers: headersOf(read.visit),
    address: read.visit.address,
    commit: (writes: readonly Write[]) => {
      handOver();
      return commitAhead(writes);
    },
    warn: () => {},
  };
  await addSignals(services, visitor, signals, read.id, () => undefined);
}

/** The headers that the browser would have sent, from which the visit is read. */
const headersOf = ({ userAgent, page, referrer }: ReadVisit): IncomingHttpHeaders => ({
  ...(userAgent !== undefined && { 'user-agent': userAgent }),
  ...(page !== undefined && { origin: new URL(page).origin }),
  ...((referrer ?? page) !== undefined && { referer: referrer ?? page }),
});

/** Outcomes are written together, and the request is counted with them. */
async function recordOutcomes(
  call: DeliveryCall,
  events: readonly WithSession[],
  leave: Leave,
): Promise<void> {
  const byName = new Map<string, { readonly delivered: WithSession; readonly event: OutcomeEvent }>();
  for (const delivered of events) {
    const { outcome, sessionId, id, at } = delivered.read;
    if (outcome === undefined) continue;
    const time = timeOf({ ...(at !== undefined && { at }) }, call.at);
    if (typeof time === 'string') {
      leave(delivered, `Its time ${time}.`);
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
    if (!byName.has(name)) byName.set(name, { delivered, event });
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
    for (const { delivered } of reused)
      leave(delivered, 'This session has another event under this id, which counts.');
    left = left.filter((each) => !reused.includes(each));
  }
}
