import type { Value } from '../catalogue/types.ts';
import { interestName } from '../session/text.ts';

/** A price of more than 0; NaN otherwise. Free things are not near in log price to anything. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
}

/** The first number in a text, with `,` or `.` before two digits at the end as the decimal sign; NaN without one. */
export function numberIn(text: string): number {
  const match = /\d[\d.,'\u00a0\u202f ]*/.exec(text);
  if (match === null) return Number.NaN;
  const digits = match[0].replace(/[^\d.,]/g, '').replace(/[.,]$/, '');
  const decimal = /[.,](\d{1,2})$/.exec(digits);
  const whole = (decimal === null ? digits : digits.slice(0, decimal.index)).replace(/[.,]/g, '');
  return Number(decimal === null ? whole : `${whole}.${decimal[1]}`);
}

const UNAVAILABLE = new Set([
  '0',
  'false',
  'no',
  'n',
  'out of stock',
  'outofstock',
  'out-of-stock',
  'out_of_stock',
  'sold out',
  'soldout',
  'unavailable',
  'not available',
  'discontinued',
  'inactive',
  'draft',
  'archived',
]);

/** Whether the text of an availability cell says that the product can be bought: all but a plain no, or no stock. */
export function availabilityOf(text: string): boolean {
  const folded = interestName(text);
  if (UNAVAILABLE.has(folded)) return false;
  return !(/^-?\d+([.,]\d+)?$/.test(folded) && Number(folded.replace(',', '.')) <= 0);
}
