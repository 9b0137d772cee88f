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

/** A look-up of one column by the cells of a group. */
interface GroupTable {
  /** `[cell]`: entry of the table. */
  readonly entry: Uint16Array;
  readonly table: Float64Array;
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
  const byGroup = new Map<number, GroupTable[]>();
  const ungrouped: Lookup[] = [];
  for (const lookup of lookups) {
    const group = groupOf.get(lookup.code);
    if (group === undefined) {
      ungrouped.push(lookup);
      continue;
    }
    const own = { entry: groups[group].entries.get(lookup.code)!, table: lookup.table };
    const others = byGroup.get(group);
    if (others === undefined) byGroup.set(group, [own]);
    else others.push(own);
  }
  const pairs = new Set<number>();
  for (const [group, tables] of byGroup) {
    pairs.add(group >> 1);
    const combine = as === 'sum' ? add : times;
    for (let t = 0; t < tables.length; t += 2) combine(values, starts[group], tables[t], tables[t + 1]);
  }
  return { tables: { values, pairs: [...pairs].sort((a, b) => a - b) }, ungrouped };
}

/** Adds one or two tables to those of a group. Two in one pass take little longer than one. */
function add(values: Float64Array, from: number, one: GroupTable, two: GroupTable | undefined): void {
  const { entry, table } = one;
  const cells = entry.length;
  if (two === undefined) {
    for (let c = 0; c < cells; c++) values[from + c] = values[from + c] + table[entry[c]];
    return;
  }
  const { entry: entryOfTwo, table: tableOfTwo } = two;
  for (let c = 0; c < cells; c++) {
    values[from + c] = values[from + c] + table[entry[c]] + tableOfTwo[entryOfTwo[c]];
  }
}

/** Multiplies the table of a group with one or two. */
function times(values: Float64Array, from: number, one: GroupTable, two: GroupTable | undefined): void {
  const { entry, table } = one;
  const cells = entry.length;
  if (two === undefined) {
    for (let c = 0; c < cells; c++) values[from + c] = values[from + c] * table[entry[c]];
    return;
  }
  const { entry: entryOfTwo, table: tableOfTwo } = two;
  for (let c = 0; c < cells; c++) {
    values[from + c] = values[from + c] * table[entry[c]] * tableOfTwo[entryOfTwo[c]];
  }
}
