import type { Signal } from './types.ts';

/*
 * The rules of the service for signals, of which one bad one would lose its whole batch. `signal-check.test.ts` holds
 * them equal to the contract and to the parser of the service.
 */

const PRICE = '(\\d{1,12}(?:\\.\\d{1,6})?)?';
const PRICES = RegExp(`^${PRICE}-${PRICE}$`);
const SOME = /\S/;

/** What the value of a type looks like; types that are not here have none. */
const FORMS: Record<string, RegExp> = {
  price_filter: PRICES,
  attribute_filter: /^[^=]*[^\s=][^=]*=[\s\S]*\S/,
  dwell: /\S[\s\S]*:\d{1,7}(\.\d+)?$/,
  device: /^(mobile|tablet|desktop|bot|other)$/,
  referrer: /^(direct|internal|search|social|email|paid|other:\S+)$/,
  time_of_day: /^([01]\d|2[0-3]):[0-5]\d(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/,
};
for (const type of 'category product brand'.split(' ')) FORMS[`${type}_view`] = SOME;
for (const type of 'search sort compare wishlist_add cart_add cart_remove purchase dismiss'.split(' '))
  FORMS[type] = SOME;

const ISO = /^(\d{4}-\d\d-(\d\d))(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;

/** Whether it is a text of `least` to `most` code points. */
export const isText = (text: unknown, most: number, least = 1): text is string =>
  typeof text === 'string' && text.length >= least && (text.length <= most || [...text].length <= most);

/** How far a time may lie behind and ahead, ms. */
const OLDEST = 24 * 3600_000;
const AHEAD = 600_000;

function isTime(at: unknown, now: number): boolean {
  const iso = typeof at === 'string' && at.length < 65 && ISO.exec(at);
  const time = iso ? Date.parse(iso[0]) : Number(typeof at === 'number' ? at : Number.NaN);
  return (
    time <= now + AHEAD && time >= now - OLDEST && (!iso || new Date(iso[1]!).getUTCDate() === Number(iso[2]))
  );
}

/** The field of a signal for which the service would refuse its batch, and why. */
export function faultOf(signal: Signal, now: number): string | undefined {
  if (!isText(signal?.type, 64)) return 'type: a text of 1 to 64 characters';
  const { type, at } = signal;
  // As the service reads them: whole numbers as their text, null as absent.
  const value = Number.isSafeInteger(signal.value) ? `${signal.value}` : (signal.value ?? undefined);
  const form = Reflect.has(Object.prototype, type) ? undefined : FORMS[type];
  if (value === undefined ? form : !isText(value, 512, 0)) return 'value: a text of up to 512 characters';
  if (form && !form.test(value!)) return `value: "${value}" is none for ${type}`;
  if (form === PRICES) {
    const [, min, max] = PRICES.exec(value!)!;
    if (!min && !max) return 'value: a price, or two';
    if (max && Number(min) > Number(max)) return `value: "${value}": the smaller price first`;
  }
  if (at != null && !isTime(at, now)) return 'at: a time of the last 24 hours';
  return;
}
