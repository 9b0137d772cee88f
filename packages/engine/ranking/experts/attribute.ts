import { zeros } from '../../primitives/pooled-arrays.ts';
import { cellTable, columnPreferenceOf } from '../intent/column-preference.ts';
import type { Lift } from '../intent/lift.ts';
import { pricePreferenceOf } from '../intent/price-preference.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { InteractingColumns, Parameters } from '../model/model.ts';
import { signalsOf } from './column-expert.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/** Strength of the evidence at which half of the weight is the expert's own. Set by hand. */
const DOUBT = 0.25;
/** Attributes overlap in what they say, so that each counts less than if it stood alone. */
const DEFAULT_EXPONENT = 0.6;
const CATEGORY_EXPONENT = 1;
/** What the exponents of attributes that were only looked at add up to at most, before a history has fitted them. */
const MOST_UNFITTED = 0.7;
/** How sure the voice is then of what nobody said in so many words. */
const SURE_UNFITTED = 0.2;
/** Above every lift. */
const MOST_LIFT = 1e15;
/** A product is never ruled out by one attribute. */
const LEAST_LIFT = 0.02;

/**
 * What a lift is of: a column by name, two of them, or the price, which has none, so that no column is taken for it.
 */
export type Lifted = string | InteractingColumns | undefined;

/** What a session says of one column, before it is weighed against the others. */
export interface ColumnLift extends Lift {
  readonly name: Lifted;
  /** Exponent that the column has now. */
  readonly exponent: number;
  readonly strength: number;
  /** Strength of what was said of it in so many words. */
  readonly said: number;
  /** Part of the exponent that follows from what was only looked at. */
  readonly looked: number;
  /** Whether a factor of its own tells of this column. */
  readonly toldElsewhere: boolean;
  readonly signal: (product: number) => string;
}

/** The lifts of all columns that the session says something about, category, brand and price among them. */
export function columnLifts(state: SessionState): ColumnLift[] {
  const { index, model } = state.bound;
  const { exponents, priceExponent = DEFAULT_EXPONENT } = model.parameters;
  const found: ColumnLift[] = [];
  for (let k = 0; k < index.columns.length; k++) {
    const own = index.columns[k];
    const wishes = columnPreferenceOf(state, k);
    if (wishes === undefined) continue;
    const { column } = wishes;
    const shipped = own === index.category ? CATEGORY_EXPONENT : DEFAULT_EXPONENT;
    const fitted = exponentOf(exponents, column.name, shipped);
    const strength = wishes.stated + wishes.seen;
    const toldElsewhere = own === index.category || own === index.brand;
    const labels = toldElsewhere
      ? new Map([...wishes.signals.keys()].map((value) => [value, `${column.name}=${column.labels[value]}`]))
      : wishes.signals;
    const looked = (wishes.seen * fitted) / strength;
    found.push({
      name: column.name,
      code: column.cell,
      table: floored(cellTable(column, wishes.lift, 1)),
      mass: wishes.cellMass,
      // What was said in so many words is taken at its word.
      exponent: wishes.stated / strength + looked,
      said: toldElsewhere ? 0 : wishes.stated,
      looked: own === index.category ? 0 : looked,
      toldElsewhere,
      strength,
      signal: signalsOf(column, labels, wishes.lift),
    });
  }
  const together = crossingLift(state, found);
  if (together !== undefined) found.push(together);
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
      said: 0,
      looked: 0,
      toldElsewhere: true,
      signal: () => 'price',
    });
  }
  return found;
}

/**
 * What the moves of two columns together tell beyond those of each, from the last product that has both. Nothing where
 * one of them was asked for in so many words.
 */
