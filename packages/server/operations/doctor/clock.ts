import { latestTime } from '../../storage/index.ts';
import { type Check, fine, notice, problem } from './check.ts';

/** Clocks of one machine may be set back so far without harm, ms. Set by hand. */
const TOLERANCE = 60_000;
/** No release is older than this. */
const EARLIEST = Date.UTC(2025, 0, 1);

/** The verdict on the clock, beside the latest time in the store; both ms since 1970. */
export function verdictOn(now: number, latest: number | undefined) {
  const remedy = 'Set the clock of the machine by NTP: ages, limits and retention are counted by it.';
  if (now < EARLIEST)
    return problem(`It is ${new Date(now).toISOString()} by the clock of this machine.`, remedy);
  if (latest !== undefined && latest > now + TOLERANCE) {
    return notice(
      `The store was written at ${new Date(latest).toISOString()}, and it is ${new Date(now).toISOString()} by the clock of this machine.`,
      remedy,
    );
  }
  return fine('The clock is not behind the store.');
}

export const clock: Check = {
  name: 'clock',
  run: ({ folder, now }) => verdictOn(now, latestTime(folder)),
};
