import { isAffirmed, isDenied } from '../../catalogue/columns/type-inference.ts';
import { asAmong, type Choice, numberIn } from '../../catalogue/numbers/lone-number.ts';
import { type Amount, readAmount, readRange } from '../../catalogue/numbers/ranges.ts';
import { converted } from '../../catalogue/numbers/units.ts';
import { namesOfValue } from '../../catalogue/values/value-names.ts';
import { withoutSign } from '../../session/signals/value-grammar.ts';
import { handleOf, interestName } from '../../session/text/names.ts';
import { valuesOnPath } from './category-paths.ts';
import type { Column } from './column.ts';

/**
 * The value that a shopper or a shop refers to by a name: "Women's Boots", "women's boots" or "womens-boots"; in a
 * boolean column also "yes", "true" or "1". A number refers to the bin that holds it, or to the last bin where it
 * exceeds all.
 */
export function valueNamed(column: Column, name: string): number | undefined {
  return valueBySpelling(column, name) ?? valueOfSize(column, name) ?? binOf(column, name);
}

/**
 * The values that a filter or a category view refers to. In addition to {@link valueNamed}: in a numeric column, all
 * values in a range ("100-150", ">=5", "..2 kg"); for paths ("Clothing > Hoodies"), all values with a beginning or a
 * level of that name.
 */
export function valuesNamed(column: Column, name: string): readonly number[] {
  const onPath = withoutSign(name) === undefined ? valuesOnPath(column.paths, handleOf(name)) : undefined;
  if (onPath !== undefined) return onPath;
  // The handle of "<30" is "30", another value, so limits are not looked up by handle.
  const direct = writtenAs(column, name) ?? (isLimit(name) ? undefined : valueBySpelling(column, name));
  if (direct !== undefined) return [direct];
  const range = rangeIn(column, name);
  if (range !== undefined) return valuesWithin(column, range);
  const value = valueOfSize(column, name) ?? binOf(column, name);
  return value === undefined ? [] : [value];
}

/** The value whose label equals a name, except for case and spaces. */
export const writtenAs = (column: Column, name: string): number | undefined =>
  valueAs(column, interestName(name));

/** The handle of a value with a sign before it would be that of what the sign excludes. */
const valueBySpelling = (column: Column, name: string): number | undefined =>
  writtenAs(column, name) ??
  (withoutSign(name) === undefined
    ? (valueAs(column, handleOf(name)) ?? booleanValue(column, name) ?? valueByOtherName(column, name))
    : undefined);

/** The value that a column writes by another of its names: 3840,2160 of "4K". */
function valueByOtherName(column: Column, name: string): number | undefined {
  for (const other of namesOfValue(name)) {
    const value = writtenAs(column, other) ?? valueAs(column, handleOf(other));
    if (value !== undefined) return value;
  }
  return undefined;
}

const valueAs = ({ values, added }: Column, name: string): number | undefined =>
  values.get(name) ?? added?.get(name);

/** A column with more labels than this is not boolean. Set by hand. */
const MAX_BOOLEAN_LABELS = 4;

function booleanValue({ labels }: Column, name: string): number | undefined {
  if (labels.length > MAX_BOOLEAN_LABELS || !labels.every((label) => isAffirmed(label) || isDenied(label)))
    return undefined;
  const isMatch = isAffirmed(name) ? isAffirmed : isDenied(name) ? isDenied : undefined;
  const value = isMatch === undefined ? -1 : labels.findIndex(isMatch);
  return value < 0 ? undefined : value;
}

/** An interval of numbers, both ends included. */
type Range = readonly [from: number, to: number];

/** A bin counts as inside a range where at least this share of it is. Set by hand. */
const LEAST_SHARE = 0.5;
/** Relative difference below which two numbers count as equal. */
const LAST_DIGIT = 1e-9;

/**
 * The parts of a column that a numeric filter needs: its unit, and its numbers, which decide between decimal and
 * thousands separators.
 */
type Numbers = Pick<Column, 'measured' | 'numbers' | 'ends'>;

/** Chooses how to read "1.299": in a column with numbers up to 50 it is 1.299, not 1299. */
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

/**
 * An amount in the column's unit. An amount without a unit, or of another dimension, is taken to be in the column's
 * unit.
 */
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

/** Moves a number up or down by the tolerance LAST_DIGIT. */
const beyond = (number: number, direction: 1 | -1): number =>
  number * (1 + direction * Math.sign(number) * LAST_DIGIT);

/** The number that a filter names, in the column's unit. */
function sizeIn(column: Numbers, name: string): number | undefined {
  const amount = readAmount(name, choiceOf(column));
  return amount && inUnitOf(column, amount);
}

/** The interval of sizes that a filter names, in the column's unit. */
export function sizesNamed(column: Numbers, name: string): Range | undefined {
  const range = rangeIn(column, name);
  if (range !== undefined) return range;
  const size = sizeIn(column, name);
  return size === undefined ? undefined : [beyond(size, -1), beyond(size, 1)];
}

/**
 * A column without bins and with more labels than this is not compared with ranges: as many labels as a candidate list
 * can have.
 */
export const MOST_COMPARED = 1_000;

/** The values inside a range; where the range is narrower than the bins, the bin with the largest share in it. */
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
  return shares.flatMap((share, v) => (share >= Math.min(LEAST_SHARE, most) ? [v] : []));
}

/**
 * The value of a column without bins that equals an amount: "1 TB" in a column in GB, "2.0" where the column writes
 * "2".
 */
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

/** The number of the column that a filter refers to by name or handle: "Shoe size", "shoe size", "shoe-size". */
export function columnNamed(columns: readonly Column[], name: string): number | undefined {
  let numbers = numbersByName.get(columns);
  if (numbers === undefined) {
    numbers = new Map();
    for (const spellingOf of [interestName, handleOf]) {
      columns.forEach((column, k) => {
        const spelling = spellingOf(column.name);
        if (spelling !== '' && !numbers!.has(spelling)) numbers!.set(spelling, k);
      });
    }
    numbersByName.set(columns, numbers);
  }
  return numbers.get(interestName(name)) ?? numbers.get(handleOf(name));
}
