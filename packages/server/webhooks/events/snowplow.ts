import { InvalidInput } from '../../errors.ts';
import {
  type EventReader,
  eventId,
  type Fields,
  fieldsOf,
  firstText,
  listOf,
  namesOf,
  orderIdOf,
  type ProductNames,
  type ReadEvent,
  type ReadSignal,
  sentTime,
  sessionOf,
  visitOf,
} from './delivered-event.ts';
import { purchases } from './segment.ts';

/*
 * Enriched events as JSON, as the analytics SDKs and Snowbridge (`spEnrichedToJson`) write them, with the e-commerce action
 * and its entities (docs.snowplow.io, "Ecommerce events").
 */

const ECOMMERCE = 'com_snowplowanalytics_snowplow_ecommerce';
const ACTION = `unstruct_event_${ECOMMERCE}_snowplow_ecommerce_action_1`;
const entities = (event: Fields, name: string): readonly Fields[] =>
  listOf(event[`contexts_${ECOMMERCE}_${name}_1`]);

/** The signal that each product of an action is. */
const OF_PRODUCTS: Readonly<Record<string, string>> = {
  product_view: 'product_view',
  add_to_cart: 'cart_add',
  remove_from_cart: 'cart_remove',
};

/** Actions that are recorded as outcomes. */
const OUTCOMES: ReadonlySet<string> = new Set(['list_click', 'promo_view', 'promo_click', 'checkout_step']);

export const readSnowplow: EventReader = (event) => {
  const action = firstText(fieldsOf(event[ACTION]).type);
  const isPage = firstText(event.event_name, event.event) === 'page_view';
  if (action === undefined && !isPage) return undefined;
  const at = sentTime('derived_tstamp', event.derived_tstamp ?? event.collector_tstamp);
  const read =
    action === undefined ? ({ signals: [], opensVisit: true } as const) : readingOf(action, event, at);
  if (read === undefined) return undefined;
  return {
    id: eventId(event.event_id, event, 'event_id'),
    at,
    sessionId: sessionOf('domain_userid', ownSession(event), event.domain_userid),
    visit: visitOf(event.useragent, event.page_url, event.page_referrer, event.user_ipaddress),
    ...read,
  };
};

/** The session of the shop's page, in an entity of the shop's own: `contexts_…_decidable_session_1`. */
function ownSession(event: Fields): unknown {
  const name = Object.keys(event).find((key) => /^contexts_.+_decidable_session_\d+$/.test(key));
  return name === undefined ? undefined : listOf(event[name])[0]?.sessionId;
}

function readingOf(
  action: string,
  event: Fields,
  at: unknown,
): Pick<ReadEvent, 'signals' | 'outcome' | 'order' | 'cancelled'> | undefined {
  const lines = entities(event, 'product').map(({ id, quantity }) => ({ product: namesOf(id), quantity }));
  const names = lines.flatMap(({ product }) => (product.length === 0 ? [] : [product]));
  const type = OF_PRODUCTS[action];
  if (type !== undefined) return { signals: ofProducts(type, names) };
  if (action === 'transaction') {
    const [transaction = {}] = entities(event, 'transaction');
    return {
      signals: purchases(lines),
      order: { orderId: transaction.transaction_id, at, products: lines },
    };
  }
  if (action === 'refund' && lines.length === 0) {
    // Without products it is the whole transaction.
    const [refund = {}] = entities(event, 'refund');
    const field = `contexts_${ECOMMERCE}_refund_1.transaction_id`;
    return { signals: [], cancelled: orderIdOf(field, refund.transaction_id) };
  }
  if (!OUTCOMES.has(action)) return undefined;
  const items = names.map(([name]) => name);
  return {
    signals: [],
    outcome: items.length === 0 ? { name: action } : { name: action, data: { items: items.slice(0, 100) } },
  };
}

function ofProducts(type: string, names: readonly ProductNames[]): readonly ReadSignal[] {
  if (names.length === 0)
    throw new InvalidInput(`contexts_${ECOMMERCE}_product_1: send the product with its id.`);
  return names.map((product) => ({ type, product }));
}
