import { wordsIn } from '../../languages/index.ts';
import { isUnusual } from '../csv/distinct-texts.ts';
import { couldBeDate, decideDayOrder, readDate } from '../numbers/dates.ts';
import { type Convention, type DecimalSign, decideConvention, magnitude } from '../numbers/decimal-sign.ts';
import { readMeasure } from '../numbers/measure-text.ts';
import { type NumberText, readNumber } from '../numbers/number-text.ts';
import { isMoney, mayMean } from '../numbers/units.ts';
import type { AttributeKind } from '../types.ts';
import type { Values } from './distinct-values.ts';
import type { Concept } from './header-names.ts';
import { cellSplitter, decideListSeparator, type ListSeparator } from './lists.ts';
import type { PooledColumn } from './pooling.ts';
import { fold, foldHashed } from './text-folding.ts';
import { unitStatedIn } from './unit-inference.ts';

/** The interpretation of the parts of a column: `boolean`, `number`, `date`, `list` or plain `category`. */
export interface Reading {
  readonly kind: Extract<AttributeKind, 'boolean' | 'number' | 'date' | 'list' | 'category'>;
  readonly unit?: string;
  /** The separator of values in multi-valued parts, with the spaces that the column puts around it. */
  readonly separator?: string;
  /** Adds a part that `count` products have. Returns its value, or its values if it lists several; none if it records none. */
  read(part: number, values: Values, count: number): number | readonly number[];
}

/** From this share of the recorded products on, a column holds numbers or dates; the rest are typing errors. */
const SHARE_OF_KIND = 0.95;

/** Distinct words to a distinct number of a column that is called by a unit ("height_cm"), at most. Set by hand. */
const WORDS_BESIDE_UNITS = 0.25;

/** The same of measures in texts, of which some are written without a unit, or in words. */
const SHARE_OF_MEASURES = 0.9;

/** And the share of those of one dimension: contents in grams, and some in litres, which stay words. Set by hand. */
const SHARE_OF_DIMENSION = 0.6;

/** Where the rows of fewer products than this differ, the column holds single values and a few duplicates. */
const SHARE_OF_LISTS = 0.05;

/** The parts of a column that may be numbers, found once for the whole file. */
export interface NumberCandidates {
  /** One entry a part; empty where the column holds too many words to be numeric. */
  readonly numbers: readonly (NumberText | undefined)[];
  readonly digits: readonly string[];
  readonly distinct: number;
  readonly convention: Convention;
}

const NO_NUMBERS: NumberCandidates = {
  numbers: [],
  digits: [],
  distinct: 0,
  convention: { decimal: undefined, certain: false },
};

export function findNumbers({ name, parts, partHashes, partCounts }: PooledColumn): NumberCandidates {
  const hasUnit = unitStatedIn(name) !== undefined;
  const numbers: (NumberText | undefined)[] = [];
  const digits = new Set<string>();
  const words = new Set<string>();
  // Upper bounds: parts that were not parsed yet count as numbers.
  let distinct = parts.length;
  let numeric = sumOf(partCounts);
  const recorded = numeric;
  for (let part = 0; part < parts.length; part++) {
    const number = readNumber(parts[part]);
    numbers.push(number);
    if (number !== undefined) {
      digits.add(number.digits);
      continue;
    }
    words.add(foldHashed(parts[part], partHashes[part]));
    distinct--;
    numeric -= partCounts[part];
    if (
      distinct < SHARE_OF_KIND * parts.length &&
      !areMostlyNumbers(numeric, recorded, distinct, words.size, hasUnit)
    ) {
      return NO_NUMBERS;
    }
  }
  return { numbers, digits: [...digits], distinct, convention: decideConvention([...digits]) };
}

function sumOf(counts: Int32Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}

/**
 * @param numeric products that have a number, `recorded` those that have anything; `distinct` numbers and `words`
 * @param hasUnit whether the column is called by a unit: words among its numbers record nothing
 */
