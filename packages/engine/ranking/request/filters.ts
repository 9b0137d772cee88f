import { isAffirmed, isDenied } from '../../catalogue/columns/type-inference.ts';
import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import { readAmount } from '../../catalogue/numbers/ranges.ts';
import { nearestName } from '../../primitives/nearest-name.ts';
import { withoutSign } from '../../session/signals/value-grammar.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Column, hasWanted } from '../indexing/column.ts';
import { priceEnds } from '../indexing/price-scale.ts';
import { sizesNamed, valuesNamed } from '../indexing/value-lookup.ts';
import { attributeNamed, attributeNames, type NamedAttribute } from './named-attribute.ts';
import { type Spellings, spellingsOf } from './value-spellings.ts';

/** A range of numbers, both ends included; an end that is left out is open. */
export interface FilterRange {
  readonly min?: number;
  readonly max?: number;
}

export type FilterValue = string | number | boolean | FilterRange;

/** What an attribute must not be, none of several values, and whether it has to be recorded. What lacks it is none of them. */
export interface FilterTest {
  readonly not?: FilterValue | readonly FilterValue[];
  readonly exists?: boolean;
}

/** What an attribute must be: one value, any of several, or what a test says. */
export type Filter = FilterValue | readonly FilterValue[] | FilterTest;

/** What each named attribute must be. */
export type Filters = Readonly<Record<string, Filter>>;

/** A filter that no product could be tested with; the message names the field and the fix. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/** A filter against one catalogue. */
export interface Constraint {
  readonly attribute: NamedAttribute;
  readonly meets: (product: number) => boolean;
  /** Whether it accepts a value of the column. */
  readonly accepts: (value: number) => boolean;
}

/** A value of a filter that the catalogue does not have. */
export interface UnknownValue {
  /** Such as `filters.colour`. */
  readonly field: string;
  readonly value: string;
  readonly attribute: NamedAttribute;
}

/** Filters against one catalogue: one constraint an attribute, however often it is named. */
export interface ReadFilters {
  readonly constraints: readonly Constraint[];
  readonly unknown: readonly UnknownValue[];
}

/** Attributes that a message names. Set by hand. */
const MOST_NAMED = 5;
/** Relative difference below which two numbers are equal: logarithms of equal prices may differ in the last bits. */
const ROUNDING = 1e-9;

type Range = readonly [from: number, to: number];

/**
 * Reads filters against a catalogue, in steps. Names are those of columns or their roles, values as people or shops write
 * them.
 *
 * @throws FilterError for an attribute that is unknown, and for a range that is empty or of an attribute without numbers
 */
export function* readFilters(index: CatalogueIndex, filters: Filters): Generator<void, ReadFilters> {
  const constraints = new Map<NamedAttribute, Constraint>();
  const unknown: UnknownValue[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const field = `filters.${name}`;
    const attribute = attributeNamed(index, name);
    if (attribute === undefined) throw unknownAttribute(index, field, name);
    const tell = (value: string): void => {
      const bare = withoutSign(value);
      if (bare !== undefined)
        throw new FilterError(signRefused(field, value, `{ "not": ${JSON.stringify(bare)} }`));
      unknown.push({ field, value, attribute });
    };
    const one = isTest(filter)
      ? yield* testOf(index, attribute, filter, field, tell)
      : yield* constraintOf(index, attribute, listOf(filter), field, tell);
    const other = constraints.get(attribute);
    constraints.set(attribute, other === undefined ? one : bothOf(one, other));
    yield;
  }
  return { constraints: [...constraints.values()], unknown };
}

const listOf = (filter: FilterValue | readonly FilterValue[]): readonly FilterValue[] =>
  Array.isArray(filter) ? filter : [filter as FilterValue];

const isTest = (filter: Filter): filter is FilterTest =>
  typeof filter === 'object' && ('not' in filter || 'exists' in filter);

