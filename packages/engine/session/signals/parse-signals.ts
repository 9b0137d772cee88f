import type { Signal } from '../types.ts';

/** A signal as a caller sends it. */
export interface RawSignal {
  readonly type: string;
  readonly value?: string;
  /** ISO 8601, or ms since the epoch. */
  readonly at?: string | number;
}

/** What is wrong with a field, and how to mend it. */
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

/** How far a caller's clock may run ahead; such a signal counts as sent now. */
const CLOCK_TOLERANCE = 10 * 60_000;
/** How long a signal may have been buffered. */
const OLDEST_SIGNAL = 24 * 60 * 60_000;

const DEVICES = new Set(['mobile', 'tablet', 'desktop', 'bot', 'other']);
const REFERRERS = new Set(['direct', 'internal', 'search', 'social', 'email', 'paid']);

/** Answers what a value should have looked like, or `undefined` when it is well formed. */
type Grammar = (value: string) => string | undefined;

const names =
  (what: string): Grammar =>
  (value) =>
    value.trim() === '' ? `should be ${what}` : undefined;

const productId = names('a product id');

function priceFilter(value: string): string | undefined {
  const wanted = 'should be two whole numbers joined by a hyphen, "<min>-<max>", such as "60-150"';
  const parts = /^(\d{1,12})-(\d{1,12})$/.exec(value);
  if (parts === null) {
    return /^\d+-\d+$/.test(value) ? 'should have at most 12 digits in a number' : wanted;
  }
  return Number(parts[1]) > Number(parts[2]) ? `${wanted}, the smaller first` : undefined;
}

function attributeFilter(value: string): string | undefined {
  const equals = value.indexOf('=');
  return equals < 0 || value.slice(0, equals).trim() === '' || value.slice(equals + 1).trim() === ''
    ? 'should be "<attribute>=<value>", such as "colour=red"'
    : undefined;
}

function dwell(value: string): string | undefined {
  const parts = /^(.+):(\d{1,7}(?:\.\d+)?)$/s.exec(value);
  if (parts !== null && parts[1].trim() !== '') return undefined;
  return /\S.*:\d{8,}$/s.test(value)
    ? 'should name at most 9,999,999 seconds'
    : 'should be "<product id>:<seconds>", such as "sku-1:12"';
}

function device(value: string): string | undefined {
  return DEVICES.has(value) ? undefined : 'should be one of mobile, tablet, desktop, bot, other';
}

function referrer(value: string): string | undefined {
  return REFERRERS.has(value) || /^other:\S+$/.test(value)
    ? undefined
    : 'should be one of direct, internal, search, social, email, paid, other:<host>';
}

function timeOfDay(value: string): string | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/.test(value)
    ? undefined
    : 'should be the client\'s own time with its offset, "HH:mm±HH:mm", such as "21:45+02:00"';
}

interface Kind {
  readonly grammar: Grammar;
  /** Sent by a client on its own: tells the circumstances, not what the shopper wants. */
  readonly automatic?: true;
}

/** The known types of signals and the form of their values. */
export const SIGNAL_KINDS: Readonly<Record<string, Kind>> = Object.assign(Object.create(null), {
  category_view: { grammar: names('a category handle such as "boots"') },
  product_view: { grammar: productId },
  brand_view: { grammar: names('a brand') },
  search: { grammar: names('what the shopper searched for') },
  price_filter: { grammar: priceFilter },
  attribute_filter: { grammar: attributeFilter },
  sort: { grammar: names('an order such as "price_asc"') },
  compare: { grammar: productId },
  wishlist_add: { grammar: productId },
  cart_add: { grammar: productId },
  cart_remove: { grammar: productId },
  purchase: { grammar: productId },
  dwell: { grammar: dwell },
  dismiss: { grammar: productId },
  device: { grammar: device, automatic: true },
  referrer: { grammar: referrer, automatic: true },
  time_of_day: { grammar: timeOfDay, automatic: true },
} satisfies Record<string, Kind>);

/** ISO 8601 with an offset or Z; a date alone counts as midnight UTC. */
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** Whether a month has the day that an ISO 8601 text names; `Date.parse` takes 30 February for a day of March. */
const isDay = (iso: string): boolean =>
  new Date(iso.slice(0, 'YYYY-MM-DD'.length)).getUTCDate() ===
  Number(iso.slice('YYYY-MM-'.length, 'YYYY-MM-DD'.length));

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
  if (time < now - OLDEST_SIGNAL) return 'lies more than 24 hours in the past; leave such signals out';
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
export function parseSignals(raw: readonly RawSignal[], now: number): ParsedSignals {
  // Just as long as it is: most calls have one.
  const signals = new Array<Signal>(raw.length);
  let unrecognised: Set<string> | undefined;
  let accepted = 0;
  for (let i = 0; i < raw.length; i++) {
    const { type, value, at } = raw[i];
    const time = at === undefined ? now : timeOf(at, now);
    if (typeof time === 'string') return refuse(i, 'at', time);
    const kind = SIGNAL_KINDS[type];
    if (kind === undefined) {
      unrecognised ??= new Set();
      unrecognised.add(type);
    } else {
      if (value === undefined) return refuse(i, 'value', `is missing; for ${type} it ${kind.grammar('')}`);
      const wrong = kind.grammar(value);
      if (wrong !== undefined) return refuse(i, 'value', `${wrong} (the type is ${type})`);
      accepted++;
    }
    signals[i] = value === undefined ? { type, at: time } : { type, value: value.normalize('NFC'), at: time };
  }
  return { ok: true, signals, accepted, unrecognised: unrecognised === undefined ? NONE : [...unrecognised] };
}
