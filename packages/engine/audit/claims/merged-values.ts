import type { Attribute } from '../../catalogue/types.ts';
import { cellLabel } from '../display/cell-label.ts';
import type { GradedClaim } from '../result.ts';

/** Values that disappeared because their products now have another value that existed before. */
export function mergedValueReasons(
  before: Attribute,
  after: Attribute,
  changed: readonly number[],
): GradedClaim['reasons'] {
  if (changed.length === 0) return [];
  const heldBefore = countCells(before);
  const heldAfter = countCells(after);
  const moves = new Map<number, Map<number, number>>();
  for (const product of changed) {
    const from = before.cell[product];
    const to = after.cell[product];
    if (heldAfter[from] > 0 || heldBefore[to] === 0) continue;
    const ways = moves.get(from) ?? new Map<number, number>();
    ways.set(to, (ways.get(to) ?? 0) + 1);
    moves.set(from, ways);
  }
  const pairs: string[] = [];
  for (const [from, ways] of [...moves].sort(([a], [b]) => a - b)) {
    const [to, count] = [...ways].sort(([a, x], [b, y]) => y - x || a - b)[0];
    if (count >= 0.8 * heldBefore[from])
      pairs.push(`"${cellLabel(before, from)}" into "${cellLabel(before, to)}"`);
  }
  if (pairs.length === 0) return [];
  const named = pairs.slice(0, 3).join(', ') + (pairs.length > 3 ? ` and ${pairs.length - 3} more` : '');
  return [
    {
      code: 'values_merged',
      message: `Values were merged: ${named}. Shoppers can no longer tell them apart.`,
    },
  ];
}

function countCells({ cell, cells }: Attribute): Float64Array {
  const held = new Float64Array(cells.length);
  for (const own of cell) if (own >= 0) held[own]++;
  return held;
}
