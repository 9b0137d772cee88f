import type { IconName } from '../icon.tsx';
import { cameHow } from './visits.ts';

/** A signal in words, with a picture. */
export interface SignalWords {
  readonly icon: IconName;
  /** What the shopper did, without what it was about. */
  readonly did: string;
  /** What it was about. */
  readonly about?: string;
}

interface Told {
  readonly type: string;
  readonly value?: string;
  readonly title?: string;
}

const VERBS: Readonly<Record<string, readonly [IconName, string]>> = {
  product_view: ['eye', 'Looked at'],
  category_view: ['grid', 'Looked through the category'],
  brand_view: ['star', 'Looked at the brand'],
  search: ['search', 'Searched for'],
  price_filter: ['filter', 'Asked for a price of'],
  attribute_filter: ['filter', 'Filtered by'],
  sort: ['sort', 'Sorted by'],
  compare: ['compare', 'Compared'],
  wishlist_add: ['star', 'Put on the wish list'],
  cart_add: ['shop', 'Put into the cart'],
  cart_remove: ['undo', 'Took out of the cart'],
  purchase: ['check', 'Bought'],
  dismiss: ['hidden', 'Did not want'],
  dwell: ['clock', 'Stayed with'],
  device: ['screen', 'Uses'],
  referrer: ['link', 'Came'],
  time_of_day: ['clock', 'Has the local time'],
  behavior: ['session', 'Was seen to'],
  context: ['screen', 'Began a visit'],
};

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'a phone',
  tablet: 'a tablet',
  desktop: 'a desktop computer',
  bot: 'a robot',
  other: 'an unknown device',
};

/** What a signal says, in words that a shop owner would use. */
export function signalWords({ type, value, title }: Told): SignalWords {
  const [icon, did] = VERBS[type] ?? ['info', `Sent ${type}`];
  if (type === 'context') return { icon, did };
  const about = title ?? readable(type, value);
  return { icon, did, ...(about !== undefined && { about }) };
}

function readable(type: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (type === 'search') return `“${value}”`;
  if (type === 'attribute_filter') return value.replace('=', ': ');
  if (type === 'sort') return value.replaceAll('_', ' ');
  if (type === 'price_filter') {
    const [least, most] = value.split('-');
    if (most === undefined || most === '') return `${least} and more`;
    return least === '' || least === '0' ? `up to ${most}` : `${least} to ${most}`;
  }
  if (type === 'device') return DEVICES[value] ?? value;
  if (type === 'referrer') return cameHow(value);
  if (type === 'time_of_day') return value.slice(0, 'HH:mm'.length);
  return value;
}
