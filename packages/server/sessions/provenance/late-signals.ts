import { SIGNAL_TYPES, type Signal } from '@decidable/engine/session';

/**
 * How far a signal may lie behind the time of its arrival and still teach; ms. The SDK keeps what it could not send for
 * 23 hours (`packages/sdk/src/outbox.ts`); nothing else explains an older time.
 */
export const OLDEST_THAT_TEACHES = 23 * 3_600_000;

/**
 * `data` of a signal about a product that arrived too late to teach. No signal of a caller carries `data`. The mark is
 * made here when a call arrives; `learning/visits.ts` reads it and makes no step of the signal; a visit without any other
 * interaction is put aside for it (`learning/admission/reason-within-visit.ts`).
 */
const LATE = '{"late":true}';

const isLate = ({ type, at }: Signal, now: number): boolean =>
  at < now - OLDEST_THAT_TEACHES && SIGNAL_TYPES[type]?.interaction !== undefined;

/** The signals of a call that arrives at `now` (ms), those about products marked that are too old to teach. */
export function withLateMarks(signals: readonly Signal[], now: number): readonly Signal[] {
  if (!signals.some((signal) => isLate(signal, now))) return signals;
  return signals.map((signal) => (isLate(signal, now) ? { ...signal, data: LATE } : signal));
}

/** Whether a signal of the log arrived too late to teach. */
export const arrivedLate = ({ data }: { readonly data?: string }): boolean => data === LATE;
