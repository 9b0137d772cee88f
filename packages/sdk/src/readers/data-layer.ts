import type { Client, Id, Signal, SignalValues } from '../types.ts';

/** The signal that each item of an e-commerce event of Google Analytics 4 is. */
const OF_ITEMS: Readonly<Record<string, keyof SignalValues>> = {
  view_item: 'product_view',
  add_to_cart: 'cart_add',
  remove_from_cart: 'cart_remove',
  add_to_wishlist: 'wishlist_add',
  purchase: 'purchase',
};

/** The levels of an item's category. */
const LEVELS = ['', 2, 3, 4, 5].map((level) => `item_category${level}`);

type Fields = Readonly<Record<string, unknown>>;

const signal = (type: keyof SignalValues, value: string) => ({ type, value }) as Signal;

/** What an entry says was done: its event with the parameters. */
export interface Said {
  readonly signals: readonly Signal[];
  /** An order, under its own id, so that a page that is loaded again counts it once. */
  readonly order?: { readonly id: string; readonly data: Fields };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isId = (value: unknown): value is Id => isText(value) || Number.isSafeInteger(value);
const fieldsOf = (value: unknown): Fields => Object(value) as Fields;

/**
 * Reads an entry of a data layer: `{ event: 'add_to_cart', ecommerce: { items: [{ item_id: 'sku-1' }] } }` as a tag manager
 * has it, or the arguments of `gtag('event', 'add_to_cart', { items: [{ item_id: 'sku-1' }] })`. What is no e-commerce
 * event says nothing.
 */
export function saidBy(entry: unknown): Said {
  const fields = fieldsOf(entry);
  const isCall = fields[0] === 'event';
  const name = `${isCall ? fields[1] : fields.event}`;
  const { items, ...others } = fieldsOf(isCall ? fields[2] : (fields.ecommerce ?? entry));
  const bought = (Array.isArray(items) ? items : []).map(fieldsOf);
  const ids = bought.map(({ item_id, id }) => item_id ?? id).filter(isId);
  const type = Object.hasOwn(OF_ITEMS, name) && OF_ITEMS[name];
  if (type) {
    const signals = ids.map((id) => signal(type, `${id}`));
    const { transaction_id: order, value, currency } = others;
    return type === 'purchase' && isId(order)
      ? { signals, order: { id: `${order}`, data: { items: ids, value, currency } } }
      : { signals };
  }
  const { search_term: term } = others;
  if (/^(search|view_search_results)$/.test(name) && isText(term))
    return { signals: [signal('search', term)] };
  const { item_list_name: list } = others;
  return {
    signals: name === 'view_item_list' && isCategory(list, bought) ? [signal('category_view', list)] : [],
  };
}

/** Whether a list is the page of a category: all that is in it is of the category that it is named after. */
const isCategory = (list: unknown, items: readonly Fields[]): list is string =>
  isText(list) && items.length > 0 && items.every((item) => LEVELS.some((level) => item[level] === list));

/** Tracks what the page has pushed to its data layer, and what it will push. */
export function watch({ track, event }: Pick<Client, 'track' | 'event'>, dataLayer: true | string): void {
  const name = dataLayer === true ? 'dataLayer' : dataLayer;
  const page = globalThis as unknown as Record<string, unknown[] | undefined>;
  page[name] ||= [];
  const layer = page[name];
  const read = (entry: unknown) => {
    try {
      const { signals, order } = saidBy(entry);
      if (signals.length) void track(signals);
      if (order) void event('purchase', order.data, { eventId: order.id });
    } catch (error) {
      console.warn(`Decidable ${name}:`, error);
    }
  };
  layer.forEach(read);
  const { push } = layer;
  // A tag manager, which takes the place of `push` in the same way, calls the one that was there.
  layer.push = (...entries) => {
    const length = push.apply(layer, entries);
    entries.forEach(read);
    return length;
  };
}