/** Says of a value with a sign before it, which no product has, how to leave products out. */
export const signRefused = (field: string, value: string, form: string): string =>
  `${field} has "${value}", which no product has. To leave out what has it without the sign, send ${form}.`;

/** What is excluded, and whether something is recorded. Nothing excluded is a value that a sidebar selects. */
function* testOf(
  index: CatalogueIndex,
  attribute: NamedAttribute,
  test: FilterTest,
  field: string,
  tell: (value: string) => void,
): Generator<void, Constraint> {
  const strange = Object.keys(test).find((name) => name !== 'not' && name !== 'exists');
  if (strange !== undefined) {
    throw new FilterError(
      `${field} has a field "${strange}" beside not or exists: send that as a filter of its own.`,
    );
  }
  const { not, exists } = test;
  const unwanted =
    not === undefined ? undefined : yield* constraintOf(index, attribute, listOf(not), `${field}.not`, tell);
  return {
    attribute,
    meets: (product) =>
      unwanted?.meets(product) !== true &&
      (exists === undefined || isRecorded(index, attribute, product) === exists),
    accepts: () => false,
  };
}

function isRecorded({ logPrice }: CatalogueIndex, attribute: NamedAttribute, product: number): boolean {
  if (attribute === 'price') return !Number.isNaN(logPrice[product]);
  return (
    attribute === 'availability' ||
    attribute.cell[product] >= 0 ||
    (attribute.exact?.places[product] ?? -1) >= 0
  );
}

const bothOf = (a: Constraint, b: Constraint): Constraint => ({
  attribute: a.attribute,
  meets: (product) => a.meets(product) && b.meets(product),
  accepts: (value) => a.accepts(value) && b.accepts(value),
});

function unknownAttribute(index: CatalogueIndex, field: string, name: string): FilterError {
  const names = attributeNames(index);
  const meant = nearestName(name, names);
  const hint =
    meant === undefined
      ? names.length === 0
        ? 'It has none yet.'
        : `It has, for example, ${names.slice(0, MOST_NAMED).join(', ')}.`
      : `Did you mean ${meant}?`;
  return new FilterError(
    `${field} is no attribute of this catalogue that products can be filtered by. ${hint}`,
  );
}

function* constraintOf(
  index: CatalogueIndex,
  attribute: NamedAttribute,
  values: readonly FilterValue[],
  field: string,
  tell: (value: string) => void,
): Generator<void, Constraint> {
  if (attribute === 'availability') return availability(index, values, field);
  if (attribute === 'price') {
    const { logPrice, scale } = index;
    const column = { ends: priceEnds(scale) };
    const ranges = rangesOf(column, values, field, tell).map(
      ([from, to]): Range => [Math.log(Math.max(0, from)) - ROUNDING, Math.log(Math.max(0, to)) + ROUNDING],
    );
    return { attribute, meets: (product) => isWithin(logPrice[product], ranges), accepts: () => false };
  }
  const { exact } = attribute;
  if (exact !== undefined) {
    const ranges = attribute.isDate ? daysOf(values, field, tell) : rangesOf(attribute, values, field, tell);
    const isMet = exact.sizes.map((size) => (isWithin(size, ranges) ? 1 : 0));
    return {
      attribute,
      meets: (product) => exact.places[product] >= 0 && isMet[exact.places[product]] === 1,
      accepts: () => false,
    };
  }
  return yield* valuesConstraint(attribute, values, field, tell);
}

/**
 * What a column must be, by the names of values in a search, in steps: any of those that it has; `undefined` where it has none.
 * Never throws: whatever a search says is no error.
 */
export function* columnConstraint(
  index: CatalogueIndex,
  column: Column,
  names: readonly string[],
): Generator<void, Constraint | undefined> {
  const unknown = new Set<string>();
  const constraint = yield* constraintOf(index, column, names, column.name, (name) => unknown.add(name));
  return names.every((name) => unknown.has(name)) ? undefined : constraint;
}