function areMostlyNumbers(
  numeric: number,
  recorded: number,
  distinct: number,
  words: number,
  hasUnit: boolean,
): boolean {
  if (numeric >= SHARE_OF_KIND * recorded) return true;
  if (hasUnit && words <= WORDS_BESIDE_UNITS * distinct) return true;
  // A measure with a few distinct words among its numbers ("on request"), however many products have them.
  return distinct >= 12 && words <= Math.max(3, (1 - SHARE_OF_KIND) * distinct);
}

/** The decimal sign that the certain columns of a file agree on, or that most of them use. */
export function signOfFile(candidates: readonly NumberCandidates[]): DecimalSign | undefined {
  let points = 0;
  let commas = 0;
  for (const { numbers, distinct, convention } of candidates) {
    if (!convention.certain || distinct < SHARE_OF_KIND * numbers.length) continue;
    if (convention.decimal === '.') points++;
    if (convention.decimal === ',') commas++;
  }
  if (points + commas === 0) return undefined;
  // A comma may also separate two packed numbers; a point hardly does.
  return points >= commas ? '.' : ',';
}

/**
 * Decides how a column is read.
 *
 * @param sample indices of the parts that decide whether the column holds lists
 */
export function decideReading(
  column: PooledColumn,
  candidates: NumberCandidates,
  ofFile: DecimalSign | undefined,
  sample: readonly number[],
): Reading {
  return (
    booleanReading(column) ??
    numberReading(column, candidates, ofFile) ??
    dateReading(column) ??
    measureReading(column, ofFile, sample) ??
    textReading(column, sample)
  );
}

const TRUE: ReadonlySet<string> = new Set(wordsIn(({ answers }) => answers?.yes));
const FALSE: ReadonlySet<string> = new Set(wordsIn(({ answers }) => answers?.no));

/** Whether a value of a boolean column means yes. */
export const isAffirmed = (label: string): boolean => TRUE.has(fold(label));

/** Whether a value of a boolean column means no. */
export const isDenied = (label: string): boolean => FALSE.has(fold(label));

function booleanReading(column: PooledColumn): Reading | undefined {
  if (column.parts.length === 0 || column.parts.length > 12) return undefined;
  const folded = column.parts.map(fold);
  if (!folded.every((text) => TRUE.has(text) || FALSE.has(text))) return undefined;
  // 1 or 0 alone may be a count: only both together are boolean. A single letter is no evidence.
  const distinct = new Set(folded);
  if (distinct.size === 1 && /^(?:.|s\u00ed|si|on)$/u.test(folded[0])) return undefined;
  return {
    kind: 'boolean',
    read: (part, values, count) =>
      values.addAs(TRUE.has(folded[part]) ? 'true' : 'false', column.parts[part], count),
  };
}

/** @param least share of the recorded products that have a number; 0 where the owner says that it holds numbers */
export function numberReading(
  column: PooledColumn,
  { numbers, digits, distinct, convention: alone }: NumberCandidates,
  ofFile: DecimalSign | undefined,
  least = SHARE_OF_KIND,
): Reading | undefined {
  if (least > 0 && distinct * 4 < column.parts.length && distinct < 12) return undefined;
  if (distinct === 0) return undefined;
  const isMeasure = numbers.some((number) => number?.unit !== undefined) || column.concepts.has('price');
  const { decimal } =
    alone.certain && alone.decimal === '.' ? alone : decideConvention(digits, ofFile, isMeasure);
  if (decimal === undefined) return undefined;
  const magnitudes = numbers.map((number) => (number === undefined ? undefined : magnitude(number, decimal)));
  const unit = dominantUnit(column, numbers, magnitudes);
  const read: (number | undefined)[] = magnitudes.map((each, part) => {
    const own = numbers[part]?.unit;
    if (each === undefined || own === undefined) return each;
    if (unit === undefined || !(mayMean(own, unit) || mayMean(unit, own))) return undefined;
    return own.size === unit.size ? each : Number(((each * own.size) / unit.size).toPrecision(12));
  });
  const hasUnit = unitStatedIn(column.name) !== undefined;
  if (!holdsNumbers(column, read, least, hasUnit)) return undefined;
  const isOfUnit = hasUnit || (unit?.known === true && !isMoney(unit));
  return {
    kind: 'number',
    ...(unit === undefined ? {} : { unit: unit.name }),
    // A word is no length and no weight: "on request" tells a shopper nothing.
    read: (part, values, count) =>
      isOfUnit && isWord(column.parts[part]) ? [] : add(values, read[part], column.parts[part], count),
  };
}

