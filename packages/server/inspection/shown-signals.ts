import { SIGNAL_TYPES } from '@decidable/engine/session';
import { isoTime } from '../json/iso-time.ts';
import type { Shop } from '../shops/shop.ts';
import type { LoggedSignal } from '../storage/ports.ts';
import { cardOf } from './product-card.ts';

/** A signal of the log as people read it. */
export interface ShownSignal {
  readonly sequence: number;
  readonly type: string;
  readonly value?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly data?: unknown;
  /** The title of the product that it is about. */
  readonly title?: string;
}

/** The product that a signal is about; undefined for all other signals. */
function productOf({ type, value }: LoggedSignal): string | undefined {
  if (value === undefined) return undefined;
  if (type === 'dwell') return value.slice(0, value.lastIndexOf(':'));
  return type === 'dismiss' || SIGNAL_TYPES[type]?.interaction !== undefined ? value : undefined;
}

/** Signals with the titles of their products. The source of a visit is left out: it is for learning alone. */
export function shownSignals(
  signals: readonly LoggedSignal[],
  shop: Shop | undefined,
): readonly ShownSignal[] {
  return signals.map((signal) => {
    const { sequence, type, value, at, data } = signal;
    const product = shop === undefined ? undefined : productOf(signal);
    const title = product === undefined ? undefined : cardOf(shop!, product).title;
    return {
      sequence,
      type,
      at: isoTime(at),
      ...(value !== undefined && type !== 'context' && { value }),
      ...(data !== undefined && { data: JSON.parse(data) as unknown }),
      ...(title !== undefined && { title }),
    };
  });
}
