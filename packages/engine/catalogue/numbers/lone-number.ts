import { type DecimalSign, magnitude } from './decimal-sign.ts';
import { isGrouped, ungrouped, withPlainDigits } from './digits.ts';
import type { NumberText } from './number-text.ts';

/**
 * Decides between the two readings of a number that has one separator with three digits behind it: "1,299" is a
 * thousand and more, or one and a fraction.
 */
export type Choice = (asThousands: number, asFraction: number, sign: DecimalSign) => number;

/** For text by people: in prices, sizes and titles, three digits after a separator are thousands. */
export const asThousands: Choice = (thousands) => thousands;

/**
 * For filters, which programs write as often as people: the reading within the range of the column's numbers. If both
 * are, or neither, a point is the decimal sign, as in JSON, and a comma groups thousands.
 */
export function asAmong(least: number, most: number): Choice {
  const holds = (number: number): boolean => least <= number && number <= most;
  return (thousands, fraction, sign) => {
    if (holds(thousands) !== holds(fraction)) return holds(thousands) ? thousands : fraction;
    return sign === '.' ? fraction : thousands;
  };
}

/** One separator, and three digits after it: thousands where that is possible. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * The magnitude of a number without a column that determines its decimal sign. The last separator is the decimal sign,
 * unless it occurs twice or `choose` decides that it groups thousands.
 *
 * @returns undefined where the digits follow no convention ("1,2,3")
 */
export function loneMagnitude(number: NumberText, choose: Choice): number | undefined {
  const { digits } = number;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return magnitude(number, '.');
  const sign: DecimalSign = digits[last] === '.' ? '.' : ',';
  const other: DecimalSign = sign === '.' ? ',' : '.';
  if (AMBIGUOUS.test(digits)) return choose(magnitude(number, other)!, magnitude(number, sign)!, sign);
  if (digits.indexOf(sign) === last) return magnitude(number, sign);
  if (isGrouped(digits, sign)) return magnitude(number, other);
  // One sign for both: "1,299,50".
  const whole = digits.slice(0, last);
  if (digits.length - last > 3 || !isGrouped(whole, sign)) return undefined;
  return magnitude({ ...number, digits: `${whole.replaceAll(sign, '')}.${digits.slice(last + 1)}` }, '.');
}

/** A number within a text, for expressions. Spaces group nothing here: "iphone 15 256 gb". */
export const WRITTEN = "(?:\\d{1,3}(?:['\u2019\u00a0\u202f]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*)";

/** Thousands and ten thousands that are written as a letter or a sign: "1.5k", "3千", "2万". */
const MULTIPLES: Readonly<Record<string, number>> = {
  k: 1e3,
  千: 1e3,
  천: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
};
/** "1万5千": the parts are added. */
const SUM = /^(.*[千천万萬만])(.+)$/u;
/** Products of a decimal fraction are rounded to this many digits, which doubles hold. */
const DIGITS_HELD = 15;

/**
 * A number as people write it: "1,299.50", "1.299,50", "49,99", "1 299", "1,00,000", "1.5k", "1.5万", "1万5千".
 *
 * @param written digits and separators, beginning and ending with a digit, with at most a multiple after them
 * @returns NaN for anything else
 */
export function numberOf(written: string, choose: Choice = asThousands): number {
  const sum = SUM.exec(written);
  if (sum !== null) return numberOf(sum[1], choose) + numberOf(sum[2], choose);
  const multiple = MULTIPLES[written.at(-1) ?? ''];
  if (multiple !== undefined)
    return Number((multiple * numberOf(written.slice(0, -1), choose)).toPrecision(DIGITS_HELD));
  const digits = ungrouped(written);
  if (digits === undefined || !/\d$/.test(digits)) return Number.NaN;
  return loneMagnitude({ negative: false, digits, exponent: 0, unit: undefined }, choose) ?? Number.NaN;
}

/** A number in a text; a hyphen after a letter or a digit is not a sign. */
const SIGNED = /((?<![\p{L}\p{N}])[-\u2212]\s?\p{Sc}?\s?)?(\d[\d.,'\u2019\u00a0\u202f ]*)/u;

/** The first number in a text, as in "£1,299.50", "1.299,50 €" or "19.9900"; NaN without one. */
export function numberIn(text: string): number {
  const match = SIGNED.exec(withPlainDigits(text));
  if (match === null) return Number.NaN;
  const written = match[2].replace(/\D+$/, '');
  let number = numberOf(written);
  // Spaces may also separate numbers: "10 20 cm".
  if (Number.isNaN(number)) number = numberOf(/^\d+(?:[.,]\d+)*/.exec(written)![0]);
  return match[1] === undefined ? number : -number;
}
