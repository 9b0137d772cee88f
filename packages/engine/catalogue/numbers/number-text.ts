import { ungrouped, withPlainDigits } from './digits.ts';
import { isCurrency, isMoney, mayMean, type Unit, unitOf } from './units.ts';

/** A text that may be a number: its digits with undecided separators, and its unit. */
export interface NumberText {
  readonly negative: boolean;
  /** Digits, points and commas only. */
  readonly digits: string;
  readonly exponent: number;
  readonly unit: Unit | undefined;
}

const SHAPE =
  /^([^\d\s.,+\-\u2212]{1,4}\.?)?\s?([+\-\u2212])?\s?([^\d\s.,+\-\u2212]{1,3})?\s?(\d[\d.,'\u2019\u00a0\u202f ]*|[.,]\d+)(?:[eE]([+-]?\d{1,3})(?![\p{L}\d]))?\s*([^\d]{0,24})$/u;

/** A longer text is no number; set by hand. */
const LONGEST = 48;
/** Words that may precede a price: "ab 119,00 €", "from $20". */
const LEADS =
  '(?:ab|about|approx\\.?|ca\\.?|circa|etwa|environ|from|starting at|[àa] partir de|dès|desde|da|a partire da|vanaf|från|fra|od|от|nur|only|uvp|rrp|msrp)';
const LEAD = new RegExp(`^${LEADS}\\s+(?=\\S)`, 'iu');
/**
 * Endings of prices: "1.299,- €" and "CHF 12.–" have no cents, "¥599起" is the lowest price, a star leads to a footnote.
 */
const BEHIND_PRICE = /(?<=\d)[.,][-\u2013\u2014]+(?!\s*\d)|\s*(?:\*+|起|から|[（(](?:税[込抜]|含税)[）)])$/gu;
/** The end of Swedish prices without a fraction. */
const KRONOR = /(?<=\d):-$/;
const OTHER_DIGIT = '[\\uff10-\\uff19\\u0660-\\u0669\\u06f0-\\u06f9]';
/** Beginnings of prices that the check of the first characters would take for words. */
const OTHER_BEGINNING = new RegExp(`^(?:${LEADS}\\s|.{0,4}${OTHER_DIGIT})`, 'iu');

/**
 * The beginning of a number of twelve digits or more, as spreadsheets write it: "4.00638E+12" was a trade item number, of
 * which the other digits are lost. It is no number.
 */
export const SHORTENED_NUMBER = /^\d(?:[.,]\d{1,14})?e\+?(?:1[1-9]|2\d)$/i;

/** Splits a cell into sign, digits, exponent and unit; undefined for a cell that is not a number. */
export function readNumber(text: string): NumberText | undefined {
  if (text.length > LONGEST) return undefined;
  // Most cells are words: the check of the first characters avoids the expressions.
  const beginsAsNumber = hasDigit(text, 6);
  const number = beginsAsNumber ? readWritten(text) : undefined;
  if (number !== undefined && (number.unit?.known ?? true)) return number;
  if (!beginsAsNumber && !OTHER_BEGINNING.test(text)) return undefined;
  // These words and signs are allowed around prices only.
  const bare = withPlainDigits(text).replace(LEAD, '').replace(BEHIND_PRICE, '').replace(KRONOR, ' kr');
  const price = bare === text ? undefined : readWritten(bare);
  return price?.unit !== undefined && isMoney(price.unit) ? price : number;
}

function hasDigit(text: string, within: number): boolean {
  const length = Math.min(text.length, within);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

function readWritten(text: string): NumberText | undefined {
  const plain = readPlainNumber(text);
  if (plain !== undefined) return plain;
  const match = SHAPE.exec(text);
  if (match === null || SHORTENED_NUMBER.test(text)) return undefined;
  const [, before, sign, between, written, exponent, after] = match;
  const currency = (before ?? between)?.toLowerCase();
  // "USD $5" has two currencies.
  if (before !== undefined && between !== undefined && !isCurrency(between)) return undefined;
  if (currency !== undefined && !isCurrency(currency)) return undefined;
  if (/^[,.;:/\\_&+*=]/.test(after) || /[,;:|]/.test(after)) return undefined;
  const body = written.trim();
  const digits = ungrouped(body.replace(/[.,]$/, ''));
  if (digits === undefined) return undefined;
  let unit = currency !== undefined ? unitOf(currency) : unitOf(after);
  // "$5 / kg" and "USD 5 per box" are ratios, not prices of the product.
  if (currency !== undefined && after.trim() !== '') {
    const second = unitOf(after);
    if (second === undefined || unit === undefined || !mayMean(unit, second)) return undefined;
    // "$19.99 CAD".
    unit = second;
  }
  return {
    negative: sign === '-' || sign === '\u2212',
    digits,
    exponent: exponent === undefined ? 0 : Number(exponent),
    unit,
  };
}

/**
 * The fast path for most numbers: digits with at most one point or comma, followed by letters. Undefined for all
 * others.
 */
function readPlainNumber(text: string): NumberText | undefined {
  let separators = 0;
  let end = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code >= 48 && code <= 57) continue;
    if ((code !== 44 && code !== 46) || end === 0 || ++separators > 1) break;
  }
  if (end === 0 || separators > 1) return undefined;
  const last = text.charCodeAt(end - 1);
  if (last < 48) return undefined;
  if (end === text.length) return { negative: false, digits: text, exponent: 0, unit: undefined };
  const letters = text.charCodeAt(end) === 32 ? end + 1 : end;
  if (letters === text.length || text.length - letters > 24) return undefined;
  for (let i = letters; i < text.length; i++) {
    const lower = text.charCodeAt(i) | 32;
    if (lower < 97 || lower > 122) return undefined;
  }
  return { negative: false, digits: text.slice(0, end), exponent: 0, unit: unitOf(text.slice(letters)) };
}
