const DAY = 86_400_000;

const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const three = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));

let day = Number.NaN;
/** The day as it begins each of its times: `2026-01-31T`. */
let date = '';

/**
 * How a time in whole ms since the epoch begins: `2026-01-31T`. An answer tells a time for each persona, and working
 * out the date takes six times as long as the rest; most times are of the same day.
 *
 * @throws RangeError where there is no such time
 */
export function dateOf(at: number): string {
  const ofDay = Math.floor(at / DAY);
  if (ofDay !== day) {
    date = new Date(at).toISOString().slice(0, -'00:00:00.000Z'.length);
    day = ofDay;
  }
  return date;
}

/** Milliseconds since the day began of a time in whole ms since the epoch. */
export const timeOfDay = (at: number): number => at - Math.floor(at / DAY) * DAY;

/**
 * A time in ms since the epoch as `toISOString` writes it.
 *
 * @throws RangeError where there is no such time
 */
export function isoTime(at: number): string {
  const whole = Math.trunc(at);
  const milliseconds = timeOfDay(whole);
  const seconds = Math.floor(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${dateOf(whole)}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[milliseconds % 1_000]}Z`;
}
