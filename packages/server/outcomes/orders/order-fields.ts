import { limits } from '@decidable/contract/limits';
import { InvalidInput } from '../../errors.ts';
import type { OrderedProduct, SessionId, ShopOrder } from '../../storage/ports.ts';

/** The fields of an order. */
export const ORDER_FIELDS = ['orderId', 'at', 'sessionId', 'decisionId', 'products'] as const;

/** The oldest time that an order may have: earlier ones are mistaken units or empty dates. */
const OLDEST = Date.UTC(2000, 0, 1);

/** An order as a caller sends it: nothing is checked. Fields that are empty texts or `null` count as absent. */
export type SentOrder = Readonly<Partial<Record<(typeof ORDER_FIELDS)[number], unknown>>>;

/** What the fields are called in messages. */
export type FieldNames = (field: (typeof ORDER_FIELDS)[number]) => string;

/**
 * Checks an order. Ids may be numbers; times are ISO 8601 with a time zone, or ms since 1970. A product that stands
 * twice has the sum of its quantities.
 *
 * @param now ms since the epoch; a later order is refused, as far as clocks may differ
 * @throws InvalidInput that names the field and the remedy
 */
export function shopOrder(sent: SentOrder, now: number, nameOf: FieldNames = (field) => field): ShopOrder {
  const sessionId = optionalId(nameOf('sessionId'), sent.sessionId, limits.sessionId);
  const decisionId = optionalId(nameOf('decisionId'), sent.decisionId, limits.decisionId);
  return {
    orderId: requiredId(nameOf('orderId'), sent.orderId, limits.eventId),
    at: orderTime(nameOf('at'), sent.at, now),
    ...(sessionId !== undefined && { sessionId: sessionId as SessionId }),
    ...(decisionId !== undefined && { decisionId }),
    products: productsOf(nameOf('products'), sent.products),
  };
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function optionalId(field: string, value: unknown, longest: number): string | undefined {
  if (isAbsent(value)) return undefined;
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') throw new InvalidInput(`${field}: give a text or a whole number.`);
  const id = text.trim().normalize();
  if ([...id].length > longest) throw new InvalidInput(`${field}: give at most ${longest} characters.`);
  return id;
}

function requiredId(field: string, value: unknown, longest: number): string {
  const id = optionalId(field, value, longest);
  if (id === undefined) throw new InvalidInput(`${field}: it is missing.`);
  return id;
}

const DAY_TIME_ZONE =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)$/iu;

/** When an order was placed, in ms since the epoch. @throws InvalidInput */
function orderTime(field: string, value: unknown, now: number): number {
  const at = typeof value === 'number' ? value : timeWithZone(isAbsent(value) ? '' : String(value).trim());
  if (!Number.isSafeInteger(at) || at < OLDEST) {
    throw new InvalidInput(
      `${field}: give the time of the order with its time zone, such as 2026-03-04T12:30:00Z or 2026-03-04 12:30:00 +01:00, or milliseconds since 1970.`,
    );
  }
  if (at > now + limits.signalAhead) throw new InvalidInput(`${field}: this time has yet to come.`);
  return at;
}

function timeWithZone(text: string): number {
  if (/^\d{12,14}$/u.test(text)) return Number(text);
  const [, day = '', time = '', zone = ''] = DAY_TIME_ZONE.exec(text) ?? [];
  // `Date.parse` takes 31 February for 3 March.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return Number.NaN;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/u.exec(zone) ?? [];
  return Date.parse(`${day}T${time}${sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`}`);
}

function productsOf(field: string, value: unknown): OrderedProduct[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new InvalidInput(`${field}: name at least one product: ["p1"] or [{"id":"p1","quantity":2}].`);
  }
  const quantities = new Map<string, number | undefined>();
  value.forEach((each: unknown, index) => {
    const place = `${field}[${index}]`;
    const isObject = typeof each === 'object' && each !== null;
    const { id, quantity } = (isObject ? each : { id: each }) as Readonly<Record<string, unknown>>;
    const product = productId(isObject ? `${place}.id` : place, id);
    const number = productQuantity(`${place}.quantity`, quantity);
    const before = quantities.get(product);
    quantities.set(product, before === undefined ? number : before + (number ?? 1));
  });
  if (quantities.size > limits.items) {
    throw new InvalidInput(`${field}: an order has at most ${limits.items} products.`);
  }
  return [...quantities].map(([id, quantity]) => (quantity === undefined ? { id } : { id, quantity }));
}

/** The id of an ordered product. @throws InvalidInput */
export const productId = (field: string, value: unknown): string => requiredId(field, value, limits.itemId);

/** How many of a product were ordered, where it is said. @throws InvalidInput */
export function productQuantity(field: string, value: unknown): number | undefined {
  if (isAbsent(value)) return undefined;
  const quantity = typeof value === 'string' ? Number(value.trim()) : value;
  if (typeof quantity !== 'number' || !(quantity > 0 && quantity <= Number.MAX_SAFE_INTEGER)) {
    throw new InvalidInput(`${field}: give a number above 0, with a point where it has decimals.`);
  }
  return quantity;
}
