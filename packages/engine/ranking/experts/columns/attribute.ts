import { zeros } from '../../../primitives/pooled-arrays.ts';
import { variantsDiffer } from '../../indexing/variants/variant-facts.ts';
import { cellTable, columnPreferenceOf } from '../../intent/column-preference.ts';
import type { Lift } from '../../intent/lift.ts';
import { pricePreferenceOf } from '../../intent/price-preference.ts';
import type { SessionState } from '../../intent/session-state.ts';
import type { InteractingColumns, Parameters } from '../../model/model.ts';
import { type ExpertGroup, SILENT } from '../expert.ts';
import { matchedIn, signalsOf } from './column-expert.ts';

/** Evidence strength at which the confidence is 1/2. Set by hand. */
const HALF_CONFIDENCE = 0.25;
/**
 * Exponents of columns that no history has fitted. Attributes are correlated, so each counts less than it would alone.
 * Set by hand.
 */
const DEFAULT_EXPONENT = 0.6;
const CATEGORY_EXPONENT = 1;
/** Greatest sum of the exponents of viewed attributes before a history has fitted them. Set by hand. */
const MAX_UNFITTED = 0.7;
/** Confidence factor in the same case, unless the shopper stated an attribute. Set by hand. */
const UNFITTED_CONFIDENCE = 0.2;
/** Greater than every lift: ranks signals that no other factor shows first. */
const ABOVE_LIFTS = 1e15;
/** Floor of a lift, so that a single attribute never excludes a product. Set by hand. */
const MIN_LIFT = 0.02;

/**
 * The subject of a lift: a column by name, a pair of columns, or `undefined` for the price, so that no column name can
 * collide with it.
 */
export type Lifted = string | InteractingColumns | undefined;

/** The session's evidence on one column, before it is combined with that of others. */
export interface ColumnLift extends Lift {
  readonly name: Lifted;
  /** Exponent of the lift in this session. */
  readonly exponent: number;
  readonly strength: number;
  /** Strength of explicit constraints and interests on the column. */
  readonly stated: number;
  /** Part of the exponent that comes from viewed products only. */
  readonly viewedExponent: number;
  /** Whether an expert of its own explains this column (category, brand, price). */
  readonly hasOwnFactor: boolean;
  readonly signal: (product: number) => string;
  readonly matched?: (product: number) => string | undefined;
}

/** The lifts of all columns with evidence in the session, including category, brand and price. */
export function columnLifts(state: SessionState): ColumnLift[] {
  const { index, model } = state.bound;
  const { exponents, priceExponent = DEFAULT_EXPONENT } = model.parameters;
  const found: ColumnLift[] = [];
  for (let k = 0; k < index.columns.length; k++) {
    const own = index.columns[k];
    const preference = columnPreferenceOf(state, k);
    if (preference === undefined) continue;
    const { column } = preference;
    const defaultExponent = own === index.category ? CATEGORY_EXPONENT : DEFAULT_EXPONENT;
    const fitted = exponentOf(exponents, column.name, defaultExponent);
    const strength = preference.stated + preference.seen;
    const hasOwnFactor = own === index.category || own === index.brand;
    const signals = (): ReadonlyMap<number, string> => {
      const { signals } = preference.named();
      if (!hasOwnFactor) return signals;
      return new Map([...signals.keys()].map((value) => [value, `${column.name}=${column.labels[value]}`]));
    };
    const viewedExponent = (preference.seen * fitted) / strength;
    found.push({
      name: column.name,
      code: column.cell,
      table: floored(cellTable(column, preference.lift, 1)),
      mass: preference.cellMass,
      // Explicit evidence has exponent 1.
      exponent: preference.stated / strength + viewedExponent,
      stated: hasOwnFactor ? 0 : preference.stated,
      viewedExponent: own === index.category ? 0 : viewedExponent,
      hasOwnFactor,
      strength,
      signal: signalsOf(column, signals, preference.lift),
      ...(!hasOwnFactor && { matched: matchedIn(preference) }),
    });
  }
  const interaction = interactionLift(state, found);
  if (interaction !== undefined) found.push(interaction);
  const price = found.length === 0 ? undefined : pricePreferenceOf(state);
  if (price !== undefined) {
    const table = floored(price.table);
    table[0] = 1;
    found.push({
      code: price.code,
      mass: price.mass,
      strength: price.strength,
      name: undefined,
      table,
      exponent: (price.stated + (price.strength - price.stated) * priceExponent) / price.strength,
      stated: 0,
      viewedExponent: 0,
      hasOwnFactor: true,
      signal: () => 'price',
    });
  }
  return found;
}

/**
 * The lift of a column pair: the joint transitions beyond those of each column, from the last product with both values.
 * `undefined` where the shopper stated one of the columns.
 */
