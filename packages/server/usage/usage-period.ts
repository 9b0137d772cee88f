import { InvalidInput } from '../errors.ts';

const DAY = 86_400_000;
/** More days at once are asked for in several calls. Set by hand. */
export const MOST_DAYS = 400;

/** UTC days, both included, as `YYYY-MM-DD`. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

/** A UTC day as it was given. @throws InvalidInput for what is none */
export function usageDay(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(time);
  if (!isDay || new Date(time).toISOString().slice(0, 10) !== text)
    throw new InvalidInput('Give a day as YYYY-MM-DD.');
  return text;
}

/**
 * The days to report: the month up to today, unless others are given.
 *
 * @param now ms since the epoch
 * @throws InvalidInput where the first day lies after the last
 */
export function usagePeriod({ from, to }: Partial<UsagePeriod>, now: number): UsagePeriod {
  const last = to ?? new Date(now).toISOString().slice(0, 10);
  const first = from ?? `${last.slice(0, 8)}01`;
  if (first > last) throw new InvalidInput(`from ${first} lies after to ${last}. Swap them.`);
  return { from: first, to: last };
}

/** The number of days of a period. */
export const daysOf = ({ from, to }: UsagePeriod): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;
