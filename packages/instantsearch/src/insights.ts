import type { Signal } from '@decidable/sdk';

/** An event of InstantSearch, in the terms of search-insights. */
export interface InsightsEvent {
  /** Such as `clickedObjectIDsAfterSearch`. */
  readonly insightsMethod?: string;
  /** `internal` where InstantSearch made it by itself. */
  readonly eventModifier?: string;
  readonly payload?: {
    readonly objectIDs?: readonly string[];
    /** `brand:Acme`, each part encoded as in an address. */
    readonly filters?: readonly string[];
    /** Of a conversion: `addToCart` or `purchase`. */
    readonly eventSubtype?: string;
  };
}

/** The signal that each product of an event is. Others, such as `viewedObjectIDs` of all that was rendered, say nothing of a shopper. */
const OF_PRODUCTS = {
  clickedObjectIDs: 'product_view',
  addedToCartObjectIDs: 'cart_add',
  purchasedObjectIDs: 'purchase',
} as const;

const OF_CONVERSIONS = { addToCart: 'cart_add', purchase: 'purchase' } as const;

const own = <Table extends object>(table: Table, name: string | undefined): Table[keyof Table] | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name as keyof Table] : undefined;

/** What an event says of the shopper. */
export function signalsOf({ insightsMethod, payload = {} }: InsightsEvent): Signal[] {
  const { objectIDs = [], filters = [], eventSubtype } = payload;
  const method = insightsMethod?.replace(/AfterSearch$/, '');
  const type = method === 'convertedObjectIDs' ? own(OF_CONVERSIONS, eventSubtype) : own(OF_PRODUCTS, method);
  if (type !== undefined) return objectIDs.map((value): Signal => ({ type, value }));
  if (method !== 'clickedFilters') return [];
  return filters.flatMap((filter) => {
    const colon = filter.indexOf(':');
    if (colon < 1) return [];
    const [attribute, value] = [filter.slice(0, colon), filter.slice(colon + 1)].map(decoded);
    return [{ type: 'attribute_filter', value: `${attribute}=${value}` } satisfies Signal];
  });
}

/** Some widgets encode the parts of a filter, and some do not: "100% cotton" is no code. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