/** Texts of which it is tried whether a column holds measures; set by hand. */
const TRIED_MEASURES = 200;
/** What texts say beside their measures may differ in this share of them; else they are names that hold a measure. */
const SHARE_OF_RESTS = 0.2;
const FEW_RESTS = 3;

/** Columns whose texts are something else, or prices, which are read more strictly. */
const NO_MEASURES: readonly Concept[] = ['title', 'name', 'text', 'identifier', 'price', 'money'];

/** Measures in texts: "85 g (3.00 oz)". What stands beside them repeats. */
function measureReading(
  column: PooledColumn,
  ofFile: DecimalSign | undefined,
  sample: readonly number[],
): Reading | undefined {
  const { concepts, parts, partCounts } = column;
  if (NO_MEASURES.some((concept) => concepts.has(concept))) return undefined;
  const tried = sample.slice(0, TRIED_MEASURES);
  const dimensions = new Map<string, number>();
  const products = tried.reduce((sum, part) => sum + partCounts[part], 0);
  let without = 0;
  for (const part of tried) {
    const number = readMeasure(parts[part])?.number;
    if (number === undefined) without += partCounts[part];
    else if (number.unit !== undefined)
      dimensions.set(number.unit.dimension, (dimensions.get(number.unit.dimension) ?? 0) + partCounts[part]);
    if (products - without < SHARE_OF_MEASURES * products) return undefined;
  }
  const dimension = [...dimensions].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
  const rests = new Set<string>();
  const numbers = parts.map((part) => {
    const measure = readMeasure(part, dimension);
    if (measure !== undefined) rests.add(measure.rest);
    return measure?.number;
  });
  if (rests.size > Math.max(FEW_RESTS, SHARE_OF_RESTS * parts.length)) return undefined;
  return numberReading(
    column,
    candidatesOf(numbers),
    ofFile,
    dimension === undefined ? SHARE_OF_KIND : SHARE_OF_DIMENSION,
  );
}

/** The candidates of a column whose numbers were found otherwise. */
export function candidatesOf(numbers: readonly (NumberText | undefined)[]): NumberCandidates {
  const digits = [...new Set(numbers.flatMap((number) => (number === undefined ? [] : [number.digits])))];
  return { numbers, digits, distinct: digits.length, convention: decideConvention(digits) };
}

/** A word among numbers or dates is kept as a word. */
function add(values: Values, number: number | undefined, label: string, count: number): number {
  return number === undefined ? values.addWord(label, count) : values.addNumber(number, label, count);
}

/** The most frequent unit of the most frequent dimension, by products; ties by name. */
function dominantUnit(
  column: PooledColumn,
  numbers: readonly (NumberText | undefined)[],
  magnitudes: readonly (number | undefined)[],
): NumberText['unit'] {
  let numeric = 0;
  const ofDimension = new Map<string, number>();
  const ofUnit = new Map<string, { unit: NonNullable<NumberText['unit']>; count: number }>();
  numbers.forEach((number, part) => {
    if (number === undefined || magnitudes[part] === undefined) return;
    const { unit } = number;
    const count = column.partCounts[part];
    numeric += count;
    if (unit === undefined) return;
    ofDimension.set(unit.dimension, (ofDimension.get(unit.dimension) ?? 0) + count);
    const entry = ofUnit.get(unit.name);
    if (entry === undefined) ofUnit.set(unit.name, { unit, count });
    else entry.count += count;
  });
  let best: { unit: NonNullable<NumberText['unit']>; count: number } | undefined;
  for (const each of ofUnit.values()) {
    if (best === undefined) best = each;
    else {
      const mine = ofDimension.get(each.unit.dimension)!;
      const theirs = ofDimension.get(best.unit.dimension)!;
      const order = mine - theirs || each.count - best.count;
      if (order > 0 || (order === 0 && each.unit.name < best.unit.name)) best = each;
    }
  }
  // An unknown word is a unit where at least half of the numbers have it: the X of an ISBN is not one.
  if (best !== undefined && !best.unit.known && best.count < 0.5 * numeric) return undefined;
  return best?.unit;
}

