import { isAffirmed, isDenied } from '../catalogue/readings.ts';
import { converted, measureOf } from '../catalogue/units.ts';
import { handleOf, interestName } from '../session/text/names.ts';
import type { Column } from './columns.ts';
import { valuesOnPath } from './paths.ts';
import { numberIn } from './readings.ts';

/**
 * The value that a shopper or a shop calls by a name: "Women's Boots", "women's boots" or "womens-boots", and "yes",
 * "true" or "1" of what says yes or no. A number stands for the bin that holds it, or the one nearest to it.
 */
export function valueNamed(column: Column, name: string): number | undefined {
  return valueCalled(column, name) ?? valueOfSize(column, name) ?? binOf(column, name);
}

/**
 * The values that a filter or the view of a category names: as {@link valueNamed} finds it, or, of numbers, those in a
 * range ("100-150", ">=5", "..2 kg"), and of paths ("Clothing > Hoodies") those under what is named, or ending with it.
 */
export function valuesNamed(column: Column, name: string): readonly number[] {
  const onPath = valuesOnPath(column.paths, handleOf(name));
  if (onPath !== undefined) return onPath;
  // What a handle leaves of "<30" is another name.
  const called = writtenAs(column, name) ?? (isLimit(name) ? undefined : valueCalled(column, name));
  if (called !== undefined) return [called];
  const range = rangeIn(column, name);
  if (range !== undefined) return valuesWithin(column, range);
  const value = valueOfSize(column, name) ?? binOf(column, name);
  return value === undefined ? [] : [value];
}

/** The value that is written as a name is, but for capitals and spaces. */
export const writtenAs = (column: Column, name: string): number | undefined =>
  valueAs(column, interestName(name));

const valueCalled = (column: Column, name: string): number | undefined =>
  writtenAs(column, name) ?? valueAs(column, handleOf(name)) ?? answerCalled(column, name);

const valueAs = ({ values, added }: Column, name: string): number | undefined =>
  values.get(name) ?? added?.get(name);

/** Spellings of yes and no in a column that says either. */
const MOST_ANSWERS = 4;

function answerCalled({ labels }: Column, name: string): number | undefined {
  if (labels.length > MOST_ANSWERS || !labels.every((label) => isAffirmed(label) || isDenied(label)))
    return undefined;
  const is = isAffirmed(name) ? isAffirmed : isDenied(name) ? isDenied : undefined;
  const value = is === undefined ? -1 : labels.findIndex(is);
  return value < 0 ? undefined : value;
}

/** From one number to another, both among it. */
type Range = readonly [from: number, to: number];

