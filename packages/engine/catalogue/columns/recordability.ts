import { hasCheckDigit } from '../numbers/check-digit.ts';
import { SHORTENED_NUMBER } from '../numbers/number-text.ts';
import { isMoney, unitOf } from '../numbers/units.ts';
import type { Attribute, NotRecordableReason } from '../types.ts';
import { type ColumnSummary, isLink } from './askability.ts';
import { isCodedName } from './coded-names.ts';
import { isNameOfFact } from './header-names.ts';

/**
 * Whether an attribute is a question of the grading: a fact that a shopper could ask for and a merchandiser can record.
 */
export const isRecordable = ({ notQuestion, notRecordable }: Attribute): boolean =>
  notQuestion === undefined && notRecordable === undefined;

/**
 * Why a question is no advice to record: it is money, feedback, merchandising, a name, a code, a link or a date, or nothing says what it is. Undefined
 * for a fact. The names of columns decide, and values where they tell more than a name.
 *
 * @param unit the unit of its numbers, as the column names it
 */
export function notRecordableReason(column: ColumnSummary, unit?: string): NotRecordableReason | undefined {
  const { concepts, kind, sample } = column;
  const numeric = kind === 'number' || kind === 'date';
  if (isCodedName(column.name)) return 'unnamed';
  if (isPrice(column, unit)) return 'price';
  // "Energy rating: A++" is a fact, "rating: 4.5 of 5" is feedback.
  if (concepts.has('feedback') && (numeric || kind === 'boolean' || moreThanHalf(column, BEGINS_WITH_DIGIT)))
    return 'feedback';
  if (concepts.has('merchandising') || concepts.has('availability') || areNamesOfFacts(column))
    return 'merchandising';
  if (concepts.has('quantity') && kind === 'number' && unit === undefined && areWhole(column))
    return 'merchandising';
  if (kind === 'date' || areTimestamps(column)) return concepts.has('released') ? undefined : 'date';
  if (kind === 'boolean') return undefined;
  if (isCode(column, unit)) return 'code';
  if (numeric) return undefined;
  if (
    (concepts.has('picture') || concepts.has('link')) &&
    (sample.length === 0 || 2 * sample.filter(isLink).length > sample.length)
  )
    return 'link';
  if (concepts.has('title') || concepts.has('name')) return 'name';
  return concepts.has('text') && column.words >= FEW_WORDS ? 'text' : undefined;
}

function isPrice({ concepts, kind, recorded }: ColumnSummary, unit: string | undefined): boolean {
  if (unit !== undefined) {
    const written = unitOf(unit);
    if (written !== undefined && isMoney(written)) return true;
  }
  if (concepts.has('money')) return true;
  // "Price range: budget" may be a word of the shop; an empty column is judged by its name.
  return (
    concepts.has('price') && (recorded === 0 || kind === 'number' || kind === 'list' || kind === 'category')
  );
}

/**
 * Numbers that are names: identifiers, codes and taxonomy numbers. By name, or because their values say so: trade item
 * numbers (with their check digit), colours in hexadecimal digits, telephones, leading zeros.
 */
export function isCode(column: ColumnSummary, unit?: string): boolean {
  const { concepts, kind, sample } = column;
  if (unit !== undefined || sample.length === 0) return false;
  const isAmount = concepts.has('measure') || concepts.has('price') || concepts.has('money');
  if (kind !== 'number') {
    if (moreThanHalf(column, SHORTENED_NUMBER)) return true;
    if (isAmount) return false;
    if (concepts.has('reference') && moreThanHalf(column, HAS_DIGIT)) return true;
    if (mostly(column, ascends)) return false;
    const areOne = arePartsOfOne(sample);
    return (
      mostly(
        column,
        (text) =>
          isTradeNumber(text.replace(PARTING, '')) ||
          SHORTENED_NUMBER.test(text) ||
          (isLongNumber(text) && (areOne || !IN_PARTS.test(text))),
      ) ||
      mostly(column, (text) => HEXADECIMAL.test(text)) ||
      mostly(column, (text) => TELEPHONE.test(text))
    );
  }
  if (!areWhole(column)) return false;
  if (concepts.has('identifier') || mostly(column, isTradeNumber)) return true;
  if (isAmount) return false;
  if (mostly(column, isLongNumber) && !areTimestamps(column)) return true;
  if (concepts.has('reference') || concepts.has('grouping')) return true;
  return leadWithZero(column);
}

/** Columns of more distinct texts than this hold no names of columns; set by hand. */
const MOST_NAMES = 20;

