const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago a time is, or in how long, such as "5 minutes ago"; "just now" within a minute. */
export function ago(iso: string, now = Date.now()): string {
  const elapsed = Date.parse(iso) - now;
  for (const [unit, milliseconds] of UNITS) {
    if (Math.abs(elapsed) >= milliseconds) return relative.format(Math.trunc(elapsed / milliseconds), unit);
  }
  return 'just now';
}

/** The day, in the reader's time zone. */
export const day = (iso: string): string => days.format(Date.parse(iso));

/** The time of the day, with seconds. */
export const timeOfDay = (iso: string): string => clock.format(Date.parse(iso));

/** Day and time in full. */
export const dayAndTime = (iso: string): string => full.format(Date.parse(iso));
