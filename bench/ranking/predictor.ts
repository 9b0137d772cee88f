import type { BenchSession } from './session-files.ts';

/** What a method is trained on. Items are numbers in the order of the shelf. */
export interface Task {
  readonly items: number;
  readonly train: readonly Int32Array[];
  /** When each training session ended. */
  readonly endedAt: Float64Array;
  readonly sessions: readonly BenchSession[];
}

/** A trained method. `session` is a test session whose first `length` items are known; `target` came next. */
export interface Predictor {
  readonly bytes: number;
  /** Called with the clock running: it ranks. */
  rank(session: BenchSession, items: Int32Array, length: number): ArrayLike<number>;
  /** Called after `rank`, off the clock: the probabilities behind it. */
  probabilities(target: number): { readonly top: ArrayLike<number>; readonly target: number };
}

export type Method = (task: Task) => Predictor;
