/** How the value of a type of signal is written. */
export interface SignalForm {
  readonly value: string;
  /** An ECMAScript regular expression that every value of the type matches, where it is a small language of its own. */
  readonly pattern?: string;
  readonly examples: readonly string[];
}

const productId = (what: string): SignalForm => ({
  value: `The id of the product that ${what}, as the catalogue has it.`,
  examples: ['sku-1042'],
});

/** The types of signals that are understood. Others are kept with the session, and carry no weight. */
export const signalTypes = {
  category_view: {
    value:
      'A category as the catalogue writes it, or as a handle. One that is a path is named in full, by its last step, or by its first, which includes all below it.',
    examples: ['boots', 'mens-boots', 'Clothing > Hoodies'],
  },
  brand_view: {
    value: 'A brand as the catalogue writes it, or as a handle.',
    examples: ['Birch & Co', 'birch-co'],
  },
  product_view: productId('was looked at'),
  search: {
    value: 'The text that was typed; words, prices, sizes and exclusions are read from it.',
    examples: ['waterproof boots under 80 without lace'],
  },
  price_filter: {
    value: 'Two prices joined by a hyphen, the smaller first; one of them may be left out.',
    pattern: String.raw`^(\d{1,12}(\.\d{1,6})?-(\d{1,12}(\.\d{1,6})?)?|-\d{1,12}(\.\d{1,6})?)$`,
    examples: ['60-150', '10.50-20', '-60', '60-'],
  },
  attribute_filter: {
    value:
      'A column and a value, joined by "=", or by "!=" for a value that is not wanted: as the catalogue writes them or as handles, a range of numbers, or a yes or no. A value with a sign such as "!" or "-" before it that no product has is refused.',
    pattern: String.raw`^[^=]*[^=\s][^=]*=[\s\S]*\S[\s\S]*$`,
    examples: ['colour=red', 'brand!=Acme', 'shoe-size=42', 'width=100-150', 'weight=<=2', 'wireless=true'],
  },
  sort: {
    value: 'The order that was chosen, by any name.',
    examples: ['price_asc', 'price_desc', 'rating', 'newest'],
  },
  compare: productId('is compared with others'),
  wishlist_add: productId('was wished for'),
  cart_add: productId('was put into the cart'),
  cart_remove: productId('was taken out of the cart'),
  purchase: productId('was bought'),
  dismiss: productId('is not wanted'),
  dwell: {
    value: 'A product id and the seconds for which it was looked at, at most 9,999,999, joined by a colon.',
    pattern: String.raw`^[\s\S]*\S[\s\S]*:\d{1,7}(\.\d+)?$`,
    examples: ['sku-1042:12', 'gid://shopify/Product/7:3.5'],
  },
  device: {
    value: 'The kind of device; sent by the SDK itself.',
    pattern: '^(mobile|tablet|desktop|bot|other)$',
    examples: ['mobile', 'other'],
  },
  referrer: {
    value: 'What led to the shop, a host where it is none of the others; sent by the SDK itself.',
    pattern: String.raw`^(direct|internal|search|social|email|paid|other:\S+)$`,
    examples: ['search', 'other:blog.example'],
  },
  time_of_day: {
    value: "The shopper's own time with its offset from UTC; sent by the SDK itself.",
    pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$`,
    examples: ['21:45+02:00', '08:00Z'],
  },
} as const satisfies Readonly<Record<string, SignalForm>>;

/** The name of a type of signal that is understood. */
export type SignalTypeName = keyof typeof signalTypes;
