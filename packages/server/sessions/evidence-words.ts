/** Evidence that says all in its name, in the words of a shop owner. */
const WORDS: Readonly<Record<string, string>> = {
  'price_filter:capped': 'set an upper price',
  'attribute_filter:sale': 'filtered for reduced products',
  'search:sale': 'searched for reduced products',
  'search:premium': 'searched for the best',
  'search:gift': 'searched for a gift',
  'search:research': 'searched for advice',
  'sort:price_asc': 'sorted by price, lowest first',
  'sort:price_desc': 'sorted by price, highest first',
  'product_view:again': 'opened a product once more',
  'dwell:long': 'took time over a product',
  'category_view:another': 'turned to another category',
  'brand_view:another': 'turned to another brand',
  'brand_view:again': 'returned to a brand',
  'cart_add:quick': 'soon put something into the cart',
  'purchase:quick': 'soon bought something',
  product_view: 'opened a product',
  cart_add: 'put something into the cart',
  purchase: 'bought something',
  compare: 'compared products',
  attribute_filter: 'filtered the list',
};

const products = (count: string, kind = ''): string =>
  `${count} ${kind}${count === '1' ? 'product' : 'products'}`;

/** What a kind of evidence says with its value. */
const OF_VALUE: Readonly<Record<string, (value: string) => string>> = {
  search: (value) => `searched for “${value}”`,
  category_view: (value) => `opened the category ${value}`,
  brand_view: (value) => `opened the brand ${value}`,
  attribute_filter: (value) => `filtered for ${value.replaceAll('_', ' ').replace('=', ': ')}`,
  price_filter: (value) =>
    `set a price of ${value.replace(/^0?-/, 'up to ').replace(/-$/, ' or more').replace('-', ' to ')}`,
  sort: (value) => `sorted by ${value.replaceAll('_', ' ')}`,
  products: (value) => `looked at ${products(value)}`,
  cheap_products: (value) => `looked at ${products(value, 'inexpensive ')}`,
  expensive_products: (value) => `looked at ${products(value, 'expensive ')}`,
  categories: (value) => `looked around in ${value} categories`,
  brand: (value) => `looked mostly at ${value}`,
  visits: (value) => `came ${value} times`,
  behavior: (value) => value.replaceAll(/[_-]/g, ' '),
};

/** The evidence for a persona as a shop owner would say it: `expensive_products:2` as "looked at 2 expensive products". */
export function evidenceInWords(signal: string): string {
  const whole = Object.hasOwn(WORDS, signal) ? WORDS[signal] : undefined;
  if (whole !== undefined) return whole;
  const colon = signal.indexOf(':');
  const kind = signal.slice(0, colon);
  if (colon > 0 && Object.hasOwn(OF_VALUE, kind)) return OF_VALUE[kind]!(signal.slice(colon + 1));
  return signal.replaceAll('_', ' ').replace(':', ': ');
}
