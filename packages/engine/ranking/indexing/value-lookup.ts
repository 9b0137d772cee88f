import { isAffirmed, isDenied } from '../../catalogue/columns/type-inference.ts';
import { asAmong, type Choice, numberIn } from '../../catalogue/numbers/lone-number.ts';
import { type Amount, readAmount, readRange } from '../../catalogue/numbers/ranges.ts';
import { converted } from '../../catalogue/numbers/units.ts';
import { handleOf, interestName } from '../../session/text/names.ts';
import { valuesOnPath } from './category-paths.ts';
import type { Column } from './column.ts';

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

/** A bin of which so much lies in a range is meant by it. */
const MEANT = 0.5;
/** Numbers that differ by less are the same, up to a last digit. */
const LAST_DIGIT = 1e-9;

/** What a filter of numbers is read by: the unit that they are in, and those that tell thousands from fractions. */
type Numbers = Pick<Column, 'measured' | 'numbers' | 'ends'>;

/** How "1.299" is read in a filter: beside numbers up to 50 it is little more than one. */
const choiceOf =
  ({ numbers = [], ends = [] }: Numbers): Choice =>
  (...readings) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const number of [...numbers, ...ends]) {
      if (number < least) least = number;
      if (number > most) most = number;
    }
    const digit = LAST_DIGIT * Math.max(Math.abs(least), Math.abs(most));
    return asAmong(least - digit, most + digit)(...readings);
  };

/** A number in the unit of a column, which it is taken to be in where it says no other of its dimension. */
function inUnitOf({ measured }: Numbers, { value, unit }: Amount): number {
  if (unit === undefined || measured === undefined) return value;
  return converted(value, unit, measured.unit) ?? value;
}

const isLimit = (name: string): boolean => /^\s*(?:[<>\u2264\u2265=]|\.\.)|(?:\.\.|\+)\s*$/.test(name);

function rangeIn(column: Numbers, name: string): Range | undefined {
  const range = readRange(name, choiceOf(column));
  if (range === undefined) return undefined;
  const { from, to, isOpen } = range;
  const least = from === undefined ? Number.NEGATIVE_INFINITY : inUnitOf(column, from);
  const most = to === undefined ? Number.POSITIVE_INFINITY : inUnitOf(column, to);
  return isOpen ? [beyond(least, 1), beyond(most, -1)] : [least, most];
}

/** A last digit more than a number, or less. */
const beyond = (number: number, way: 1 | -1): number => number * (1 + way * Math.sign(number) * LAST_DIGIT);

/** The number that a filter of a column of numbers names, in the column's unit. */
function sizeIn(column: Numbers, name: string): number | undefined {
  const amount = readAmount(name, choiceOf(column));
  return amount && inUnitOf(column, amount);
}

/** The sizes that a filter of a column of numbers names, from one to another, both among them. */
export function sizesNamed(column: Numbers, name: string): Range | undefined {
  const range = rangeIn(column, name);
  if (range !== undefined) return range;
  const size = sizeIn(column, name);
  return size === undefined ? undefined : [beyond(size, -1), beyond(size, 1)];
}

/** Values of a column without bins that are held against a range: as many as a list has products. */
export const MOST_COMPARED = 1_000;

/** Of a range narrower than the bins the one that has most of it. */
function valuesWithin({ ends, labels, numbers }: Column, [from, to]: Range): readonly number[] {
  if (ends === undefined && labels.length > MOST_COMPARED) return [];
  const shares = labels.map((label, v) => {
    if (numbers?.[v] === undefined && readAmount(label) === undefined) return 0;
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
  const size = numbers === undefined || ends !== undefined ? undefined : sizeIn(column, name);
  if (size === undefined) return undefined;
  const value = numbers!.findIndex((number) => Math.abs(number - size) <= LAST_DIGIT * Math.abs(size));
  return value < 0 ? undefined : value;
}

function binOf(column: Column, name: string): number | undefined {
  const { ends } = column;
  if (ends === undefined) return undefined;
  const number = sizeIn(column, name) ?? numberIn(name);
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
