const DAY = 86_400_000;

const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const three = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));

let day = Number.NaN;
/** The day as it begins each of its times: `2026-01-31T`. */
let date = '';

/**
 * A time in ms since the epoch as `toISOString` writes it. An answer tells a time for each persona, and working out the date takes
 * six times as long as the rest; most times are of the same day.
 *
 * @throws RangeError where there is no such time
 */
export function isoTime(at: number): string {
  const whole = Math.trunc(at);
  const ofDay = Math.floor(whole / DAY);
  if (ofDay !== day) {
    date = new Date(whole).toISOString().slice(0, -'00:00:00.000Z'.length);
    day = ofDay;
  }
  const milliseconds = whole - ofDay * DAY;
  const seconds = Math.floor(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${date}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[milliseconds % 1_000]}Z`;
}
