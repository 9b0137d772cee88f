import { isAffirmed, isDenied } from '../catalogue/readings.ts';
import { handleOf, interestName } from '../session/text.ts';
import type { Column } from './columns.ts';
import { valuesOnPath } from './paths.ts';
import { numberIn } from './readings.ts';

/**
 * The value that a shopper or a shop calls by a name: "Women's Boots", "women's boots" or "womens-boots", and "yes",
 * "true" or "1" of what says yes or no. A number stands for the bin that holds it, or the one nearest to it.
 */
export function valueNamed(column: Column, name: string): number | undefined {
  return valueCalled(column, name) ?? binOf(column, name);
}

/**
 * The values that a filter or the view of a category names: as {@link valueNamed} finds it, or, of numbers, those in a
 * range ("100-150"), and of paths ("Clothing > Hoodies") those under what is named, or ending with it.
 */
export function valuesNamed(column: Column, name: string): readonly number[] {
  const onPath = valuesOnPath(column.paths, handleOf(name));
  if (onPath !== undefined) return onPath;
  const called = valueCalled(column, name);
  if (called !== undefined) return [called];
  const range = rangeIn(name);
  if (range !== undefined) return valuesWithin(column, range);
  const bin = binOf(column, name);
  return bin === undefined ? [] : [bin];
}

const valueCalled = (column: Column, name: string): number | undefined =>
  valueAs(column, interestName(name)) ?? valueAs(column, handleOf(name)) ?? answerCalled(column, name);

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

type Range = readonly [from: number, to: number];

const RANGE =
  /^\s*(\d+(?:[.,]\d+)?)\s*(?:-|\u2013|\u2014|\.\.)\s*(\d+(?:[.,]\d+)?)\s*[\p{L}"%\u00b0\u2033]{0,10}\s*$/u;
/** A number with at most a unit behind it; "1920,1080" is none. */
const MEASURED = /^\d+(?:\.\d+|,\d{1,2})?\s*[\p{L}"%\u00b0\u2033]{0,10}$/u;
/** A bin of which so much lies in a range is meant by it. */
const MEANT = 0.5;

function rangeIn(name: string): Range | undefined {
  const match = RANGE.exec(name);
  if (match === null) return undefined;
  const [from, to] = [Number(match[1].replace(',', '.')), Number(match[2].replace(',', '.'))];
  return from < to ? [from, to] : undefined;
}

/** Values of a column without bins that are held against a range: as many as a list has products. */
export const MOST_COMPARED = 1_000;

/** Of a range narrower than the bins the one that has most of it. */
function valuesWithin({ ends, labels }: Column, [from, to]: Range): readonly number[] {
  if (ends === undefined && labels.length > MOST_COMPARED) return [];
  const shares = labels.map((label, v) => {
    if (ends === undefined && !MEASURED.test(label)) return 0;
    const start = numberIn(label);
    const end = ends?.[v] ?? start;
    if (start >= from && end <= to) return 1;
    return end > start ? (Math.min(end, to) - Math.max(start, from)) / (end - start) : 0;
  });
  const most = shares.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0) return [];
  return shares.flatMap((share, v) => (share >= Math.min(MEANT, most) ? [v] : []));
}

function binOf({ ends }: Column, name: string): number | undefined {
  if (ends === undefined) return undefined;
  const number = numberIn(name);
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
