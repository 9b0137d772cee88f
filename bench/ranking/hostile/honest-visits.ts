import { type Chance, chance } from '../../audit/chance.ts';
import type { BenchSession } from '../session-files.ts';
import { shopperAddress } from './addresses.ts';
import { arriving, type SimulatedVisit } from './simulated-visit.ts';

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
 * The visits of a set as the service receives them, each from the address of a shopper. Where times are ordinal, the
 * visits of each day (UTC) are spread over it in their order, and pauses are drawn.
 */
export function honestVisits(sessions: readonly BenchSession[], seed: number): SimulatedVisit[] {
  const random = chance(seed);
  const timed = medianPause(sessions) < SHORTEST_MEDIAN ? overDays(sessions, random) : sessions;
  return timed.map(({ id, steps }) =>
    arriving({ sessionId: id, address: shopperAddress(random), steps, hostile: false }),
  );
}

const DAY = 86_400_000;

function overDays(sessions: readonly BenchSession[], random: Chance): BenchSession[] {
  const dayOf = ({ steps }: BenchSession): number => Math.floor(steps[0].at / DAY);
  const perDay = new Map<number, number>();
  for (const session of sessions) perDay.set(dayOf(session), (perDay.get(dayOf(session)) ?? 0) + 1);
  const begun = new Map<number, number>();
  return sessions.map((session) => {
    const day = dayOf(session);
    const before = begun.get(day) ?? 0;
    begun.set(day, before + 1);
    const begins = DAY * (day + (before + random()) / perDay.get(day)!);
    return { ...session, steps: withPauses(session.steps, begins, random) };
  });
}

function withPauses(steps: BenchSession['steps'], begins: number, random: Chance): BenchSession['steps'] {
  let at = begins;
  return steps.map(({ item }, k) => {
    if (k > 0) at += pause(random);
    return { item, at };
  });
}