const NUMBER = '(\\d+(?:[.,]\\d+)?)';
/** A unit, or what else is behind a number. */
const BEHIND = '\\s*([\\p{L}"%\\u00b0\\u2033]{0,10})\\s*';
const RANGE = new RegExp(`^\\s*${NUMBER}\\s*(?:-|\u2013|\u2014|\\.\\.)\\s*${NUMBER}${BEHIND}$`, 'u');
/** A range with one end: ">=5", "<2 kg", "5..". */
const LIMIT = new RegExp(`^\\s*(>=?|<=?|\u2265|\u2264|\\.\\.)\\s*${NUMBER}${BEHIND}$`, 'u');
const FROM = new RegExp(`^\\s*${NUMBER}${BEHIND}\\.\\.\\s*$`, 'u');
/** A number with at most a unit behind it; "1920,1080" is none. */
const MEASURED = /^(\d+(?:\.\d+|,\d{1,2})?)\s*([\p{L}"%\u00b0\u2033]{0,10})$/u;
/** A bin of which so much lies in a range is meant by it. */
const MEANT = 0.5;
/** Numbers that differ by less are the same, up to a last digit. */
const LAST_DIGIT = 1e-9;

/** A number in the unit of a column, which it is taken to be in where it says no other of its dimension. */
function inUnitOf({ measured }: Pick<Column, 'measured'>, number: string, written: string): number {
  const size = Number(number.replace(',', '.'));
  const unit = measured === undefined ? undefined : measureOf(written.toLowerCase());
  return unit === undefined ? size : (converted(size, unit, measured!.unit) ?? size);
}

const isLimit = (name: string): boolean => /^\s*(?:[<>\u2264\u2265]|\.\.)|\.\.\s*$/.test(name);

function rangeIn(column: Pick<Column, 'measured'>, name: string): Range | undefined {
  const match = RANGE.exec(name);
  if (match !== null) {
    const [from, to] = [inUnitOf(column, match[1], match[3]), inUnitOf(column, match[2], match[3])];
    return from < to ? [from, to] : undefined;
  }
  const [, sign, number, written] = LIMIT.exec(name) ?? ['', '>=', ...(FROM.exec(name)?.slice(1) ?? [])];
  if (number === undefined) return undefined;
  const limit = inUnitOf(column, number, written);
  switch (sign) {
    case '>':
      return [limit * (1 + LAST_DIGIT), Number.POSITIVE_INFINITY];
    case '<':
      return [Number.NEGATIVE_INFINITY, limit * (1 - LAST_DIGIT)];
    case '>=':
    case '\u2265':
      return [limit, Number.POSITIVE_INFINITY];
    default:
      return [Number.NEGATIVE_INFINITY, limit];
  }
}

/** The sizes that a filter of a column of numbers names, from one to another, both among them. */
export function sizesNamed(column: Pick<Column, 'measured'>, name: string): Range | undefined {
  const range = rangeIn(column, name);
  const match = range === undefined ? MEASURED.exec(name.trim()) : null;
  if (match === null) return range;
  const size = inUnitOf(column, match[1], match[2]);
  return [size * (1 - LAST_DIGIT), size * (1 + LAST_DIGIT)];
}

/** Values of a column without bins that are held against a range: as many as a list has products. */
export const MOST_COMPARED = 1_000;

/** Of a range narrower than the bins the one that has most of it. */
function valuesWithin({ ends, labels, numbers }: Column, [from, to]: Range): readonly number[] {
  if (ends === undefined && labels.length > MOST_COMPARED) return [];
  const shares = labels.map((label, v) => {
    if (numbers?.[v] === undefined && !MEASURED.test(label)) return 0;
    const start = numbers?.[v] ?? numberIn(label);
    const end = ends?.[v] ?? start;
    if (start >= from && end <= to) return 1;
    return end > start ? (Math.min(end, to) - Math.max(start, from)) / (end - start) : 0;
  });
  const most = shares.reduce((a, b) => Math.max(a, b), 0);
  if (most <= 0) return [];
  return shares.flatMap((share, v) => (share >= Math.min(MEANT, most) ? [v] : []));
}

/** The value of a column without bins that is so much: "1 TB" of one in gb, "2.0" of one that writes "2". */
function valueOfSize(column: Column, name: string): number | undefined {
  const { numbers, ends } = column;
  const match = numbers === undefined || ends !== undefined ? null : MEASURED.exec(name.trim());
  if (match === null) return undefined;
  const size = inUnitOf(column, match[1], match[2]);
  const value = numbers!.findIndex((number) => Math.abs(number - size) <= LAST_DIGIT * Math.abs(size));
  return value < 0 ? undefined : value;
}

function binOf(column: Column, name: string): number | undefined {
  const { ends } = column;
  if (ends === undefined) return undefined;
  const match = MEASURED.exec(name.trim());
  const number = match === null ? numberIn(name) : inUnitOf(column, match[1], match[2]);
  if (!Number.isFinite(number)) return undefined;
  const bin = ends.findIndex((end) => number <= end);
  return bin < 0 ? ends.length - 1 : bin;
}

const numbersByName = new WeakMap<readonly Column[], Map<string, number>>();

/**
 * The number of the column that a filter calls by its name, or by its handle: "Shoe size", "shoe size", "shoe-size".
 */
export function columnNamed(columns: readonly Column[], name: string): number | undefined {
  let numbers = numbersByName.get(columns);
  if (numbers === undefined) {
    numbers = new Map();
    for (const nameOf of [interestName, handleOf]) {
      columns.forEach((column, k) => {
        const called = nameOf(column.name);
        if (called !== '' && !numbers!.has(called)) numbers!.set(called, k);
      });
    }
    numbersByName.set(columns, numbers);
  }
  return numbers.get(interestName(name)) ?? numbers.get(handleOf(name));
}
