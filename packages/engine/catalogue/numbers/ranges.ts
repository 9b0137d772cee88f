import { withPlainDigits } from './digits.ts';
import { asThousands, type Choice, loneMagnitude } from './lone-number.ts';
import { readNumber } from './number-text.ts';
import { isMoney, type Unit } from './units.ts';

/** A number with its unit, if it has one. */
export interface Amount {
  readonly value: number;
  readonly unit: Unit | undefined;
}

/** The numbers from one to another; an absent end is open. */
export interface NumberRange {
  readonly from?: Amount;
  readonly to?: Amount;
  /** Whether an end is excluded: "<5", "over 5". */
  readonly isOpen: boolean;
}

/** Words that may follow a number: a unit of any name, but not a phrase. */
const UNIT_NAME = /^[\p{L}\p{Sc}"'%\u00b0\u2032\u2033]{1,10}$/u;

/**
 * Reads a number with at most a unit or a currency: "1,299.50 €", "1.5 kg", "-5", "27\"".
 *
 * @returns undefined for anything else, packed pairs ("1920,1080") included
 */
export function readAmount(text: string, choose: Choice = asThousands): Amount | undefined {
  const number = readNumber(withPlainDigits(text.trim()));
  if (number === undefined) return undefined;
  const { digits, unit } = number;
  if (unit !== undefined && !unit.known && !UNIT_NAME.test(unit.name)) return undefined;
  // Numbers with a decimal comma have at most hundredths, unless thousands are grouped or no digit precedes it.
  if (/^[1-9]\d*,\d{3,}$/.test(digits) && !/^\d{1,3},\d{3}$/.test(digits)) return undefined;
  // "5.." has an open end.
  if (/[.,]$/.test(digits)) return undefined;
  const value = loneMagnitude(number, choose);
  return value === undefined ? undefined : { value, unit };
}

/** Limits before a number: which end of the range it is, and whether that end is excluded. */
const LIMITS: readonly (readonly [end: 'from' | 'to', isOpen: boolean, pattern: RegExp])[] = [
  ['from', false, /^(?:>=|=>|\u2265|(?:at least|from|min\.?|not (?:under|below|less than))(?![\p{L}\d]))/u],
  [
    'to',
    false,
    /^(?:<=|=<|\u2264|\.{2,3}|\u2026|(?:at most|up to|max\.?|not (?:over|above|more than))(?![\p{L}\d]))/u,
  ],
  ['from', true, /^(?:>|(?:over|above|more than)(?![\p{L}\d]))/u],
  ['to', true, /^(?:<|(?:under|below|less than)(?![\p{L}\d]))/u],
];
/** Limits after a number. */
const LIMITS_BEHIND: readonly (readonly [end: 'from' | 'to', pattern: RegExp])[] = [
  ['from', /(?:\.{2,3}|\u2026|\+|\s(?:or more|and up|and over))$/],
  ['to', /\s(?:or less|and under)$/],
];
/** Separators of two ends; a hyphen is tried at each position, since it may also be the sign of a number. */
const BETWEEN = /\.{2,3}|\u2026|\s+(?:to|and)\s+|[-\u2013\u2014~\u301c]/g;
const AHEAD = /^(?:between|from)\s+/;

/**
 * Reads a range of numbers: "100-150", "-5..5", "1 to 2 kg", "between 1,000 and 2,000", ">= 1.299,50 €", "under 2 kg",
 * "5..", "..5", "5 or more". A unit at one end applies to both.
 *
 * @returns undefined for a text that is not a range, such as a single number, or whose first end is not below the
 * second
 *
 * @example
 * readRange('1,000-2,000'); // { from: { value: 1000 … }, to: { value: 2000 … }, isOpen: false }
 */
export function readRange(text: string, choose: Choice = asThousands): NumberRange | undefined {
  const plain = withPlainDigits(text.trim().toLowerCase());
  // "1e-7" and "5-inch" are numbers.
  if (!/\d/.test(plain) || readAmount(plain, choose) !== undefined) return undefined;
  return limited(plain, choose) ?? spanning(plain, choose);
}

function limited(text: string, choose: Choice): NumberRange | undefined {
  for (const [end, isOpen, pattern] of LIMITS) {
    const match = pattern.exec(text);
    const amount = match === null ? undefined : readAmount(text.slice(match[0].length), choose);
    if (amount !== undefined) return { [end]: amount, isOpen };
  }
  for (const [end, pattern] of LIMITS_BEHIND) {
    const match = pattern.exec(text);
    const amount = match === null ? undefined : readAmount(text.slice(0, match.index), choose);
    if (amount !== undefined) return { [end]: amount, isOpen: false };
  }
  return undefined;
}

function spanning(text: string, choose: Choice): NumberRange | undefined {
  const ends = text.replace(AHEAD, '');
  for (const match of ends.matchAll(BETWEEN)) {
    const first = readAmount(ends.slice(0, match.index), choose);
    const second = first && readAmount(ends.slice(match.index + match[0].length), choose);
    if (first === undefined || second === undefined) continue;
    const from = { ...first, unit: first.unit ?? second.unit };
    const to = { ...second, unit: second.unit ?? first.unit };
    return isAscending(from, to) ? { from, to, isOpen: false } : undefined;
  }
  return undefined;
}

/** Whether both ends have one dimension, the first below the second; currencies and words do not convert. */
function isAscending(from: Amount, to: Amount): boolean {
  if (from.unit === undefined || to.unit === undefined) return from.value < to.value;
  if (from.unit.dimension !== to.unit.dimension) return false;
  return isMoney(from.unit) ? from.value < to.value : from.value * from.unit.size < to.value * to.unit.size;
}
