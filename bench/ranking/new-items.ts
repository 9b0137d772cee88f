import { CUTOFF } from './metrics.ts';

/** Predictions of items that the session has not seen yet. */
export interface NewItems {
  readonly predictions: number;
  readonly hr20: number;
  /** Standard error of `hr20`. */
  readonly error: number;
  readonly mrr20: number;
}

/** Longer training sessions pair so many items that a shared one says nothing, and cost the square of their length. */
const LONGEST_SESSION = 100;

/** Tells whether two items were ever in one training session. */
export function pairsOf(train: readonly Int32Array[]): (a: number, b: number) => boolean {
  const others = new Map<number, Set<number>>();
  for (const session of train) {
    const items = new Set(session);
    if (items.size > LONGEST_SESSION) continue;
    for (const a of items) {
      const met = others.get(a) ?? new Set<number>();
      for (const b of items) met.add(b);
      others.set(a, met);
    }
  }
  return (a, b) => others.get(a)?.has(b) === true;
}

/** HR@20 and MRR@20 of some of the predictions. */
export class PartialScore {
  #predictions = 0;
  #hits = 0;
  #reciprocals = 0;

  /** `rank` counts from 1; `Infinity` past the list. */
  add(rank: number): void {
    this.#predictions++;
    if (rank > CUTOFF) return;
    this.#hits++;
    this.#reciprocals += 1 / rank;
  }

  result(): NewItems {
    const n = this.#predictions;
    const hr20 = n === 0 ? 0 : this.#hits / n;
    return {
      predictions: n,
      hr20,
      error: n === 0 ? 0 : Math.sqrt((hr20 * (1 - hr20)) / n),
      mrr20: n === 0 ? 0 : this.#reciprocals / n,
    };
  }
}
