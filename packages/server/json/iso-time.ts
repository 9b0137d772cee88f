const DAY = 86_400_000;

const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const three = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));

let day = Number.NaN;
/** The last day that was formatted: `2026-01-31T`. */
let date = '';

/**
 * The date of a time in whole ms since the epoch, as `toISOString` begins: `2026-01-31T`. A response has a time for each
 * persona, and formatting the date takes six times as long as the rest. Most times are of one day, so the last is kept.
 *
 * @throws RangeError for a time outside the range of `Date`
 */
export function dateOf(at: number): string {
  const ofDay = Math.floor(at / DAY);
  if (ofDay !== day) {
    date = new Date(at).toISOString().slice(0, -'00:00:00.000Z'.length);
    day = ofDay;
  }
  return date;
}

/** Milliseconds from the beginning of the day (UTC) to a time in whole ms since the epoch. */
export const timeOfDay = (at: number): number => at - Math.floor(at / DAY) * DAY;

/**
 * Formats a time in ms since the epoch like `toISOString`.
 *
 * @throws RangeError for a time outside the range of `Date`
 */
export function isoTime(at: number): string {
  const whole = Math.trunc(at);
  const milliseconds = timeOfDay(whole);
  const seconds = Math.floor(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${dateOf(whole)}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[milliseconds % 1_000]}Z`;
}
