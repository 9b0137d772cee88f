import {
  type EventReader,
  eventId,
  type Fields,
  fieldsOf,
  firstText,
  listOf,
  namesOf,
  orderIdOf,
  productSignal,
  type ReadEvent,
  type ReadSignal,
  sentTime,
  sessionOf,
  textSignal,
  visitOf,
} from './delivered-event.ts';

/*
 * Calls of the specification of Segment, which RudderStack has, too: `track`, `page` and `screen`, and of `track` the
 * e-commerce events (segment.com/docs/connections/spec/ecommerce/v2). Of what a call has besides, nothing is kept.
 */

/** The signal that an event about one product is. */
const OF_PRODUCT: Readonly<Record<string, string>> = {
  'product viewed': 'product_view',
  'product added': 'cart_add',
  'product removed': 'cart_remove',
  'product added to wishlist': 'wishlist_add',
  'wishlist product added to cart': 'cart_add',
};

/** Events that are recorded under a name of their own, as outcomes. */
const OUTCOMES: ReadonlySet<string> = new Set([
  'product clicked',
  'product removed from wishlist',
  'product shared',
  'product reviewed',
  'product list filtered',
  'promotion viewed',
  'promotion clicked',
  'cart viewed',
  'cart shared',
  'checkout started',
  'checkout step viewed',
  'checkout step completed',
  'payment info entered',
  'coupon entered',
  'coupon applied',
  'coupon denied',
  'coupon removed',
]);

/** "Product Added", "product_added" and "Product added" are one. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();

/** Its `variant` is a word such as "black", and names nothing. */
const productOf = ({ product_id, productId, sku }: Fields) => namesOf(product_id, productId, sku);

interface Reading {
  readonly signals: readonly ReadSignal[];
  readonly outcome?: NonNullable<ReadEvent['outcome']>;
  readonly order?: NonNullable<ReadEvent['order']>;
  readonly cancelled?: string;
  readonly opensVisit?: true;
}

const OPENED: Reading = { signals: [], opensVisit: true };

export const readSegment: EventReader = (call) => {
  const type = firstText(call.type);
  if (type !== 'track' && type !== 'page' && type !== 'screen') return undefined;
  const properties = fieldsOf(call.properties);
  const at = sentTime('timestamp', call.timestamp);
  const read = type === 'track' ? readingOf(plain(firstText(call.event) ?? ''), properties, at) : OPENED;
  if (read === undefined) return undefined;
  const context = fieldsOf(call.context);
  const page = fieldsOf(context.page);
  return {
    id: eventId(call.messageId, call, 'messageId'),
    at,
    sessionId: sessionOf(
      'context.decidable.sessionId, anonymousId',
      fieldsOf(context.decidable).sessionId,
      call.anonymousId,
    ),
    visit: visitOf(context.userAgent, page.url, page.referrer, context.ip),
    ...read,
  };
};

/** What an event of the specification says; `undefined` for any other. */
function readingOf(event: string, properties: Fields, at: unknown): Reading | undefined {
  const type = OF_PRODUCT[event];
  if (type !== undefined)
    return { signals: [productSignal(type, productOf(properties), 'properties.product_id')] };
  switch (event) {
    case 'products searched':
      return readingIn(textSignal('search', properties.query, 'properties.query'));
    case 'product list viewed':
      return readingIn(textSignal('category_view', properties.category, 'properties.category'));
    case 'order completed':
    case 'order updated':
      return orderOf(event, properties, at);
    case 'order cancelled':
      return { signals: [], cancelled: orderIdOf('properties.order_id', properties.order_id) };
    // With products it is a part of the order, which stays as it is.
    case 'order refunded':
      return listOf(properties.products).length === 0
        ? { signals: [], cancelled: orderIdOf('properties.order_id', properties.order_id) }
        : undefined;
    default:
      return OUTCOMES.has(event) ? { signals: [], outcome: outcomeOf(event, properties) } : undefined;
  }
}

/** A text that is missing says nothing. */
const readingIn = (signals: readonly ReadSignal[]): Reading | undefined =>
  signals.length === 0 ? undefined : { signals };

function orderOf(event: string, properties: Fields, at: unknown): Reading {
  const products = listOf(properties.products).map((line) => ({
    product: productOf(line),
    quantity: line.quantity,
  }));
  return {
    // What is bought is bought once, however often the order changes.
    signals: event === 'order completed' ? purchases(products) : [],
    order: { orderId: properties.order_id, at, products },
  };
}

/** A purchase of each product; of one that cannot be named the order tells. */
export const purchases = (
  products: readonly { readonly product: readonly string[]; readonly quantity: unknown }[],
): readonly ReadSignal[] =>
  products.flatMap(({ product, quantity }) =>
    product.length === 0 || quantity === 0 ? [] : [{ type: 'purchase', product }],
  );

/** Its name as outcomes have theirs, and the products that it is about. */
function outcomeOf(event: string, properties: Fields): NonNullable<ReadEvent['outcome']> {
  const items = [properties, ...listOf(properties.products)].flatMap((line) => productOf(line).slice(0, 1));
  const name = event.replaceAll(' ', '_');
  return items.length === 0 ? { name } : { name, data: { items: items.slice(0, 100) } };
}
