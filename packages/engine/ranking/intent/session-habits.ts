import type { SessionState } from './session-state.ts';

/** Counts of what a session did so far at choices like the current one; shoppers keep their habits. */
export interface Habits {
  /** Runs of views of one product that went beyond the length of the current run. */
  readonly stayed: number;
  /** Runs that ended at the length of the current run. */
  readonly left: number;
  /** Moves back to another product that was viewed before. */
  readonly back: number;
}

/** Reads the habits from the path of a session. */
export function habitsOf({ items, products, length }: SessionState): Habits {
  const same = (a: number, b: number): boolean =>
    items[a] === items[b] && (items[a] >= 0 || products[a] === products[b]);
  const seenBefore = (k: number): boolean => {
    for (let j = 0; j < k - 1; j++) if (same(j, k)) return true;
    return false;
  };
  let currentRun = 1;
  for (let k = length - 1; k > 0 && same(k, k - 1); k--) currentRun++;
  let stayed = 0;
  let left = 0;
  let back = 0;
  let runLength = 1;
  for (let k = 1; k < length; k++) {
    if (same(k, k - 1)) {
      runLength++;
      continue;
    }
    if (runLength > currentRun) stayed++;
    else if (runLength === currentRun) left++;
    runLength = 1;
    if (seenBefore(k)) back++;
  }
  return { stayed, left, back };
}
