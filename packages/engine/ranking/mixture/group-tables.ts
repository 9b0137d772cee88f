import type { ColumnGroups } from '../indexing/column-groups.ts';
import type { Lookup } from '../intent/lift.ts';

/** Tables over the combinations of the joint columns, one after the other as `Joints.starts` says. */
export interface Tables {
  readonly values: Float64Array;
  /** The pairs of joint columns of which something is said, ascending; all else is 0 in sums and 1 in products. */
  readonly pairs: readonly number[];
}

/**
 * What is said of single columns, added up or multiplied by combinations.
 *
 * @param values where the tables are written: a number for each entry of the joint columns, and the idle one
 * @returns the tables, and what is said of columns that are in no joint column
 */
export function inTables(
  { groups, starts, groupOf }: ColumnGroups,
  lookups: readonly Lookup[],
  as: 'sum' | 'product',
  values: Float64Array,
): { readonly tables: Tables; readonly loose: readonly Lookup[] } {
  values.fill(as === 'sum' ? 0 : 1);
  const pairs = new Set<number>();
  const loose: Lookup[] = [];
  for (const lookup of lookups) {
    const group = groupOf.get(lookup.code);
    if (group === undefined) {
      loose.push(lookup);
      continue;
    }
    pairs.add(group >> 1);
    const from = starts[group];
    const entry = groups[group].entries.get(lookup.code)!;
    if (as === 'sum') addTo(values, from, entry, lookup.table);
    else multiplyBy(values, from, entry, lookup.table);
  }
  return { tables: { values, pairs: [...pairs].sort((a, b) => a - b) }, loose };
}

function addTo(values: Float64Array, from: number, entry: Uint16Array, table: Float64Array): void {
  const cells = entry.length;
  for (let c = 0; c < cells; c++) values[from + c] = values[from + c] + table[entry[c]];
}

function multiplyBy(values: Float64Array, from: number, entry: Uint16Array, table: Float64Array): void {
  const cells = entry.length;
  for (let c = 0; c < cells; c++) values[from + c] = values[from + c] * table[entry[c]];
}
