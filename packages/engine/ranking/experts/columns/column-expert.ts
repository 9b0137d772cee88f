import type { CatalogueIndex } from '../../indexing/catalogue-index.ts';
import type { Column } from '../../indexing/column.ts';
import {
  type ColumnPreference,
  cellTable,
  columnPreferenceOf,
  type NamedValues,
} from '../../intent/column-preference.ts';
import { type Expert, type ExpertGroup, SILENT } from '../expert.ts';

/** Evidence strength at which the confidence is 1/2. Set by hand. */
const HALF_CONFIDENCE = 0.25;

/** An expert on the column of one role, such as the category: the prior times the column's lifts. */
export function columnExpert(
  expert: Omit<Expert, 'scores'>,
  columnOf: (index: CatalogueIndex) => Column | undefined,
): ExpertGroup {
  return {
    experts: [{ ...expert, scores: 'dense' }],
    score(state) {
      const { index } = state.bound;
      const roleColumn = columnOf(index);
      if (roleColumn === undefined) return SILENT;
      const number = index.columnNumbers.get(roleColumn.name)!;
      const preference = columnPreferenceOf(state, number);
      if (preference === undefined) return SILENT;
      const { column, cellMass } = preference;
      const strength = preference.stated + preference.seen;
      return {
        dense: [
          {
            expert: 0,
            lifts: [{ code: column.cell, table: cellTable(column, preference.lift, 0), mass: cellMass }],
            confidence: strength / (strength + HALF_CONFIDENCE),
            signal: signalsOf(column, () => preference.named().signals, preference.lift),
            matched: matchedIn(preference),
          },
        ],
      };
    },
  };
}

/**
 * The signal function of a column: the signal of the product's first value with one; else its likeliest successor of
 * the viewed values, as `gone_to:type=socks`; else the name of the column.
 *
 * @param signalsOfValues gathers the signals of the values that the session named or saw; called once, when needed
 */
export function signalsOf(
  column: Column,
  signalsOfValues: () => ReadonlyMap<number, string>,
  lift: Float64Array,
): (product: number) => string {
  // Lists without breakdowns need none of these.
  let signals: ReadonlyMap<number, string> | undefined;
  let ofCell: Map<number, string> | undefined;
  return (product) => {
    const cell = column.cell[product];
    if (cell < 0) return column.name;
    ofCell ??= new Map();
    let signal = ofCell.get(cell);
    if (signal === undefined) {
      signals ??= signalsOfValues();
      signal = cellSignal(column, cell, signals, lift);
      ofCell.set(cell, signal);
    }
    return signal;
  };
}

/** What of a search a product has: the value that {@link signalsOf} shows the search for, as `colour=red`. */
export function matchedIn({
  column,
  named,
}: Pick<ColumnPreference, 'column' | 'named'>): (product: number) => string | undefined {
  const { name, cell, cellStart, cellValues, labels } = column;
  let known: NamedValues | undefined;
  return (product) => {
    known ??= named();
    const { signals, searched } = known;
    if (searched.size === 0 || cell[product] < 0) return undefined;
    const [from, to] = [cellStart[cell[product]], cellStart[cell[product] + 1]];
    const value = cellValues.subarray(from, to).find((each) => signals.has(each));
    return value !== undefined && searched.has(value) ? `${name}=${labels[value]}` : undefined;
  };
}

function cellSignal(
  column: Column,
  cell: number,
  signals: ReadonlyMap<number, string>,
  lift: Float64Array,
): string {
  const values = column.cellValues.subarray(column.cellStart[cell], column.cellStart[cell + 1]);
  for (const value of values) {
    const signal = signals.get(value);
    if (signal !== undefined) return signal;
  }
  const next = values.reduce((best, value) => (lift[value] > lift[best] ? value : best));
  return lift[next] > 1 ? `gone_to:${column.name}=${column.labels[next]}` : column.name;
}
