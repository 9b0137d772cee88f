import type { Attribute } from '../../catalogue/types.ts';

/** Products numbered by what an attribute says of them, by first appearance; the last number is "says nothing". */
export function groupByCell({ cell, cells, values }: Attribute): {
  readonly of: Int32Array;
  readonly labels: readonly (string | undefined)[];
} {
  const number = new Int32Array(cells.length).fill(-1);
  const labels: (string | undefined)[] = [];
  for (const index of cell) {
    if (index < 0 || number[index] >= 0) continue;
    number[index] = labels.length;
    labels.push(cells[index].map((value) => values[value].label).join(' | '));
  }
  const of = cell.map((index) => (index < 0 ? labels.length : number[index]));
  labels.push(undefined);
  return { of, labels };
}
