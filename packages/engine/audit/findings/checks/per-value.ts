import type { Attribute } from '../../../catalogue/types.ts';
import { countByCell } from '../../../primitives/cell-counts.ts';
import type { FindingCollector } from '../finding-collector.ts';
import type { RuleName } from '../rules.ts';

/** Adds each product that has a value with a fault, once a rule, with the first such value. Each distinct value is looked at once. */
export function checkValues(
  findings: FindingCollector,
  { name, cell, cells, values }: Attribute,
  faultsOf: (label: string) => readonly RuleName[],
): void {
  const faults = new Map<number, readonly RuleName[]>();
  values.forEach(({ label }, value) => {
    const own = faultsOf(label);
    if (own.length > 0) faults.set(value, own);
  });
  if (faults.size === 0) return;
  const found = cells.map((of) => {
    const faulty = new Map<RuleName, number>();
    for (const value of of)
      for (const rule of faults.get(value) ?? []) if (!faulty.has(rule)) faulty.set(rule, value);
    return faulty;
  });
  for (let product = 0; product < cell.length; product++) {
    if (cell[product] < 0) continue;
    for (const [rule, value] of found[cell[product]]) findings.add(rule, name, product, values[value].label);
  }
}

/** The distinct cells of a column by what they hold. */
export interface CellGroups {
  /** Per distinct cell its group; -1 for a cell of several values, or of one without a key. */
  readonly groupOf: Int32Array;
  /** Per group the products that are in it. */
  readonly products: Int32Array;
}

/** @param keyOf equal for values that mean the same, undefined for those that mean nothing */
export function groupsOf(
  { cell, cells, values }: Attribute,
  keyOf: (label: string) => string | undefined,
): CellGroups {
  const groupOf = new Int32Array(cells.length).fill(-1);
  const groups = new Map<string, number>();
  cells.forEach((of, at) => {
    if (of.length > 1) return;
    const key = keyOf(values[of[0]].label);
    if (key === undefined) return;
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    groupOf[at] = group;
  });
  const products = new Int32Array(cells.length);
  countByCell(cell, cells.length).forEach((count, at) => {
    if (groupOf[at] >= 0) products[groupOf[at]] += count;
  });
  return { groupOf, products };
}
