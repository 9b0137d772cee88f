import type { BenchSession } from './session-files.ts';

/** The training data of a method. Items are indices into the catalogue. */
export interface Task {
  readonly items: number;
  readonly train: readonly Int32Array[];
  /** When each training session ended. */
  readonly endedAt: Float64Array;
  readonly sessions: readonly BenchSession[];
}

/** A trained method. `session` is a test session whose first `length` items are known; `target` is the next item. */
export interface Predictor {
  readonly bytes: number;
  /** Ranks; this call is timed. */
  rank(session: BenchSession, items: Int32Array, length: number): ArrayLike<number>;
  /** The probabilities of the last `rank`; this call is not timed. */
  probabilities(target: number): { readonly top: ArrayLike<number>; readonly target: number };
}

export type Method = (task: Task) => Predictor;