const isWithin = (number: number, ranges: readonly Range[]): boolean =>
  ranges.some(([from, to]) => number >= from && number <= to);

/** The ranges that the values of a filter name in a column of numbers. */
function rangesOf(
  column: Parameters<typeof sizesNamed>[0],
  values: readonly FilterValue[],
  field: string,
  tell: (value: string) => void,
): Range[] {
  return values.flatMap((value): Range[] => {
    if (typeof value === 'object') return [checkedRange(value, field)];
    if (typeof value === 'number') return [around(value)];
    const range = sizesNamed(column, String(value));
    if (range === undefined) tell(String(value));
    return range === undefined ? [] : [range];
  });
}

const MS_PER_DAY = 86_400_000;

/** The days that the values of a filter name, counted from 1970: dates as `2026-03-31`. */
function daysOf(values: readonly FilterValue[], field: string, tell: (value: string) => void): Range[] {
  return values.flatMap((value): Range[] => {
    if (typeof value === 'object') return [checkedRange(value, field)];
    const day = Date.parse(String(value)) / MS_PER_DAY;
    if (!Number.isFinite(day)) tell(String(value));
    return Number.isFinite(day) ? [[Math.floor(day), Math.floor(day)]] : [];
  });
}

const around = (number: number): Range => [
  number - Math.abs(number) * ROUNDING,
  number + Math.abs(number) * ROUNDING,
];

function checkedRange(range: FilterRange, field: string): Range {
  const strange = Object.keys(range).find((name) => name !== 'min' && name !== 'max');
  if (strange !== undefined) {
    throw new FilterError(`${field} is a range with a field "${strange}": a range has min, max, or both.`);
  }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  if (min > max) throw new FilterError(`${field} has a min above its max: exchange them.`);
  return [around(min)[0], around(max)[1]];
}

function* valuesConstraint(
  column: Column,
  values: readonly FilterValue[],
  field: string,
  tell: (value: string) => void,
): Generator<void, Constraint> {
  const spellings = yield* spellingsOf(column);
  const wanted = new Uint8Array(column.labels.length);
  for (const value of values) {
    const found =
      typeof value === 'object'
        ? valuesInRange(column, checkedRange(value, field), field)
        : spelledAs(column, spellings, String(value));
    if (found.length === 0 && typeof value !== 'object') tell(String(value));
    for (const one of found) wanted[one] = 1;
    yield;
  }
  return { attribute: column, meets: hasWanted(column, wanted), accepts: (value) => wanted[value] === 1 };
}

/** The values that a name means, in all their spellings. */
export function spelledAs(column: Column, { groupOf, groups }: Spellings, name: string): number[] {
  const groupsMeant = new Set(valuesNamed(column, name).map((value) => groupOf[value]));
  return [...groupsMeant].flatMap((group) => groups[group]);
}

function valuesInRange({ labels, numbers }: Column, range: Range, field: string): number[] {
  const numberOf = (label: string, value: number): number =>
    numbers?.[value] ?? (readAmount(label) === undefined ? Number.NaN : numberIn(label));
  const ofValues = labels.map(numberOf);
  if (!ofValues.some(Number.isFinite)) {
    throw new FilterError(
      `${field} has names such as "${labels[0]}", not numbers: send a name instead of a range.`,
    );
  }
  return ofValues.flatMap((number, value) => (isWithin(number, [range]) ? [value] : []));
}

function availability(index: CatalogueIndex, values: readonly FilterValue[], field: string): Constraint {
  const wanted = values.map((value) => {
    if (value === true || (typeof value === 'string' && isAffirmed(value))) return 1;
    if (value === false || (typeof value === 'string' && isDenied(value))) return 0;
    throw new FilterError(`${field} must be true or false: whether the products can be bought now.`);
  });
  const { available } = index;
  return {
    attribute: 'availability',
    meets: (product) => wanted.includes(available[product] === 0 ? 0 : 1),
    accepts: () => false,
  };
}
