/** What may speak for a persona, in words; the names are those of the service. */
export const signalEvidence: Readonly<Record<string, string>> = {
  product_view: 'looks at a product',
  'product_view:again': 'looks at a product again',
  category_view: 'opens a category',
  'category_view:another': 'opens another category',
  brand_view: 'opens a brand',
  'brand_view:again': 'opens a brand again',
  'brand_view:another': 'opens another brand',
  search: 'searches',
  'search:sale': 'searches for sales',
  'search:premium': 'searches for premium products',
  'search:gift': 'searches for gifts',
  'search:research': 'searches for tests and comparisons',
  price_filter: 'filters by price',
  'price_filter:capped': 'filters by a highest price',
  attribute_filter: 'filters by an attribute',
  'attribute_filter:sale': 'filters by sale',
  sort: 'sorts the list',
  'sort:price_asc': 'sorts by lowest price',
  'sort:price_desc': 'sorts by highest price',
  'sort:newest': 'sorts by newest',
  'sort:rating': 'sorts by rating',
  compare: 'compares products',
  wishlist_add: 'puts on the wish list',
  cart_add: 'puts into the cart',
  'cart_add:quick': 'puts into the cart quickly',
  cart_remove: 'takes out of the cart',
  purchase: 'buys',
  'purchase:quick': 'buys quickly',
  dwell: 'stays with a product',
  'dwell:long': 'stays long with a product',
  dismiss: 'does not want a product',
};

/** What is measured over the whole visit. */
export const measureEvidence: Readonly<Record<string, string>> = {
  low_price_filter: 'filters for the cheap end',
  high_price_filter: 'filters for the expensive end',
  cheap_products: 'looks at the cheaper products',
  dear_products: 'looks at the expensive products',
  spread_over_categories: 'looks through many categories',
  one_brand: 'keeps to one brand',
  earlier_visits: 'has been here before',
};

/** The personas that every shop has, whose ids an own one may replace. */
export const shippedPersonas: Readonly<Record<string, string>> = {
  bargain_hunter: 'Bargain hunter',
  premium_buyer: 'Premium buyer',
  researcher: 'Researcher',
  decisive_buyer: 'Decisive buyer',
  explorer: 'Explorer',
  brand_loyal: 'Brand loyal',
  gift_shopper: 'Gift shopper',
  returning_shopper: 'Returning shopper',
};
