import { defaultRevisit, REVISIT_COUNTS, REVISIT_GAPS, type TrainingSession } from '../model.ts';

/** Opportunities that the shipped chances count for. */
const BELIEF = 30;

/** How often an earlier product of a session came next, by how far back it was and how often it had been seen. */
export function measureRevisits(sessions: readonly TrainingSession[]): Float64Array {
  const chances = defaultRevisit();
  const tries = new Float64Array(chances.length);
  const hits = new Float64Array(chances.length);
  for (const { steps } of sessions) {
    for (let k = 1; k < steps.length; k++) {
      const seen = new Map<string, number>();
      const cells: [string, number][] = [];
      const current = steps[k - 1]!.item;
      // Counted back from the current product: each earlier one stands at its latest occurrence.
      for (let j = k - 1; j >= Math.max(0, k - 50); j--) {
        const { item } = steps[j]!;
        const count = seen.get(item);
        seen.set(item, (count ?? 0) + 1);
        if (count === undefined && item !== current) cells.push([item, Math.min(k - 1 - j, REVISIT_GAPS)]);
      }
      for (const [item, gap] of cells) {
        const cell = (gap - 1) * REVISIT_COUNTS + Math.min(seen.get(item)!, REVISIT_COUNTS) - 1;
        tries[cell]!++;
        if (steps[k]!.item === item) hits[cell]!++;
      }
    }
  }
  return chances.map((chance, cell) => (hits[cell]! + BELIEF * chance) / (tries[cell]! + BELIEF));
}
