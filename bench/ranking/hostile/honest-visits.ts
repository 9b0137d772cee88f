import { type Chance, chance } from '../../audit/chance.ts';
import type { BenchSession } from '../session-files.ts';
import { shopperAddress } from './addresses.ts';
import { arriving, type SimulatedVisit } from './visits.ts';

/**
 * Mean and deviation of the logarithm of the seconds between two views, of yoochoose100k's training part (median 56 s,
 * first percentile .9 s).
 */
const GAP_LOG_MEAN = 3.97;
const GAP_LOG_DEVIATION = 1.5;
/** A longer pause would end the visit; ms. */
const LONGEST_GAP = 29 * 60_000;
/** Sets whose median pause is shorter have ordinal times in place of real ones; ms. */
const SHORTEST_MEDIAN = 1_000;

/** Pseudo-random normal number (Box & Muller 1958). */
const normal = (random: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A pause between two views of a shopper; ms. */
export const pause = (random: Chance): number =>
  Math.min(LONGEST_GAP, 1000 * Math.exp(GAP_LOG_MEAN + GAP_LOG_DEVIATION * normal(random)));

function medianPause(sessions: readonly BenchSession[]): number {
  const pauses = sessions.flatMap(({ steps }) => steps.slice(1).map(({ at }, k) => at - steps[k].at));
  return Float64Array.from(pauses).sort()[pauses.length >> 1] ?? 0;
}

/**
 * The visits of a set as the service receives them, each from the address of a shopper. A set with ordinal times keeps
 * the beginning of each visit, and its pauses are drawn.
 */
export function honestVisits(sessions: readonly BenchSession[], seed: number): SimulatedVisit[] {
  const random = chance(seed);
  const isOrdinal = medianPause(sessions) < SHORTEST_MEDIAN;
  return sessions.map(({ id, steps }) => {
    const address = shopperAddress(random);
    const timed = isOrdinal ? withPauses(steps, random) : steps;
    return arriving({ sessionId: id, address, steps: timed, hostile: false });
  });
}

function withPauses(steps: BenchSession['steps'], random: Chance): BenchSession['steps'] {
  let { at } = steps[0];
  return steps.map(({ item }, k) => {
    if (k > 0) at += pause(random);
    return { item, at };
  });
}