/** What the variants of a product differ by: half of the values are such as "colour" and "length". */
function areNamesOfFacts({ concepts, kind, sample }: ColumnSummary): boolean {
  // "Colour 12" is a value of a column that is called a colour itself.
  if (concepts.has('fact') || kind !== 'category' || sample.length > MOST_NAMES) return false;
  const names = sample.filter(isNameOfFact).length;
  return names >= 2 && 2 * names >= sample.length;
}

/** Seconds or milliseconds since 1970 of the years 1999 to 2039. */
function areTimestamps({ kind, numbers, sample }: ColumnSummary): boolean {
  if (kind !== 'number' || sample.length < FEWEST_CODES) return false;
  return (
    numbers.every((number) => number > 0.92e9 && number < 2.2e9 && Number.isInteger(number)) ||
    numbers.every((number) => number > 0.92e12 && number < 2.2e12 && Number.isInteger(number))
  );
}

/** Columns of text with fewer words than this on average are labels. Set by hand. */
const FEW_WORDS = 4;
/** Fewer distinct values than this are codes by accident; set by hand. */
const FEWEST_CODES = 5;
const MOST = 0.9;
/** Spreadsheets mark text by an apostrophe in front. */
const BEGINS_WITH_DIGIT = /^\s*['’]?\d/;
const HAS_DIGIT = /\d/;
const HEXADECIMAL = /^#[\da-f]{6}$/i;
const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u;
/** Grouped digits behind the sign or the zero that leads into another net; at most 15 digits (ITU-T E.164). */
const TELEPHONE = /^(?:\+|\(?0)(?:[\s()./-]*\d){7,15}$/;
/** No measure of a product has so many digits: numbers of tariffs (8 to 10), of registers and of makers. */
const LONG_NUMBER = /^(?:\d{8,}|\d(?:[\s.]?\d){8,})$/;
/** Millions in whole thousands: prices of rupiah or dong, under any name. */
const ROUND_MILLIONS = /^\d{2,3}[\s.]?\d{3}[\s.]?000$/;
const isLongNumber = (text: string): boolean => LONG_NUMBER.test(text) && !ROUND_MILLIONS.test(text);
const PARTING = /[\s.]/g;
const IN_PARTS = /[\s.]/;

/**
 * Whether long numbers that are written in parts are codes, and no lists such as "38 39 40" or "1200 600 750": most have parts
 * of the same lengths that are not two digits all through, and some part behind the first begins with a zero.
 */
function arePartsOfOne(sample: readonly string[]): boolean {
  const parted = sample
    .filter((text) => isLongNumber(text) && IN_PARTS.test(text))
    .map((text) => text.split(PARTING));
  const lengths = Map.groupBy(parted, (parts) => parts.map(({ length }) => length).join(' '));
  const shared = [...lengths.entries()].find(([, { length }]) => length >= MOST * parted.length)?.[0];
  return (
    shared !== undefined &&
    !/^2(?: 2)*$/.test(shared) &&
    parted.some((parts) => parts.slice(1).some((part) => LEADING_ZERO.test(part)))
  );
}

/** Whether a text is a list of sizes, each greater than the one before: "34 35 36". */
function ascends(text: string): boolean {
  const parts = text.split(PARTING).map(Number);
  return parts.length > 1 && parts.every((part, at) => at === 0 || part > parts[at - 1]);
}

const LEADING_ZERO = /^0\d+$/;
const TRADE_NUMBER = /^(?:\d{8}|\d{12,14})$/;

const areWhole = ({ numbers }: ColumnSummary): boolean =>
  numbers.length > 0 && numbers.every((number) => Number.isInteger(number));

const moreThanHalf = ({ sample }: ColumnSummary, pattern: RegExp): boolean =>
  sample.length > 0 && 2 * sample.filter((text) => pattern.test(text)).length > sample.length;

function mostly({ sample }: ColumnSummary, fits: (text: string) => boolean): boolean {
  return sample.length >= FEWEST_CODES && sample.filter(fits).length >= MOST * sample.length;
}

/** Whether a text is an address of mail, or the number of a telephone. */
export const isContact = (text: string): boolean => MAIL_ADDRESS.test(text) || TELEPHONE.test(text);

/** Two such values, since quantities are hardly ever padded. */
const leadWithZero = ({ sample }: ColumnSummary): boolean =>
  sample.filter((text) => LEADING_ZERO.test(text)).length >= 2;

/** Whether digits are a GTIN, by their number and the check digit. */
const isTradeNumber = (text: string): boolean => TRADE_NUMBER.test(text) && hasCheckDigit(text);
