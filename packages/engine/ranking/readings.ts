import { withPlainDigits } from '../catalogue/numbers.ts';
import type { Value } from '../catalogue/types.ts';

/** A price of more than 0; NaN otherwise. Free things are not near in log price to anything. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
}

/** A number as people write it; a hyphen behind a letter or a digit is no sign. */
const NUMBER = /((?<![\p{L}\p{N}])[-\u2212]\s?\p{Sc}?\s?)?(\d[\d.,'\u00a0\u202f ]*)/u;

/** The first number in a text, as in "£1,299.50", "1.299,50 €" or "19.9900"; NaN without one. */
export function numberIn(text: string): number {
  const match = NUMBER.exec(withPlainDigits(text));
  if (match === null) return Number.NaN;
  const digits = match[2].replace(/[^\d.,]/g, '').replace(/[.,]$/, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const [whole, fraction] = isDecimal(digits, last)
    ? [digits.slice(0, last), digits.slice(last + 1)]
    : [digits, ''];
  const number = Number(`${whole.replace(/[.,]/g, '')}.${fraction}`);
  return match[1] === undefined ? number : -number;
}

/** Whether the last separator begins the fraction: three digits behind it are thousands where they can be. */
function isDecimal(digits: string, last: number): boolean {
  if (last < 0) return false;
  if (digits.length - last - 1 !== 3) return true;
  const others = digits.slice(0, last);
  if (others.includes(digits[last])) return false;
  return /[.,]/.test(others) || others.length > 3 || others.startsWith('0');
}
