import type { Evidence } from '../../mixture/sparse-scores.ts';
import { voice } from '../registry.ts';

const ONWARD = voice('covisited-onward');
/** What stands in place of a value where a product was seen, until its turn comes. */
const SEEN = -1;

/** Voices whose opinions are put together, and the share of each. */
const SOURCES = [
  { from: voice('sequence-later'), share: 0.5 },
  { from: voice('covisited-sessions'), share: 0.3 },
  { from: voice('covisited-walk'), share: 0.2 },
] as const;

/**
 * What others went on to, of what is new to this session, and likelier where it is like what the session looked at:
 * the opinions of the sources with the seen products left out, times the square root of how much `likeness` lifts a
 * product (half of it is in where others went already). A mixture can only weigh what came of others' paths against
 * what is alike and what was seen; here a product must speak for itself in all three.
 *
 * `seen` are the products that the session looked at, `sums` those of the voices' raw values, `sure` the confidence of
 * each. Fills in the voice's values and their sum; returns its confidence, what the sources have of it.
 */
export function goOnward(
  evidence: Evidence,
  seen: Int32Array,
  sums: Float64Array,
  sure: (voice: number) => number,
  likeness: ((product: number) => number) | undefined,
): number {
  let confidence = 0;
  const factors = SOURCES.map(({ from, share }) => {
    if (sums[from] <= 0) return 0;
    const part = share * sure(from);
    confidence += part;
    return part / sums[from];
  });
  if (confidence === 0) return 0;
  const [later, sessions, walk] = SOURCES;
  const [ofLater, ofSessions, ofWalk] = factors;
  const { values, products } = evidence;
  for (let k = 0; k < seen.length; k++) {
    const row = seen[k] < 0 ? -1 : evidence.find(seen[k]);
    if (row >= 0) values[row + ONWARD] = SEEN;
  }
  let sum = 0;
  for (let slot = 0; slot < evidence.count; slot++) {
    const row = evidence.rowOf(slot);
    if (values[row + ONWARD] === SEEN) {
      values[row + ONWARD] = 0;
      continue;
    }
    let value =
      ofLater! * values[row + later.from] +
      ofSessions! * values[row + sessions.from] +
      ofWalk! * values[row + walk.from];
    if (value === 0) continue;
    if (likeness !== undefined) value *= Math.sqrt(likeness(products[slot]));
    values[row + ONWARD] = value;
    sum += value;
  }
  sums[ONWARD] = sum;
  return confidence;
}
