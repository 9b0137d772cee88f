import type { Signal } from '../types.ts';
import type { SignalTypes } from './signal-type.ts';
import { SIGNAL_TYPES } from './signal-types.ts';
import { timeOf, type When } from './when.ts';

/** A signal as a caller sends it. */
export interface RawSignal extends When {
  readonly type: string;
  readonly value?: string;
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
    const { type, value } = raw[i];
    const time = timeOf(raw[i], now);
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
