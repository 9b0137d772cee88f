import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { cellTable, columnPreferenceOf } from '../intent/column-preference.ts';
import { type Expert, type ExpertGroup, SILENT } from './expert.ts';

/** Strength of the evidence at which half of the weight is the expert's own. Set by hand. */
const DOUBT = 0.25;

/** An expert on the column of one role, such as the category: the prior times the column's lifts. */
export function columnExpert(
  expert: Omit<Expert, 'scores'>,
  columnOf: (index: CatalogueIndex) => Column | undefined,
): ExpertGroup {
  return {
    experts: [{ ...expert, scores: 'dense' }],
    score(state) {
      const { index } = state.bound;
      const own = columnOf(index);
      if (own === undefined) return SILENT;
      const at = index.columnNumbers.get(own.name)!;
      const wishes = columnPreferenceOf(state, at);
      if (wishes === undefined) return SILENT;
      const { column, cellMass } = wishes;
      const strength = wishes.stated + wishes.seen;
      return {
        dense: [
          {
            expert: 0,
            lifts: [{ code: column.cell, table: cellTable(column, wishes.lift, 0), mass: cellMass }],
            confidence: strength / (strength + DOUBT),
            signal: signalsOf(column, wishes.signals, wishes.lift),
          },
        ],
      };
    },
  };
}

/**
 * The signal of the first value of a product that has one; else the value that shoppers go on to from what the session
 * viewed, as `gone_to:type=socks`; the name of the column alone where no value favours the product.
 */
export function signalsOf(
  column: Column,
  signals: ReadonlyMap<number, string>,
  lift: Float64Array,
): (product: number) => string {
  const ofCell = new Map<number, string>();
  return (product) => {
    const cell = column.cell[product];
    if (cell < 0) return column.name;
    let signal = ofCell.get(cell);
    if (signal === undefined) {
      signal = cellSignal(column, cell, signals, lift);
      ofCell.set(cell, signal);
    }
    return signal;
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