/** Whether a text has no digit in it. */
const isWord = (text: string): boolean => !/\p{N}/u.test(text);

function holdsNumbers(
  column: PooledColumn,
  read: readonly (number | undefined)[],
  least: number,
  hasUnit: boolean,
): boolean {
  let recorded = 0;
  let numeric = 0;
  const distinct = new Set<number>();
  const words = new Set<string>();
  read.forEach((number, part) => {
    recorded += column.partCounts[part];
    if (number === undefined) {
      if (words.size <= 3 + read.length / 20) words.add(fold(column.parts[part]));
    } else {
      numeric += column.partCounts[part];
      distinct.add(number);
    }
  });
  return (
    numeric >= least * recorded || areMostlyNumbers(numeric, recorded, distinct.size, words.size, hasUnit)
  );
}

/** @param least share of the recorded products that have a date; 0 where the owner says that it holds dates */
export function dateReading(column: PooledColumn, least = SHARE_OF_KIND): Reading | undefined {
  const recorded = sumOf(column.partCounts);
  // Stops once too many parts cannot be dates.
  let undated = 0;
  for (let part = 0; part < column.parts.length; part++) {
    if (!couldBeDate(column.parts[part])) undated += column.partCounts[part];
    if (undated > (1 - least) * recorded) return undefined;
  }
  const order = decideDayOrder(column.parts);
  let dated = 0;
  const dates = column.parts.map((part, i) => {
    const date = readDate(part, order);
    if (date !== undefined) dated += column.partCounts[i];
    return date;
  });
  if (dated === 0 || dated < least * recorded) return undefined;
  return {
    kind: 'date',
    read: (part, values, count) => add(values, dates[part], column.parts[part], count),
  };
}

/** Share of the recorded products whose rows hold several texts. */
function shareOfSeveral(column: PooledColumn): number {
  let several = 0;
  column.partsOfText?.forEach((parts, text) => {
    if (parts.length > 1) several += column.counts[text];
  });
  return several / Math.max(1, column.recorded);
}

/** The reading of words, whatever numbers are among them. */
export function textReading(column: PooledColumn, sample: readonly number[]): Reading {
  const folded = foldedParts(column, sample);
  const separator = decideListSeparator(folded, {
    list: column.concepts.has('list'),
    category: column.concepts.has('category'),
    title: column.concepts.has('title') || column.concepts.has('name'),
  });
  return separator === undefined ? wholeReading(column) : listReading(column, folded, separator);
}

/** The cells of some parts as lists are decided on. */
export const foldedParts = (column: PooledColumn, sample: readonly number[]): string[] =>
  sample.map((part) => foldLines(column.parts[part], column.partHashes[part]));

/** Each part is one value. */
export const wholeReading = (column: PooledColumn): Reading => ({
  kind: shareOfSeveral(column) >= SHARE_OF_LISTS ? 'list' : 'category',
  read: (part, values, count) => values.addWord(column.parts[part], count, column.partHashes[part]),
});

export function listReading(
  column: PooledColumn,
  folded: readonly string[],
  separator: ListSeparator,
): Reading {
  const valuesOf = cellSplitter(column.parts, separator);
  return {
    kind: 'list',
    separator: spaced(separator, folded),
    read: (part, values, count) => valuesOf(part).map((label) => values.addWord(label, count)),
  };
}

/** Folding turns a line break into a space; here it may separate values. */
function foldLines(text: string, hash: number): string {
  return isUnusual(hash) && text.includes('\n')
    ? text.split('\n').map(fold).join('\n')
    : foldHashed(text, hash);
}

/** A separator with the spaces around it, if the column has any there. */
function spaced(separator: ListSeparator, texts: readonly string[]): string {
  const forms = [` ${separator} `, `${separator} `];
  return forms.find((form) => texts.some((text) => text.includes(form))) ?? separator;
}
