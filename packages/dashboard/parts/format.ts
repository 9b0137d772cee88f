const numbers = new Intl.NumberFormat('en');
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const spans = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** With separators: 12,345. */
export const number = (value: number): string => numbers.format(value);

/** "1 product", "2 products". */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** A day in the reader's time zone. */
export const day = (time: string | number): string => days.format(new Date(time));

/** A day and a time in the reader's time zone. */
export const dayAndTime = (time: string | number): string => times.format(new Date(time));

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago, or in how long: "3 days ago", "in 2 hours", "just now". */
export function ago(time: string | number, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1_000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit === undefined ? 'just now' : spans.format(Math.round(seconds / unit[1]), unit[0]);
}
