import { headerWords } from '../../../catalogue/columns/header-names.ts';
import { hasCheckDigit } from '../../../catalogue/numbers/check-digit.ts';
import { SHORTENED_NUMBER } from '../../../catalogue/numbers/number-text.ts';
import type { Attribute } from '../../../catalogue/types.ts';
import type { RuleName } from '../rules.ts';

const DIGITS = /^\d+$/;
const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** The digits of a trade item number, without the spaces and hyphens that people write into it. */
const bare = (text: string): string => text.replace(/^['’]|[\s\u00a0-]/g, '');

/** Its 14 digits, by which the same number in another form is known; undefined for what is none. */
export function gtin14(text: string): string | undefined {
  const digits = bare(text);
  return DIGITS.test(digits) && LENGTHS.has(digits.length) && hasCheckDigit(digits)
    ? digits.padStart(14, '0')
    : undefined;
}

/** The weights 10 to 1 of an ISBN of ten digits, whose check digit may be an X (ISO 2108). */
function isIsbn10(digits: string): boolean {
  if (!/^\d{9}[\dXx]$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, at) => total + (10 - at) * (digit === 'X' || digit === 'x' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

/** Company prefixes for use within one company (GS1 General Specifications, restricted circulation numbers). */
const RESTRICTED = /^(?:2|02|04)/;
const COUPONS = /^(?:05|98[1-4]|99)/;

/**
 * What is wrong with a trade item number; undefined for one that is right, and for one that is told as damaged.
 *
 * @param ofBooks whether digits that may be an ISBN as well as another number without its zeros are an ISBN: one in eleven may
 */
export function gtinFault(text: string, ofBooks = false): RuleName | undefined {
  if (SHORTENED_NUMBER.test(text)) return undefined;
  const digits = bare(text);
  const isbn = isbnFault(digits);
  if (isbn !== undefined && (ofBooks || !hasLostZeros(digits))) return isbn;
  if (!DIGITS.test(digits) || /^0*$/.test(digits)) return 'gtin-format';
  if (!LENGTHS.has(digits.length)) return hasLostZeros(digits) ? 'gtin-leading-zeros' : 'gtin-format';
  if (!hasCheckDigit(digits)) return 'gtin-check-digit';
  // What stands in front of a prefix in 14 digits says how many pieces are packed.
  const prefixed = digits.length === 12 ? `0${digits}` : digits.length === 14 ? digits.slice(1) : digits;
  if (digits.length === 8) return undefined;
  if (RESTRICTED.test(prefixed)) return 'gtin-restricted-prefix';
  return COUPONS.test(prefixed) ? 'gtin-coupon-prefix' : undefined;
}

/** Zeros in front change no check digit. */
const hasLostZeros = (digits: string): boolean => /^[1-9]\d{8,10}$/.test(digits) && hasCheckDigit(digits);

function isbnFault(digits: string): RuleName | undefined {
  if (isIsbn10(digits)) return 'gtin-isbn-10';
  return digits.length === 9 && isIsbn10(`0${digits}`) ? 'gtin-isbn-9' : undefined;
}

const ISBN = /\bisbn\b/;

/** What is wrong with the numbers of a column: of books where its name says so, or more of its values can be nothing else. */
export function gtinFaultsOf({ name, values }: Attribute): (label: string) => RuleName | undefined {
  if (ISBN.test(headerWords(name))) return (label) => gtinFault(label, true);
  let books = 0;
  for (const { label } of values) {
    const digits = bare(label);
    if (digits.length !== 9 && digits.length !== 10) continue;
    const [isIsbn, isOther] = [isbnFault(digits) !== undefined, hasLostZeros(digits)];
    if (isIsbn !== isOther) books += isIsbn ? 1 : -1;
  }
  return (label) => gtinFault(label, books > 0);
}

/** The share of right numbers from which on a column of bar codes is one of trade item numbers. Set by hand: shops number their own. */
const MIN_TRADE_NUMBERS = 0.5;
/** Names that are a promise. */
const STANDARD = /\b(?:gtin|ean|upc|isbn)\b/;
/** What has one of these is a number all the same. */
const MENDABLE: ReadonlySet<RuleName | undefined> = new Set([
  undefined,
  'gtin-leading-zeros',
  'gtin-isbn-10',
  'gtin-isbn-9',
]);

/** Whether a column that is named like one of trade item numbers holds them, not numbers of the shop's own. */
export function areTradeNumbers({ name, values }: Attribute): boolean {
  if (STANDARD.test(headerWords(name))) return true;
  const right = values.filter(({ label }) => MENDABLE.has(gtinFault(label)));
  return right.length >= MIN_TRADE_NUMBERS * values.length;
}
