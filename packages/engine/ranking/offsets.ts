/** How far apart in the catalogue two products may stand to be neighbours. */
export const OFFSET_REACH = 12;
/** Steps that must be seen before offsets mean something. */
const BELIEF = 50;

/**
 * How often, in `moves` (see `moves.ts`), the next different product stood at each offset in the catalogue from the one before, -12 to 12: exports
 * list variants and collections together, and shoppers walk along them. Entry `OFFSET_REACH` is the product itself, 0.
 */
export function measureOffsets(moves: Int32Array): Float64Array {
  const counts = new Float64Array(2 * OFFSET_REACH + 1);
  for (let m = 0; m < moves.length; m += 2) {
    const offset = moves[m + 1]! - moves[m]!;
    if (Math.abs(offset) <= OFFSET_REACH) counts[offset + OFFSET_REACH]!++;
  }
  return counts.map((count) => count / (BELIEF + moves.length / 2));
}
