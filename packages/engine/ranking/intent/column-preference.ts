import { zeros } from '../../primitives/pooled-arrays.ts';
import { strength } from '../../session/profile/decay.ts';
import { textTerms } from '../../session/text/keywords.ts';
import type { NamedInterest } from '../../session/types.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { columnNamed, valueNamed, valuesNamed } from '../indexing/value-lookup.ts';
import { isShared } from '../model/bound-model.ts';
import { DenseLifts, SparseLifts } from './lift-accumulator.ts';
import { type SessionColumn as ColumnSeen, sessionColumnOf } from './measured-values.ts';
import type { SessionState } from './session-state.ts';

/** Chance that who asked for a value by its name goes on to a product that has it. */
const SAID_STAYS = 0.95;
/** Pseudo-counts of the belief that values stay or go by their share of the shelf. */
const BELIEF = 12;
/** Views further back say less of where the shopper goes next. */
const SHARPER = 0.15;
const MOST_VIEWS = 8;
/**
 * Share of the shelf at which a value that one product was seen with is half as sure to stay as a common one: a rare
 * value in common may be chance. The more products it was seen with, the less rare it has to be.
 */
const RARE = 1 / 16;

/** What a session wants of one column: how much more likely each value is next than on the shelf as a whole. */
export interface ColumnPreference {
  /** Lift of each value, 1 = as on the shelf. */
  readonly lift: Float64Array;
  /** Strength of what was said (filters, category views) and of what was looked at. */
  readonly stated: number;
  readonly seen: number;
  /** Values that the session named or saw, with the signal to show for each. */
  readonly signals: ReadonlyMap<number, string>;
  /** The column as it was read: with the sizes that were said, see `sizes.ts`. */
  readonly column: Column;
  readonly cellMass: Float64Array;
}

const known = new WeakMap<SessionState, Map<number, ColumnPreference | undefined>>();

/** What a session prefers of column `number`, computed once a session state; `undefined` without evidence. */
export function columnPreferenceOf(state: SessionState, number: number): ColumnPreference | undefined {
  let columns = known.get(state);
  if (columns === undefined) {
    columns = new Map();
    known.set(state, columns);
  }
  if (!columns.has(number)) columns.set(number, read(state, number));
  return columns.get(number);
}

function read(state: SessionState, number: number): ColumnPreference | undefined {
  const { bound, now, profile } = state;
  const explicit = statedValuesOf(state, number);
  let said = 0;
  for (const wish of explicit) said += strength(wish, now, profile.step);
  const seen = seenValuesOf(state, number);
  const total = said + seen.interest;
  if (total === 0) return undefined;

  const { column, valueMass: mass, cellMass } = sessionColumnOf(state, number);
  const transitions = bound.transitions[number];
  const signals = new Map<number, string>();
  const lift = zeros(column.labels.length);
  const beliefs = transitions.counts === undefined ? new SparseLifts(lift, mass) : new DenseLifts(lift, mass);
  for (const wish of explicit) {
    const weight = strength(wish, now, profile.step) / total;
    beliefs.stay(wish.values, SAID_STAYS, weight);
    for (const value of wish.values) signals.set(value, wish.signalOf(value));
  }
  for (const view of seen.views) {
    const weight = (view.weight / seen.spread) * (seen.interest / total);
    // Values that only the list at hand has were not there to be counted.
    const counted = transitions.from.length;
    const n = transitions.from[view.value] ?? 0;
    const known = transitions.counts === undefined ? 0 : n / (n + BELIEF);
    const rare = RARE / seen.products.get(view.value)!.size ** 2;
    const stays = transitions.stays - (transitions.believed * rare) / (mass[view.value] + rare);
    // Of what was turned from the next product is as any other but for the rest that holds.
    const moves = view.holds * known;
    beliefs.stay([view.value], view.holds * stays, weight * (1 - moves));
    if (moves > 0) {
      const row = view.value * counted;
      const scale = (weight * moves) / n;
      for (let v = 0; v < counted; v++) {
        if (mass[v] > 0) lift[v] += (scale * transitions.counts![row + v]) / mass[v];
      }
    }
    if (!signals.has(view.value)) {
      signals.set(view.value, `${column.name}=${column.labels[view.value]}`);
    }
  }
  beliefs.close();
  return { lift, stated: said, seen: seen.interest, signals, column, cellMass };
}

/** The values that a session saw in a column. */
interface SeenValues {
  /** What is left of the interest in the products that were looked at. */
  readonly interest: number;
  /** The values of the last of them, newest first. */
  readonly views: readonly { readonly value: number; readonly weight: number; readonly holds: number }[];
  /** What the weights of the views add up to. */
  readonly spread: number;
  /** By value the products that it was seen with. */
  readonly products: ReadonlyMap<number, ReadonlySet<number>>;
}