function interactionLift(state: SessionState, columns: readonly ColumnLift[]): ColumnLift | undefined {
  const { bound, length, products, rows } = state;
  const { interaction, model, index } = bound;
  if (interaction === undefined) return undefined;
  const [first, second] = interaction.columns.map((name) => columns.find((lift) => lift.name === name));
  if (first === undefined || second === undefined) return undefined;
  const statedStrength = (name: string): number =>
    columnPreferenceOf(state, index.columnNumbers.get(name)!)!.stated;
  if (interaction.columns.some((name) => statedStrength(name) > 0)) return undefined;
  const { catalogue } = bound;
  const pair = interaction.columns.flatMap(
    (name) => catalogue.columns[catalogue.columnNumbers.get(name) ?? -1] ?? [],
  );
  const isOfVariant = (j: number): boolean =>
    state.chosenVariant[j] === 0 && pair.some((column) => variantsDiffer(catalogue, rows[j], column));
  let from = -1;
  for (let j = length - 1; j >= 0 && from < 0; j--) {
    if (isOfVariant(j)) continue;
    if (products[j] >= 0) from = interaction.code[products[j]];
    else if (rows[j] >= 0) from = interaction.places[rows[j]];
  }
  if (from < 0) return undefined;
  const entries = interaction.mass.length;
  return {
    name: model.parameters.interaction,
    code: interaction.code,
    table: floored(interaction.lifts.slice(from * entries, (from + 1) * entries)),
    mass: interaction.mass,
    exponent: interaction.exponent,
    stated: 0,
    viewedExponent: 0,
    hasOwnFactor: true,
    strength: 0,
    signal: first.signal,
  };
}

/** The fitted exponent of a column. `hasOwn`, because a column may be called "constructor". */
const exponentOf = (fitted: Parameters['exponents'], name: string, defaultExponent: number): number =>
  Object.hasOwn(fitted, name) ? fitted[name] : defaultExponent;

function floored(table: Float64Array): Float64Array {
  for (let c = 0; c < table.length; c++) if (table[c] < MIN_LIFT) table[c] = MIN_LIFT;
  return table;
}

/** Raises each entry of a table to a power. Neighbouring entries are often equal, so the last power is reused. */
export function powers(table: Float64Array, exponent: number): Float64Array {
  const raised = zeros(table.length);
  let base = Number.NaN;
  let power = Number.NaN;
  for (let c = 0; c < table.length; c++) {
    if (table[c] !== base) {
      base = table[c];
      power = base ** exponent;
    }
    raised[c] = power;
  }
  return raised;
}

/**
 * Priority of a lift's signal in a breakdown: lifts above 1 that no other factor shows come first; column pairs have no
 * signal of their own.
 */
const signalPriority = (lift: number, { name, hasOwnFactor }: ColumnLift): number => {
  if (typeof name === 'object') return 0;
  return lift > 1 && !hasOwnFactor ? ABOVE_LIFTS + lift : lift;
};

function signalPriorities(table: Float64Array, lift: ColumnLift): Float64Array {
  const priorities = zeros(table.length);
  for (let c = 0; c < table.length; c++) priorities[c] = signalPriority(table[c], lift);
  return priorities;
}

/**
 * Products that resemble the viewed and requested ones in all columns at once, including category, brand and price: the
 * prior times the product of the lifts, each raised to an exponent that is fitted to the history.
 */
export const attribute: ExpertGroup = {
  experts: [{ name: 'attribute', factor: 'attribute', scores: 'dense', share: 0.1, statedShare: 0.12 }],
  score(state) {
    const lifts = columnLifts(state);
    if (lifts.length === 0) return SILENT;
    const strength = lifts.reduce((highest, lift) => Math.max(highest, lift.strength), 0);
    // Viewed attributes of a product are correlated: without fitted exponents their sum is limited to MAX_UNFITTED.
    const fitted = Object.keys(state.bound.model.parameters.exponents).length > 0;
    const viewedSum = lifts.reduce((sum, lift) => sum + lift.viewedExponent, 0);
    const damping = fitted || viewedSum <= MAX_UNFITTED ? 0 : 1 - MAX_UNFITTED / viewedSum;
    const weighted = lifts.map((lift) => {
      const exponent = lift.exponent - damping * lift.viewedExponent;
      return { code: lift.code, mass: lift.mass, table: powers(lift.table, exponent) };
    });
    let priorities: readonly Float64Array[] | undefined;
    const confidence = fitted || lifts.some(({ stated }) => stated > 0) ? 1 : UNFITTED_CONFIDENCE;
    const bestFor = (product: number): ColumnLift => {
      priorities ??= weighted.map(({ table }, l) => signalPriorities(table, lifts[l]));
      let best = 0;
      let highest = -1;
      for (let l = 0; l < priorities.length; l++) {
        const priority = priorities[l][weighted[l].code[product] + 1];
        if (priority > highest) {
          highest = priority;
          best = l;
        }
      }
      return lifts[best];
    };
    return {
      dense: [
        {
          expert: 0,
          lifts: weighted,
          confidence: (confidence * strength) / (strength + HALF_CONFIDENCE),
          signal: (product) => bestFor(product).signal(product),
          matched: (product) => bestFor(product).matched?.(product),
        },
      ],
    };
  },
};
