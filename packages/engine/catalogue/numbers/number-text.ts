import { isCurrency, isMoney, mayMean, type Unit, unitOf } from './units.ts';

/** A text that could be a number: its digits with their separators still undecided, and its unit. */
export interface NumberText {
  readonly negative: boolean;
  /** Digits, points and commas only. */
  readonly digits: string;
  readonly exponent: number;
  readonly unit: Unit | undefined;
}

const SHAPE =
  /^([^\d\s.,+\-\u2212]{1,4}\.?)?\s?([+\-\u2212])?\s?([^\d\s.,+\-\u2212]{1,3})?\s?(\d[\d.,'\u2019\u00a0\u202f ]*|[.,]\d+)(?:[eE]([+-]?\d{1,3})(?![\p{L}\d]))?\s*([^\d]{0,24})$/u;

/** A number of more characters than this is none. */
const LONGEST = 48;
/** Words before a price that leave it one: "ab 119,00 €", "from $20". */
const LEADS =
  '(?:ab|from|starting at|[àa] partir de|dès|desde|da|a partire da|vanaf|från|fra|od|от|nur|only|uvp|rrp|msrp)';
const LEAD = new RegExp(`^${LEADS}\\s+(?=\\S)`, 'iu');
/**
 * What stands behind one: "1.299,- €" and "CHF 12.–" have no cents, "¥599起" is where prices begin, and a star has a
 * footnote.
 */
const BEHIND_PRICE = /(?<=\d)[.,][-\u2013\u2014]+(?!\s*\d)|\s*(?:\*+|起|から|[（(](?:税[込抜]|含税)[）)])$/gu;
/** Swedish prices without a fraction end so. */
const KRONOR = /(?<=\d):-$/;
const OTHER_DIGIT = '[\\uff10-\\uff19\\u0660-\\u0669\\u06f0-\\u06f9]';
const OTHER_DIGITS = new RegExp(OTHER_DIGIT, 'gu');
/** How prices begin that do not begin as numbers do. */
const OTHER_BEGINNING = new RegExp(`^(?:${LEADS}\\s|.{0,4}${OTHER_DIGIT})`, 'iu');

/**
 * Full-width, Arabic and Persian digits, and the separators between them, as plain ones; a text without them as it is.
 */
export function withPlainDigits(text: string): string {
  const plain = text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15));
  return plain === text ? text : plain.replace(/[\uff0c\u066c]/g, ',').replace(/[\uff0e\u066b]/g, '.');
}