function crossingLift(state: SessionState, columns: readonly ColumnLift[]): ColumnLift | undefined {
  const { bound, length, products, rows: places } = state;
  const { interaction: crossing, model, index } = bound;
  if (crossing === undefined) return undefined;
  const [first, second] = crossing.columns.map((name) => columns.find((lift) => lift.name === name));
  if (first === undefined || second === undefined) return undefined;
  const said = (name: string): number => columnPreferenceOf(state, index.columnNumbers.get(name)!)!.stated;
  if (crossing.columns.some((name) => said(name) > 0)) return undefined;
  let from = -1;
  for (let j = length - 1; j >= 0 && from < 0; j--) {
    if (products[j] >= 0) from = crossing.code[products[j]];
    else if (places[j] >= 0) from = crossing.places[places[j]];
  }
  if (from < 0) return undefined;
  const entries = crossing.mass.length;
  return {
    name: model.parameters.interaction,
    code: crossing.code,
    table: floored(crossing.lifts.slice(from * entries, (from + 1) * entries)),
    mass: crossing.mass,
    exponent: crossing.exponent,
    said: 0,
    looked: 0,
    toldElsewhere: true,
    strength: 0,
    signal: first.signal,
  };
}

/** The fitted exponent of a column, which may be called "constructor" as well as anything else. */
const exponentOf = (fitted: Parameters['exponents'], name: string, shipped: number): number =>
  Object.hasOwn(fitted, name) ? fitted[name] : shipped;

function floored(table: Float64Array): Float64Array {
  for (let c = 0; c < table.length; c++) if (table[c] < LEAST_LIFT) table[c] = LEAST_LIFT;
  return table;
}

/** Each entry of a table to the same power. Neighbours are often equal, so that few powers are computed. */
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
 * How much a lift is worth telling: what no other factor tells comes first, where it speaks for the product; what two
 * columns say together is told by them.
 */
const worthOf = (lift: number, { name, toldElsewhere }: ColumnLift): number => {
  if (typeof name === 'object') return 0;
  return lift > 1 && !toldElsewhere ? MOST_LIFT + lift : lift;
};

function worthsOf(table: Float64Array, told: ColumnLift): Float64Array {
  const worths = zeros(table.length);
  for (let c = 0; c < table.length; c++) worths[c] = worthOf(table[c], told);
  return worths;
}

/**
 * Products that are like what was looked at and asked for in all attributes at once, category, brand and price among
 * them: prior times the product of the lifts, each to a power that is fitted to the history.
 */
export const attribute: ExpertGroup = {
  experts: [{ name: 'attribute', factor: 'attribute', scores: 'dense', share: 0.1, statedShare: 0.12 }],
  score(state) {
    const lifts = columnLifts(state);
    if (lifts.length === 0) return SILENT;
    const strength = lifts.reduce((most, lift) => Math.max(most, lift.strength), 0);
    // Ten attributes of one product say little more than three: they come together.
    const fitted = Object.keys(state.bound.model.parameters.exponents).length > 0;
    const looked = lifts.reduce((sum, lift) => sum + lift.looked, 0);
    const spare = fitted || looked <= MOST_UNFITTED ? 0 : 1 - MOST_UNFITTED / looked;
    const weighed = lifts.map((lift) => {
      const exponent = lift.exponent - spare * lift.looked;
      return { code: lift.code, mass: lift.mass, table: powers(lift.table, exponent) };
    });
    let worths: readonly Float64Array[] | undefined;
    const confidence = fitted || lifts.some(({ said }) => said > 0) ? 1 : SURE_UNFITTED;
    const signal = (product: number): string => {
      worths ??= weighed.map(({ table }, l) => worthsOf(table, lifts[l]));
      let best = 0;
      let most = -1;
      for (let l = 0; l < worths.length; l++) {
        const worth = worths[l][weighed[l].code[product] + 1];
        if (worth > most) {
          most = worth;
          best = l;
        }
      }
      return lifts[best].signal(product);
    };
    return {
      dense: [
        {
          expert: 0,
          lifts: weighed,
          confidence: (confidence * strength) / (strength + DOUBT),
          signal,
        },
      ],
    };
  },
};
