import type { Signal } from '../types.ts';
import type { SignalTypes } from './signal-type.ts';
import { SIGNAL_TYPES } from './signal-types.ts';

/** A signal as a caller sends it. */
export interface RawSignal {
  readonly type: string;
  readonly value?: string;
  /** ISO 8601, or ms since the epoch. */
  readonly at?: string | number;
}

/** A field that is wrong, and how to mend it. */
export interface SignalFault {
  readonly field: string;
  readonly message: string;
}

export type ParsedSignals =
  | {
      readonly ok: true;
      readonly signals: readonly Signal[];
      readonly accepted: number;
      readonly unrecognised: readonly string[];
    }
  | { readonly ok: false; readonly fault: SignalFault };

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

function timeOf(at: string | number, now: number): number | string {
  const time = typeof at === 'number' ? at : ISO.test(at) ? Date.parse(at) : Number.NaN;
  if (typeof at === 'string' && Number.isFinite(time) && !isDay(at)) {
    return 'names a day that its month does not have; send the time at which the signal happened';
  }
  if (!Number.isFinite(time)) {
    return 'should be a time: ISO 8601 with its offset, such as "2026-01-31T12:00:00Z", or milliseconds since the epoch';
  }
  if (time > now + CLOCK_TOLERANCE) {
    return 'lies more than 10 minutes in the future; send the time at which the signal happened';
  }
  if (time < now - OLDEST_SIGNAL) {
    return isInSeconds(time, now)
      ? 'is in seconds since the epoch; send milliseconds, 1,000 times as many'
      : 'lies more than 24 hours in the past; leave such signals out';
  }
  return Math.min(Math.round(time), now);
}

const NONE: readonly string[] = [];

const refuse = (i: number, field: string, message: string): ParsedSignals => ({
  ok: false,
  fault: { field: `signals[${i}].${field}`, message: `signals[${i}].${field} ${message}.` },
});

/**
 * Reads the signals of one call, at time `now` (ms). One fault refuses all of them, so that a caller can mend and
 * send the call again. Signals of unknown types are kept, carry no weight, and are named.
 */
export function parseSignals(
  raw: readonly RawSignal[],
  now: number,
  types: SignalTypes = SIGNAL_TYPES,
): ParsedSignals {
  // Exactly as long as needed: most calls send one.
  const signals = new Array<Signal>(raw.length);
  let unrecognised: Set<string> | undefined;
  let accepted = 0;
  for (let i = 0; i < raw.length; i++) {
    const { type, value, at } = raw[i];
    const time = at === undefined ? now : timeOf(at, now);
    if (typeof time === 'string') return refuse(i, 'at', time);
    const known = types[type];
    if (known === undefined) {
      unrecognised ??= new Set();
      unrecognised.add(type);
    } else {
      if (value === undefined) return refuse(i, 'value', `is missing; for ${type} it ${known.grammar('')}`);
      const wrong = known.grammar(value);
      if (wrong !== undefined) return refuse(i, 'value', `${wrong} (the type is ${type})`);
      accepted++;
    }
    signals[i] = value === undefined ? { type, at: time } : { type, value: value.normalize('NFC'), at: time };
  }
  return { ok: true, signals, accepted, unrecognised: unrecognised === undefined ? NONE : [...unrecognised] };
}
