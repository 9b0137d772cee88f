import { phraseOf, shelfOf } from './catalogue.js';

/** The service's terms in a shopper's words. */

const shelfName = (id) => shelfOf(id)?.label.toLowerCase() ?? id;
/** The upper end that the shop sends for an open range. */
const OPEN = 100_000;
const priceRange = (range) => {
  const [low, high] = range.split('-');
  if (!high || Number(high) >= OPEN) return `$${low} or more`;
  return Number(low) ? `$${low} to $${high}` : `up to $${high}`;
};

const actions = {
  category_view: (value) => `you looked at ${shelfName(value)}`,
  product_view: () => 'you looked at a product like it',
  brand_view: (value) => `you looked at ${value}`,
  search: (value) => `you searched for “${value}”`,
  price_filter: (value) => `you asked for ${priceRange(value)}`,
  attribute_filter: (value) => `you asked for ${fact(value)}`,
  cart_add: () => 'you put one like it into the cart',
  dwell: () => 'you took your time over it',
};

const personas = {
  bargain_hunter: 'It is on the affordable side, as you seem to like',
  premium_buyer: 'It is on the premium side, as you seem to like',
  brand_loyal: 'You seem to keep to a brand',
  explorer: 'You seem to look around',
  researcher: 'You seem to compare closely',
};

function fact(pair) {
  const [name, ...value] = pair.split('=');
  if (name === 'category') return shelfName(value.join('='));
  return name === 'brand' ? value.join('=') : phraseOf(name, value.join('='));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function aboutPrice(kind, range) {
  if (kind === 'price_filter') return `Its price: ${actions.price_filter(range)}`;
  if (kind === 'near_price_filter') return `Its price is near ${priceRange(range)}, which you asked for`;
  if (kind === 'outside_price_filter')
    return `Its price is outside ${priceRange(range)}, which you asked for`;
  return 'Its price is near those you looked at';
}

/** The reasons in words: `The shelf: you looked at headphones`. Equal reasons of two factors are shown once. */
export function because({ factor, signal, matched }) {
  const [kind, ...rest] = signal.split(':');
  const value = rest.join(':');
  if (factor === 'prior')
    return signal === 'all_visits' ? 'How often others look at it' : 'What every product starts with';
  if (factor === 'persona') return personas[value] ?? 'It suits how you shop';
  if (factor === 'popularity') return 'Others look at it often';
  if (factor === 'co-visited') return 'Others who saw what you saw went on to it';
  if (factor === 'sequence') return 'Others went on to it from where you are';
  if (factor === 'revisit') return 'You have seen it before';
  if (factor === 'context') return 'It fits this time and device';
  if (factor === 'relevance') return 'Its place in the search';
  if (factor === 'keyword') return `You searched for “${matched ?? value}”`;
  if (factor === 'price') return matched ? because({ factor, signal: matched }) : aboutPrice(kind, value);
  if (kind === 'gone_to') return 'Others went on to such products from where you are';
  if (kind in actions && kind !== 'category_view') return capital(actions[kind](value));
  const [name, ...seen] = signal.split('=');
  if (kind === 'category_view') return `The shelf: ${actions.category_view(value)}`;
  if (name === 'category' && seen.length) return `The shelf: ${actions.category_view(seen.join('='))}`;
  if (name === 'brand' && seen.length) return `You looked at ${seen.join('=')}`;
  if (seen.length) return `Like what you saw (${fact(signal)})`;
  if (factor === 'brand') return 'Its brand is another';
  return factor === 'category' ? 'It is on another shelf' : 'It resembles what you looked at';
}

/** The evidence for a persona in words: `category_view:headphones` → `you looked at headphones`. */
export function evidenceOf({ signal }) {
  const [kind, ...rest] = signal.split(':');
  const value = rest.join(':');
  if (kind === 'products') return `${value} ${value === '1' ? 'product' : 'products'} you looked at`;
  const priced = /^(cheap|expensive)[ _]products$/.exec(kind)?.[1];
  if (priced) {
    const sort = priced === 'cheap' ? 'affordable' : 'premium';
    return value === '1' ? `one ${sort} product you looked at` : `${value} ${sort} products you looked at`;
  }
  if (kind === 'product_view') return 'you opened a product';
  if (kind === 'cart_add')
    return value === 'quick' ? 'you soon put something into the cart' : 'you put something into the cart';
  if (kind === 'brand') return `you keep coming back to ${value}`;
  return actions[kind]?.(value) ?? signal.replaceAll('_', ' ').replace(':', ' ');
}

/** `attribute:connection_type=wireless` → `Connection: Wireless`. */
export function nameOf({ id, label }) {
  const [kind, ...rest] = id.split(':');
  const value = rest.join(':');
  if (kind === 'category') return shelfOf(value)?.label ?? capital(value);
  if (kind === 'attribute') {
    const [name, said = ''] = value.split('=');
    const text = /^(true|false)$/.test(said) ? said : label.slice(label.indexOf(': ') + 2);
    return capital(phraseOf(name, text));
  }
  if (kind === 'brand') return label.replace(/^Interested in the brand /, '');
  return label;
}

/** The reasons why the order is not personal. */
export const reasons = {
  off: 'Live ranking is off. This is the shop’s own order.',
  no_signals: 'Nothing is known of you yet. Look around, and the order follows.',
  session_not_found: 'Nothing is known of you yet. Look around, and the order follows.',
  no_matching_attributes: 'What you looked at says nothing about these.',
  all_tied: 'Nothing that you did tells these products apart.',
  opening: 'The service is opening the catalogue.',
  catalogue_empty: 'The service holds no catalogue.',
  timeout: 'The service took too long. This is the shop’s own order.',
  offline: 'You are offline. This is the shop’s own order.',
  network: 'The service cannot be reached. This is the shop’s own order.',
  rate_limited: 'The service asked for a pause. This is the shop’s own order.',
  unauthorized: 'The shop’s key was refused. This is the shop’s own order.',
  unavailable: 'The service is not available. This is the shop’s own order.',
};
export const reasonFor = (reason) => reasons[reason] ?? 'This is the shop’s own order.';
