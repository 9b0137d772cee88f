import { InvalidInput } from '../../errors.ts';
import {
  type EventReader,
  type Fields,
  firstText,
  listOf,
  namesOf,
  orderIdOf,
  type ReadEvent,
  sessionOf,
  textOf,
  visitOf,
} from './delivered-event.ts';
import { purchases } from './segment.ts';

/** What the shop's page has kept with the cart: its session, by `getSessionId()` of the SDK. */
const SESSION = 'decidable_session';

/** The value of a name in a list of names and values. */
const named = (list: unknown, name: string, names: 'name' | 'key'): unknown =>
  listOf(list).find((each) => each[names] === name)?.value;

const NOTHING = { visit: {}, signals: [] } as const;

/** States of its payment in which an order of Shopify is taken back; a part that is refunded leaves it as it is. */
const UNPAID: ReadonlySet<string> = new Set(['refunded', 'voided']);

/**
 * An order of Shopify, of the topics `orders/create`, `orders/paid`, `orders/updated` and `orders/cancelled`: one that is
 * cancelled, or refunded as a whole, is taken back.
 *
 * @throws InvalidInput for an order of a test
 */
export const readShopify: EventReader = (order, headers) => {
  if (!(headers['x-shopify-topic'] ?? 'orders/').startsWith('orders/')) return undefined;
  if (order.test === true) throw new InvalidInput('test: an order of a test is not recorded.');
  const { id, created_at: at, cancelled_at: cancelled, client_details: client } = order;
  const products = listOf(order.line_items).map(({ product_id, variant_id, sku, quantity }) => ({
    product: namesOf(sku, variant_id, product_id),
    quantity,
  }));
  return orderEvent(order, {
    order: { orderId: id, at, products },
    isCancelled: textOf(cancelled) !== undefined || UNPAID.has(firstText(order.financial_status) ?? ''),
    changedAt: firstText(order.updated_at),
    session: named(order.note_attributes, SESSION, 'name'),
    client,
  });
};

/** Statuses of WooCommerce in which an order is placed, and those in which it is taken back. */
const PLACED: ReadonlySet<string> = new Set(['processing', 'on-hold', 'completed']);
const TAKEN_BACK: ReadonlySet<string> = new Set(['cancelled', 'refunded', 'failed', 'trash']);

/**
 * An order of WooCommerce, of the topics `order.created`, `order.updated` and `order.deleted`. One that is not paid yet says
 * nothing; it comes again as an update.
 */
export const readWooCommerce: EventReader = (order, headers) => {
  const topic = headers['x-wc-webhook-topic'] ?? '';
  if (topic !== '' && !topic.startsWith('order.')) return undefined;
  const { id, status, date_created_gmt: created } = order;
  const state = firstText(status);
  const isCancelled = topic === 'order.deleted' || (state !== undefined && TAKEN_BACK.has(state));
  if (!isCancelled && (state === undefined || !PLACED.has(state))) return undefined;
  const products = listOf(order.line_items).map(({ product_id, variation_id, sku, quantity }) => ({
    // Ids come first, as in the feed of the plugin: an article number may be the id of another product. A product without
    // variations has the variation 0.
    product: namesOf(variation_id === 0 ? undefined : variation_id, product_id, sku),
    quantity,
  }));
  return orderEvent(order, {
    order: { orderId: id, at: inUtc(created), products },
    isCancelled,
    changedAt: inUtc(order.date_modified_gmt),
    session: named(order.meta_data, SESSION, 'key') ?? named(order.meta_data, `_${SESSION}`, 'key'),
    client: { browser_ip: order.customer_ip_address, user_agent: order.customer_user_agent },
  });
};

/** A time of WooCommerce, which names no zone. */
const inUtc = (value: unknown): string | undefined => {
  const text = firstText(value);
  return text === undefined ? undefined : `${text}Z`;
};

function orderEvent(
  fields: Fields,
  {
    order,
    isCancelled,
    changedAt,
    session,
    client,
  }: {
    readonly order: NonNullable<ReadEvent['order']>;
    readonly isCancelled: boolean;
    readonly changedAt: string | undefined;
    readonly session: unknown;
    readonly client: unknown;
  },
): ReadEvent {
  const orderId = orderIdOf('id', order.orderId);
  const id = `order ${orderId}`;
  if (isCancelled)
    return { ...NOTHING, id, at: undefined, sessionId: undefined, changedAt, cancelled: orderId };
  const { user_agent: agent, browser_ip: address } = (client ?? {}) as Fields;
  return {
    ...NOTHING,
    id,
    at: undefined,
    sessionId: sessionOf(SESSION, session),
    visit: visitOf(agent, fields.order_status_url, undefined, address),
    signals: purchases(order.products),
    changedAt,
    order,
  };
}
