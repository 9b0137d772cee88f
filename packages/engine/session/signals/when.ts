/** When something happened, as a caller says it; without either, when the call arrives. */
export interface When {
  /** ISO 8601, or ms since the epoch. */
  readonly at?: string | number;
  /** How long before the call was sent, ms. Counts in place of `at`: a device whose clock is wrong still measures it. */
  readonly age?: number;
}

/** A caller's clock may run ahead by this much, ms: such a signal counts as sent now. Released limit. */
const CLOCK_TOLERANCE = 10 * 60_000;
/** A signal may have been buffered for this long, ms. Released limit. */
const OLDEST_SIGNAL = 24 * 60 * 60_000;

/** ISO 8601 with an offset or Z; a date alone counts as midnight UTC. */
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** Whether a month has the day that an ISO 8601 text names; `Date.parse` takes 30 February for a day of March. */
const isDay = (iso: string): boolean =>
  new Date(iso.slice(0, 'YYYY-MM-DD'.length)).getUTCDate() ===
  Number(iso.slice('YYYY-MM-'.length, 'YYYY-MM-DD'.length));

/** Whether a time that is too old is a recent one if it is read as seconds. */
const isInSeconds = (time: number, now: number): boolean =>
  time * 1_000 >= now - OLDEST_SIGNAL && time * 1_000 <= now + CLOCK_TOLERANCE;

/**
 * When something happened that a call tells of which arrives at `now`, in ms since the epoch; or what is wrong with its `at`.
 * An age is never wrong: it is cut to 0 to 24 hours.
 */
export function timeOf({ at, age }: When, now: number): number | string {
  if (age !== undefined) return Math.round(now - Math.min(Math.max(age, 0), OLDEST_SIGNAL));
  if (at === undefined) return now;
  const time = typeof at === 'number' ? at : ISO.test(at) ? Date.parse(at) : Number.NaN;
  if (typeof at === 'string' && Number.isFinite(time) && !isDay(at)) {
    return 'names a day that its month does not have; send the time at which it happened';
  }
  if (!Number.isFinite(time)) {
    return 'should be a time: ISO 8601 with its offset, such as "2026-01-31T12:00:00Z", or milliseconds since the epoch';
  }
  if (time > now + CLOCK_TOLERANCE) {
    return 'lies more than 10 minutes in the future; send the time at which it happened, or its age';
  }
  if (time < now - OLDEST_SIGNAL) {
    return isInSeconds(time, now)
      ? 'is in seconds since the epoch; send milliseconds, 1,000 times as many'
      : 'lies more than 24 hours in the past; leave it out';
  }
  return Math.min(Math.round(time), now);
}
