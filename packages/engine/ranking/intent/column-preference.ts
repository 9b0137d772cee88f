import { ascendingLookup } from '../../primitives/binary-search.ts';
import { zeros } from '../../primitives/pooled-arrays.ts';
import { strength } from '../../session/profile/decay.ts';
import { textTerms } from '../../session/text/keywords.ts';
import { attributeAndValue } from '../../session/text/names.ts';
import type { NamedInterest } from '../../session/types.ts';
import type { Column } from '../indexing/column.ts';
import { columnNamed, valueNamed, valuesNamed } from '../indexing/value-lookup.ts';
import {
  byDimension,
  lastStepOf,
  type NamedColumn,
  namedLast,
  namedTogether,
} from '../query/named-values.ts';
import { dimensionsNamed } from '../query/quantity-words.ts';
import { DenseLifts, SparseLifts } from './lift-accumulator.ts';
import { sessionColumnOf } from './measured-values.ts';
import { oncePerState } from './once-per-state.ts';
import { SeenValues } from './seen-values.ts';
import { type SessionState, searchOf } from './session-state.ts';

/** Probability that a shopper who named a value goes on to a product that has it. Set by hand. */
const STATED_STAYS = 0.95;
/** Pseudo-counts of the prior that values are reached by their prior mass. Set by hand. */
const PRIOR_COUNT = 12;
/**
 * Prior mass at which a value that was seen with one product is half as sure to stay as a common one, since a shared
 * rare value may be chance. It falls with the square of the number of products that the value was seen with. Set by
 * hand.
 */
const RARE_SHARE = 1 / 16;

/** The values that a session named or saw in one column. */
export interface NamedValues {
  /** The signal to show for each. */
  readonly signals: ReadonlyMap<number, string>;
  /** Those that a search named; their signals are that search. */
  readonly searched: ReadonlySet<number>;
}

/** Preference of a session among the values of one column. */
export interface ColumnPreference {
  /** `[value]`: probability of the value next, relative to its prior mass; 1 = as likely. */
  readonly lift: Float64Array;
  /** Decayed strength of explicit signals (filters, category and brand views). */
  readonly stated: number;
  /** Decayed interest of the viewed products that have a value. */
  readonly seen: number;
  /** The values that the session named or saw; only breakdowns need them, so they are gathered when they are asked for. */
  named(): NamedValues;
  /** The column as the session splits it, see `measured-values.ts`. */
  readonly column: Column;
  /** `[1 + cell]`: prior mass of each cell; entry 0 is of products without one. */
  readonly cellMass: Float64Array;
}

/** The preference for column `number` of the index, computed once per session state; `undefined` without evidence. */
export const columnPreferenceOf = oncePerState(preferenceOf);

const seen = new SeenValues();

function preferenceOf(state: SessionState, number: number): ColumnPreference | undefined {
  const { bound, now, profile } = state;
  const statedValues = statedValuesOf(state, number);
  let stated = 0;
  for (const entry of statedValues) stated += strength(entry, now, profile.step);
  seen.read(state, number);
  const total = stated + seen.interest;
  if (total === 0) return undefined;

  const { column, valueMass: mass, cellMass } = sessionColumnOf(state, number);
  const transitions = bound.transitions[number];
  const { counts, from, priorShare } = transitions;
  const lift = zeros(column.labels.length);
  const accumulator = counts === undefined ? new SparseLifts(lift, mass) : new DenseLifts(lift, mass);
  for (const entry of statedValues) {
    accumulator.add(entry.values, STATED_STAYS, strength(entry, now, profile.step) / total);
  }
  // A candidate set may add values that the history has no counts for.
  const counted = from.length;
  for (let k = 0; k < seen.length; k++) {
    const value = seen.value[k];
    const relevance = seen.relevance[k];
    const weight = (seen.weight[k] / seen.spread) * (seen.interest / total);
    const n = value < counted ? from[value] : 0;
    const countedShare = counts === undefined ? 0 : n / (n + PRIOR_COUNT);
    const rare = RARE_SHARE / seen.products[value] ** 2;
    const stays = transitions.stays - (priorShare * rare) / (mass[value] + rare);
    // After an intent shift only this fraction of the evidence applies; the rest predicts the prior.
    const measuredShare = relevance * countedShare;
    accumulator.addOne(value, relevance * stays, weight * (1 - measuredShare));
    if (measuredShare > 0) {
      const row = value * counted;
      const scale = (weight * measuredShare) / n;
      for (let v = 0; v < counted; v++) {
        if (mass[v] > 0) lift[v] += (scale * counts![row + v]) / mass[v];
      }
    }
  }
  accumulator.close();
  const preference = { lift, stated, seen: seen.interest, column, cellMass };
  return { ...preference, named: () => namedValues(state, number, column) };
}

/** The values that the session named or saw in a column, as breakdowns show them. */
function namedValues(state: SessionState, number: number, { name, labels }: Column): NamedValues {
  const signals = new Map<number, string>();
  const searched = new Set<number>();
  for (const entry of statedValuesOf(state, number)) {
    for (const value of entry.values) {
      signals.set(value, entry.signalOf(value));
      if (entry.isSearched) searched.add(value);
      else searched.delete(value);
    }
  }
  seen.read(state, number);
  for (let k = 0; k < seen.length; k++) {
    const value = seen.value[k];
    if (!signals.has(value)) signals.set(value, `${name}=${labels[value]}`);
  }
  return { signals, searched };
}

/** An explicit signal, the values that it names, and the signal to show for each. */
interface StatedValues extends NamedInterest {
  readonly values: readonly number[];
  signalOf(value: number): string;
  readonly filtered: boolean;
  /** Whether a search named them. */
  readonly isSearched: boolean;
}

const NOTHING_STATED: readonly StatedValues[] = [];

