import type { Model } from './model.ts';

/** How far apart in the catalogue two products may stand to be neighbours. */
export const OFFSET_REACH = 12;
/** Steps that must be seen before offsets mean something. */
const BELIEF = 50;
const MOST_CLICKS = 300_000;

/**
 * How often the next different product stood at each offset in the catalogue from the one before, -12 to 12: exports
 * list variants and collections together, and shoppers walk along them. Entry `OFFSET_REACH` is the product itself, 0.
 */
export function measureOffsets({ log, measured }: Model, productOf: Int32Array): Float64Array {
  const counts = new Float64Array(2 * OFFSET_REACH + 1);
  let steps = BELIEF;
  for (let click = Math.max(1, measured - MOST_CLICKS); click < measured; click++) {
    if (log.session[click] !== log.session[click - 1]) continue;
    const from = productOf[log.items[click - 1]!]!;
    const to = productOf[log.items[click]!]!;
    if (from < 0 || to < 0 || from === to) continue;
    steps++;
    if (Math.abs(to - from) <= OFFSET_REACH) counts[to - from + OFFSET_REACH]!++;
  }
  return counts.map((count) => count / steps);
}
