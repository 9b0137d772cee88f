import {
  eventId,
  type Fields,
  fieldsOf,
  firstText,
  listOf,
  namesOf,
  productSignal,
  type ReadEvent,
  type SaidEvent,
  type SaidSignal,
  sessionOf,
  takenBack,
  textSignal,
  timeOf,
  visitOf,
} from './entry.ts';

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

interface Said {
  readonly signals: readonly SaidSignal[];
  readonly outcome?: NonNullable<SaidEvent['outcome']>;
  readonly order?: NonNullable<SaidEvent['order']>;
  readonly cancelled?: string;
  readonly opensVisit?: true;
}

const OPENED: Said = { signals: [], opensVisit: true };

export const readSegment: ReadEvent = (call) => {
  const type = firstText(call.type);
  if (type !== 'track' && type !== 'page' && type !== 'screen') return undefined;
  const properties = fieldsOf(call.properties);
  const at = timeOf('timestamp', call.timestamp);
  const said = type === 'track' ? saidBy(plain(firstText(call.event) ?? ''), properties, at) : OPENED;
  if (said === undefined) return undefined;
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
    ...said,
  };
};

/** What an event of the specification says; `undefined` for any other. */
function saidBy(event: string, properties: Fields, at: unknown): Said | undefined {
  const type = OF_PRODUCT[event];
  if (type !== undefined)
    return { signals: [productSignal(type, productOf(properties), 'properties.product_id')] };
  switch (event) {
    case 'products searched':
      return saidIn(textSignal('search', properties.query, 'properties.query'));
    case 'product list viewed':
      return saidIn(textSignal('category_view', properties.category, 'properties.category'));
    case 'order completed':
    case 'order updated':
      return orderOf(event, properties, at);
    case 'order cancelled':
      return { signals: [], cancelled: takenBack('properties.order_id', properties.order_id) };
    // With products it is a part of the order, which stays as it is.
    case 'order refunded':
      return listOf(properties.products).length === 0
        ? { signals: [], cancelled: takenBack('properties.order_id', properties.order_id) }
        : undefined;
    default:
      return OUTCOMES.has(event) ? { signals: [], outcome: outcomeOf(event, properties) } : undefined;
  }
}

/** A text that is missing says nothing. */
const saidIn = (signals: readonly SaidSignal[]): Said | undefined =>
  signals.length === 0 ? undefined : { signals };

function orderOf(event: string, properties: Fields, at: unknown): Said {
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
): readonly SaidSignal[] =>
  products.flatMap(({ product, quantity }) =>
    product.length === 0 || quantity === 0 ? [] : [{ type: 'purchase', product }],
  );

/** Its name as outcomes have theirs, and the products that it is about. */
function outcomeOf(event: string, properties: Fields): NonNullable<SaidEvent['outcome']> {
  const items = [properties, ...listOf(properties.products)].flatMap((line) => productOf(line).slice(0, 1));
  const name = event.replaceAll(' ', '_');
  return items.length === 0 ? { name } : { name, data: { items: items.slice(0, 100) } };
}