function seenValuesOf(state: SessionState, number: number): SeenValues {
  const { bound, length, products, rows: places, interest } = state;
  const { column } = sessionColumnOf(state, number);
  const isCategory = bound.index.columns[number] === bound.index.category;
  const holds = isCategory ? state.categoryRelevance : state.relevance;
  let sum = 0;
  let spread = 0;
  let share = 1;
  const views: { value: number; weight: number; holds: number }[] = [];
  const seenWith = new Map<number, Set<number>>();
  // What all products have is no taste of who looked at one; to ask for it by name still says something.
  for (let j = isShared(bound, number) ? -1 : length - 1, n = 0; j >= 0 && n < MOST_VIEWS; j--) {
    const cell = cellAt(state, number, j);
    // What has faded to nothing has no share of what was seen.
    if (cell < 0 || interest[j] === 0) continue;
    n++;
    sum += interest[j];
    const start = column.cellStart[cell];
    const end = column.cellStart[cell + 1];
    for (let k = start; k < end; k++) {
      const value = column.cellValues[k];
      views.push({ value, weight: (share * interest[j]) / (end - start), holds: holds[j] });
      const which = products[j] >= 0 ? products[j] : -1 - places[j];
      const among = seenWith.get(value);
      if (among === undefined) seenWith.set(value, new Set([which]));
      else among.add(which);
    }
    spread += share * interest[j];
    share *= SHARPER;
  }
  return { interest: sum, views, spread, products: seenWith };
}

/** The cell that a touched product has in a column, -1 without one: what was seen need not be a candidate. */
function cellAt(state: SessionState, number: number, j: number): number {
  const { bound, products, rows: places } = state;
  if (products[j] >= 0) return sessionColumnOf(state, number).column.cell[products[j]];
  // Cells of the catalogue are cells of its parts.
  return places[j] < 0 ? -1 : (bound.catalogue.columns[number]?.cell[places[j]] ?? -1);
}

/** What was said in so many words: the values that it names, and the signal to show for each. */
interface StatedValues extends NamedInterest {
  readonly values: readonly number[];
  signalOf(value: number): string;
  readonly filtered: boolean;
}

/** What the shopper said of a column: views of a category or brand by its name, and filters of any column. */
function statedValuesOf(state: SessionState, number: number): readonly StatedValues[] {
  const { index } = state.bound;
  const own = index.columns[number];
  const { column } = sessionColumnOf(state, number);
  const { category, brand, attribute } = state.interests;
  const found: StatedValues[] = [];
  const add = (interest: NamedInterest, name: string, signal: string): void => {
    const values = valuesNamed(column, name);
    if (values.length === 0) return;
    const filtered = signal.startsWith(FILTERED);
    // What stands under a category was not looked at itself.
    const asked = filtered || values.length === 1 ? undefined : (valueNamed(column, name) ?? name);
    const called = typeof asked === 'number' ? column.labels[asked] : asked;
    found.push({
      ...interest,
      values,
      filtered,
      signalOf: (value) => signal + (called ?? column.labels[value]),
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
    add(interest, interest.name.slice(interest.name.indexOf('=') + 1), `${FILTERED}${column.name}=`);
  }
  return found;
}

/** What was asked for beside words, and how much of that is left: 1 just after it. */
export interface Filter {
  meets(product: number): boolean;
  readonly strength: number;
}

/** Whether a product has a value of a column that was said. */
function has({ column }: ColumnSeen, said: readonly StatedValues[]): (product: number) => boolean {
  const values = new Set(said.flatMap(({ values }) => values));
  return (product) => column.cell[product] >= 0 && holdsOneOf(column, column.cell[product], values);
}

/** What the shopper filtered for, by column, and what a search measured. */
export function filtersIn(state: SessionState): readonly Filter[] {
  const { bound, interests, profile, now } = state;
  const words = new Set(state.words.map(({ name }) => name));
  const searched = (label: string): boolean =>
    textTerms(label, bound.index.terms).every(({ stem }) => words.has(stem));
  const searches = new Set(interests.keyword.map(({ step }) => step));
  const isSearch = ({ step }: NamedInterest): boolean => step > profile.step || searches.has(step);
  const strongest = (said: readonly StatedValues[]): number =>
    Math.min(1, Math.max(...said.map((wish) => strength(wish, now, profile.step))));
  const filters: Filter[] = [];
  // Of "16 gb" one search cannot tell which memory it means: a product may have it in any column of that dimension.
  const amounts = new Map<
    string,
    { readonly said: StatedValues[]; readonly has: ((product: number) => boolean)[] }
  >();
  for (const number of new Set(interests.attribute.map(({ name }) => numberOf(state, name)))) {
    if (number === undefined) continue;
    const seen = sessionColumnOf(state, number);
    const { labels, measured } = seen.column;
    const plain: StatedValues[] = [];
    for (const wish of statedValuesOf(state, number)) {
      if (!wish.filtered) continue;
      if (measured !== undefined && isSearch(wish)) {
        const key = `${wish.step} ${measured.unit.dimension}`;
        const known = amounts.get(key) ?? { said: [], has: [] };
        amounts.set(key, known);
        known.said.push(wish);
        known.has.push(has(seen, [wish]));
      } else if (!wish.values.every((value) => searched(labels[value]))) plain.push(wish);
    }
    if (plain.length > 0) filters.push({ meets: has(seen, plain), strength: strongest(plain) });
  }
  for (const { said, has } of amounts.values()) {
    filters.push({ meets: (product) => has.some((meets) => meets(product)), strength: strongest(said) });
  }
  return filters;
}

const FILTERED = 'attribute_filter:';

/** The number of the column that an interest in `name=value` is about. */
const numberOf = ({ bound }: SessionState, name: string): number | undefined =>
  columnNamed(bound.index.columns, name.slice(0, name.indexOf('=')));

/** The lifts of values as a table over cells, entry 0 for products without one: `missing`. */
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
