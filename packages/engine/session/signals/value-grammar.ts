import type { PriceRange } from '../types.ts';

const DEVICES = new Set(['mobile', 'tablet', 'desktop', 'bot', 'other']);
const REFERRERS = new Set(['direct', 'internal', 'search', 'social', 'email', 'paid']);

/** Says what a value should look like, as in "should be a product id"; `undefined` where it is well formed. */
export type ValueGrammar = (value: string) => string | undefined;

/** A name of something, which must not be blank. */
export const names =
  (what: string): ValueGrammar =>
  (value) =>
    value.trim() === '' ? `should be ${what}` : undefined;

export const productId = names('a product id');

const PRICE = String.raw`\d{1,12}(?:\.\d{1,6})?`;
const PRICES = new RegExp(`^(${PRICE})?-(${PRICE})?$`);

/** The prices that a `price_filter` names; either end may be open, but not both. */
export function priceRangeSent(value: string): PriceRange | undefined {
  const parts = PRICES.exec(value);
  if (parts === null || value === '-') return undefined;
  const [, min, max] = parts;
  return { ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) };
}

export function priceFilter(value: string): string | undefined {
  const wanted =
    'should be two prices joined by a hyphen, "<min>-<max>", such as "60-150", "10.50-20", "-60" or "60-"';
  const range = priceRangeSent(value);
  if (range === undefined) {
    return /^[\d.]*-[\d.]*$/.test(value) && /\d{13}|\.\d{7}/.test(value)
      ? 'should have at most 12 digits, and at most 6 decimals, in a number'
      : wanted;
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = range;
  return min > max ? `${wanted}, the smaller first` : undefined;
}

export function attributeFilter(value: string): string | undefined {
  const equals = value.indexOf('=');
  const name = value.slice(0, equals).replace(/!\s*$/, '');
  return equals < 0 || name.trim() === '' || value.slice(equals + 1).trim() === ''
    ? 'should be "<attribute>=<value>" or "<attribute>!=<value>", such as "colour=red" or "colour!=red"'
    : undefined;
}

/** Signs with which other systems write that a value is not wanted: "!Nike", ":!=Nike", "-red". A number may be below 0. */
const NEGATED = /^\s*(?::?!=?|<>|-(?=\s*\p{L}))\s*(?=\S)/u;

/** A value without the sign before it that would exclude it elsewhere; `undefined` where it has none. */
export function withoutSign(value: string): string | undefined {
  const bare = value.replace(NEGATED, '');
  return bare === value ? undefined : bare;
}

export function dwell(value: string): string | undefined {
  const parts = /^(.+):(\d{1,7}(?:\.\d+)?)$/s.exec(value);
  if (parts !== null && parts[1].trim() !== '') return undefined;
  return /\S.*:\d{8,}$/s.test(value)
    ? 'should name at most 9,999,999 seconds'
    : 'should be "<product id>:<seconds>", such as "sku-1:12"';
}

export function device(value: string): string | undefined {
  return DEVICES.has(value) ? undefined : 'should be one of mobile, tablet, desktop, bot, other';
}

export function referrer(value: string): string | undefined {
  return REFERRERS.has(value) || /^other:\S+$/.test(value)
    ? undefined
    : 'should be one of direct, internal, search, social, email, paid, other:<host>';
}

export function timeOfDay(value: string): string | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/.test(value)
    ? undefined
    : 'should be the client\'s own time with its offset, "HH:mm±HH:mm", such as "21:45+02:00"';
}