/** The explicit signals about a column: category and brand views by name, and filters of any column. */
export function statedValuesOf(state: SessionState, number: number): readonly StatedValues[] {
  const { index } = state.bound;
  const own = index.columns[number];
  const { column } = sessionColumnOf(state, number);
  const { category, brand, attribute } = state.interests;
  // Most sessions state nothing.
  if (category.length + brand.length + attribute.length === 0) return NOTHING_STATED;
  const found: StatedValues[] = [];
  const add = (interest: NamedInterest, name: string, signal: string): void => {
    const values = valuesNamed(column, name);
    if (values.length === 0) return;
    const filtered = signal.startsWith(FILTER_SIGNAL);
    // The signal of a parent category shows its own name: the shopper did not view its children.
    const parent = filtered || values.length === 1 ? undefined : (valueNamed(column, name) ?? name);
    const label = typeof parent === 'number' ? column.labels[parent] : parent;
    const search = searchOf(state, interest.step);
    found.push({
      ...interest,
      values,
      filtered,
      isSearched: search !== undefined,
      signalOf: (value) => search ?? signal + (label ?? column.labels[value]),
    });
  };
  if (own === index.category) {
    for (const interest of category) add(interest, interest.name, 'category_view:');
  }
  if (own === index.brand) {
    for (const interest of brand) add(interest, interest.name, 'brand_view:');
  }
  for (const interest of attribute) {
    if (numberOf(state, interest.name) !== number) continue;
    add(interest, attributeAndValue(interest.name)[1], `${FILTER_SIGNAL}${column.name}=`);
  }
  return found;
}

/** An explicit constraint other than words, and its decayed strength: 1 just after it was stated. */
export interface Filter {
  meets(product: number): boolean;
  readonly strength: number;
  /** When it was stated last. */
  readonly step: number;
}

/** The filters of a session by column, the quantities that its searches name, and the category that was named since. */
export function filtersIn(state: SessionState): readonly Filter[] {
  const { bound, interests, profile, now, stems } = state;
  const words = new Set(state.words.map(({ name }) => name));
  const searched = (label: string): boolean =>
    textTerms(label, bound.index.terms).every(({ stem }) => words.has(stem));
  const searches = new Set(interests.keyword.map(({ step }) => step));
  const isSearch = ({ step }: NamedInterest): boolean => step > profile.step || searches.has(step);
  const filterOf = (stated: readonly NamedInterest[], meets: Filter['meets']): Filter => ({
    meets,
    strength: Math.min(1, Math.max(...stated.map((entry) => strength(entry, now, profile.step)))),
    step: lastStepOf(stated),
  });
  const filters: Filter[] = [];
  const amounts: (StatedValues & Pick<NamedColumn, 'column'>)[] = [];
  for (const number of new Set(interests.attribute.map(({ name }) => numberOf(state, name)))) {
    if (number === undefined) continue;
    const { column } = sessionColumnOf(state, number);
    const plain: StatedValues[] = [];
    for (const entry of statedValuesOf(state, number)) {
      if (!entry.filtered) continue;
      if (column.measured !== undefined && isSearch(entry)) amounts.push({ ...entry, column });
      else if (!entry.values.every((value) => searched(column.labels[value]))) plain.push(entry);
    }
    if (plain.length > 0) filters.push(filterOf(plain, namedTogether(column, plain).meets));
  }
  const saysIn = amounts.length === 0 ? undefined : quantitySayers(state);
  for (const stated of byDimension(amounts)) {
    const tests = stated.map((entry) => namedTogether(entry.column, [entry]));
    // Of what no column records, texts decide: a "32 GB" in a title.
    const says = saysIn!(stated[0].column.measured!.unit.dimension);
    const meets = (product: number): boolean =>
      tests.some(({ meets }) => meets(product)) ||
      (says.length > 0 &&
        tests.every(({ column }) => column.cell[product] < 0) &&
        says.every((has) => has(product)));
    filters.push(filterOf(stated, meets));
  }
  // Nothing is later than the current query. The matches of an earlier search in a later category are meant.
  const category = stems.length > 0 ? undefined : namedLast(bound.index.category, interests.category);
  if (category !== undefined && category.step > lastStepOf(interests.keyword)) {
    const named = interests.category.filter(({ step }) => step === category.step);
    filters.push(filterOf(named, category.meets));
  }
  return filters;
}

/** By dimension whether a product has the words in its texts by which the session's searches name a quantity. */
function quantitySayers({ bound, words }: SessionState) {
  const { find } = bound.index.terms;
  const dimensions = dimensionsNamed(words.map(({ name }) => name));
  return (dimension: string) =>
    [...dimensions].flatMap(([name, of]) =>
      of === dimension ? [ascendingLookup(find(name)?.items ?? [])] : [],
    );
}

const FILTER_SIGNAL = 'attribute_filter:';

/** Number of the column that an interest in `name=value` names. */
const numberOf = ({ bound }: SessionState, name: string): number | undefined =>
  columnNamed(bound.index.columns, attributeAndValue(name)[0]);

/**
 * Lifts of cells from those of values: the mean over the values of a cell.
 *
 * @param lift `[value]`
 * @param missing the lift of products without a cell
 * @returns `[1 + cell]`, with `missing` first
 */
export function cellTable(column: Column, lift: Float64Array, missing: number): Float64Array {
  const table = zeros(column.cellStart.length);
  table[0] = missing;
  for (let cell = 0; cell + 1 < column.cellStart.length; cell++) {
    const start = column.cellStart[cell];
    const end = column.cellStart[cell + 1];
    let sum = 0;
    for (let k = start; k < end; k++) sum += lift[column.cellValues[k]];
    table[cell + 1] = sum / Math.max(1, end - start);
  }
  return table;
}
