import type { ColumnGroups } from '../indexing/column-groups.ts';
import type { Lookup } from '../intent/lift.ts';

/** Tables over the cells of the column groups, one after the other at `ColumnGroups.starts`. */
export interface Tables {
  readonly values: Float64Array;
  /**
   * The pairs of groups with an entry other than neutral, ascending. Neutral entries are 0 in sums and 1 in products.
   */
  readonly pairs: readonly number[];
}

/**
 * Combines look-ups of single columns into tables over the cells of their groups.
 *
 * @param values memory for the tables: one number per cell of all groups, and the neutral entry
 * @returns the tables, and the look-ups whose column is in no group
 */
export function combineInTables(
  { groups, starts, groupOf }: ColumnGroups,
  lookups: readonly Lookup[],
  as: 'sum' | 'product',
  values: Float64Array,
): { readonly tables: Tables; readonly ungrouped: readonly Lookup[] } {
  values.fill(as === 'sum' ? 0 : 1);
  const pairs = new Set<number>();
  const ungrouped: Lookup[] = [];
  for (const lookup of lookups) {
    const group = groupOf.get(lookup.code);
    if (group === undefined) {
      ungrouped.push(lookup);
      continue;
    }
    pairs.add(group >> 1);
    const from = starts[group];
    const entry = groups[group].entries.get(lookup.code)!;
    if (as === 'sum') addTo(values, from, entry, lookup.table);
    else multiplyBy(values, from, entry, lookup.table);
  }
  return { tables: { values, pairs: [...pairs].sort((a, b) => a - b) }, ungrouped };
}

function addTo(values: Float64Array, from: number, entry: Uint16Array, table: Float64Array): void {
  const cells = entry.length;
  for (let c = 0; c < cells; c++) values[from + c] = values[from + c] + table[entry[c]];
}

function multiplyBy(values: Float64Array, from: number, entry: Uint16Array, table: Float64Array): void {
  const cells = entry.length;
  for (let c = 0; c < cells; c++) values[from + c] = values[from + c] * table[entry[c]];
}