/** Takes a cell apart into sign, digits, exponent and unit; undefined where it is no number. */
export function readNumber(text: string): NumberText | undefined {
  if (text.length > LONGEST) return undefined;
  // Most cells are words: a look at the first characters spares the expressions.
  const beginsAsNumber = hasDigit(text, 6);
  const number = beginsAsNumber ? readWritten(text) : undefined;
  if (number !== undefined && (number.unit?.known ?? true)) return number;
  if (!beginsAsNumber && !OTHER_BEGINNING.test(text)) return undefined;
  // Only of money is what stands around a number known to leave it one.
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
  if (match === null) return undefined;
  const [, before, sign, between, written, exponent, after] = match;
  const currency = (before ?? between)?.toLowerCase();
  // "USD $5" says it twice.
  if (before !== undefined && between !== undefined && !isCurrency(between)) return undefined;
  if (currency !== undefined && !isCurrency(currency)) return undefined;
  if (/^[,.;:/\\_&+*=]/.test(after) || /[,;:|]/.test(after)) return undefined;
  const body = written.trim();
  const digits = ungrouped(body.replace(/[.,]$/, ''));
  if (digits === undefined) return undefined;
  let unit = currency !== undefined ? unitOf(currency) : unitOf(after);
  // "$5 / kg" and "USD 5 per box" are prices of something else than a plain price.
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
 * What most numbers look like: digits, with at most one point or comma among them, and letters behind; others are read
 * the long way.
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

/** Spaces and apostrophes only ever group thousands. */
function ungrouped(body: string): string | undefined {
  if (!/['\u2019\u00a0\u202f ]/.test(body)) return body;
  if (!/^\d{1,3}(?:['\u2019\u00a0\u202f ]\d{3})+(?:[.,]\d+)?$/.test(body)) return undefined;
  return body.replace(/['\u2019\u00a0\u202f ]/g, '');
}

export type DecimalSign = '.' | ',';

/** How the numbers of a column write their fractions; undefined where commas or points join several numbers. */
export interface Convention {
  readonly decimal: DecimalSign | undefined;
  /** The column cannot be read otherwise: it says something about the file. */
  readonly certain: boolean;
}

interface Evidence {
  /** Numbers that also group their thousands with the other sign. */
  grouped: number;
  certain: number;
  /** One separator followed by exactly three digits: a fraction or a thousand. */
  readonly ambiguous: string[];
  readonly fractions: string[];
}

/**
 * Decides for a whole column whether point or comma separates the fraction. One cell alone cannot tell ("1,299"); a
 * column can:
 * - a separator with other than three digits behind it, or in front of the other one, is decimal (`5,5`, `1.299,00`);
 * - where all are followed by three digits, that reading is taken under which the numbers with and without
 *   separator are of like size;
 * - packed pairs (`1920,1080`, `15,25`) are no numbers: decimals either have a fixed number of digits or drop trailing
 *   zeros, and the columns of a file agree on their sign.
 *
 * @param digits the distinct `digits` of the column
 * @param ofFile the sign that other columns of the file certainly use
 * @param isMeasure whether units or the column's name say that it measures something: such a column may differ from its
 * file
 */
export function decideConvention(
  digits: readonly string[],
  ofFile?: DecimalSign,
  isMeasure = false,
): Convention {
  const point: Evidence = { grouped: 0, certain: 0, ambiguous: [], fractions: [] };
  const comma: Evidence = { grouped: 0, certain: 0, ambiguous: [], fractions: [] };
  const plain: number[] = [];
  for (const text of digits) {
    const lastPoint = text.lastIndexOf('.');
    const lastComma = text.lastIndexOf(',');
    if (lastPoint === -1 && lastComma === -1) plain.push(Number(text));
    else if (lastPoint !== -1 && lastComma !== -1) (lastPoint > lastComma ? point : comma).grouped++;
    else
      note(
        lastPoint !== -1 ? point : comma,
        lastPoint !== -1 ? comma : point,
        text,
        lastPoint !== -1 ? '.' : ',',
      );
  }
  if (comma.fractions.length > 0 && comma.grouped === 0 && !isMeasure) {
    if (ofFile === '.') return { decimal: '.', certain: false };
    if (isPacked(comma.fractions, plain.length)) return { decimal: undefined, certain: false };
  }
  point.certain += point.grouped;
  comma.certain += comma.grouped;
  if (point.certain + comma.certain > 0) {
    const decimal = point.certain >= comma.certain ? '.' : ',';
    return {
      decimal,
      certain: Math.max(point.certain, comma.certain) >= 19 * Math.min(point.certain, comma.certain),
    };
  }
  if (comma.ambiguous.length > 0 && point.ambiguous.length === 0) {
    return { decimal: closerAsFraction(comma.ambiguous, plain, ofFile === ',') ? ',' : '.', certain: false };
  }
  if (point.ambiguous.length > 0 && comma.ambiguous.length === 0) {
    return { decimal: closerAsFraction(point.ambiguous, plain, ofFile !== ',') ? '.' : ',', certain: false };
  }
  return { decimal: ofFile ?? '.', certain: false };
}

/** A number with one kind of separator. */
function note(own: Evidence, other: Evidence, text: string, sign: DecimalSign): void {
  const parts = text.split(sign);
  if (parts.length > 2) {
    // Several of a kind group thousands, so the other sign is the decimal one.
    if (isGrouped(text, sign)) other.certain++;
    return;
  }
  const [whole, fraction] = parts;
  if (fraction.length === 3 && whole.length >= 1 && whole.length <= 3 && !whole.startsWith('0'))
    own.ambiguous.push(text);
  else {
    own.certain++;
    own.fractions.push(fraction);
  }
}

function isPacked(fractions: readonly string[], plain: number): boolean {
  if (plain > 0.05 * (fractions.length + plain)) return false;
  const fixed = fractions.every((each) => each.length === fractions[0].length);
  return !fixed && fractions.some((each) => each.endsWith('0') && each !== '0');
}

/** Whether `1.299` beside `899` reads better as a fraction than as a thousand. */
function closerAsFraction(
  ambiguous: readonly string[],
  plain: readonly number[],
  byDefault: boolean,
): boolean {
  const others = plain.filter((each) => each > 0);
  if (others.length === 0) return byDefault;
  const asThousands = meanLog(ambiguous.map((each) => Number(each.replace(/[.,]/, ''))));
  const asFractions = meanLog(ambiguous.map((each) => Number(each.replace(',', '.'))));
  const size = meanLog(others);
  const difference = Math.abs(size - asThousands) - Math.abs(size - asFractions);
  return Math.abs(difference) < 1e-9 ? byDefault : difference > 0;
}

function meanLog(numbers: readonly number[]): number {
  let sum = 0;
  for (const each of [...numbers].sort((a, b) => a - b)) sum += Math.log(Math.max(each, 1e-9));
  return sum / numbers.length;
}

/** The magnitude under a convention; undefined where the digits do not follow it. */
export function magnitude(number: NumberText, decimal: DecimalSign): number | undefined {
  let { digits } = number;
  const group = decimal === '.' ? ',' : '.';
  if (digits.includes(group)) {
    const at = digits.indexOf(decimal);
    const whole = at === -1 ? digits : digits.slice(0, at);
    if (!isGrouped(whole, group)) return undefined;
    digits = digits.replaceAll(group, '');
  }
  if (decimal === ',') digits = digits.replace(',', '.');
  const value = Number(digits);
  if (!Number.isFinite(value)) return undefined;
  const scaled = number.exponent === 0 ? value : value * 10 ** number.exponent;
  if (!Number.isFinite(scaled)) return undefined;
  return number.negative && scaled !== 0 ? -scaled : scaled;
}

/** Groups of three digits, or as in India of two before the last three: 1,05,000. */
function isGrouped(whole: string, group: string): boolean {
  const [first, ...rest] = whole.split(group);
  if (first.length < 1 || first.length > 3) return false;
  if (rest.every((part) => part.length === 3)) return true;
  return (
    group === ',' &&
    first.length < 3 &&
    rest.every((part, i) => part.length === (i === rest.length - 1 ? 3 : 2))
  );
}
