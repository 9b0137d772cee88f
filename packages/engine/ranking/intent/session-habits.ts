import type { SessionState } from './session-state.ts';

/** How a session went on so far, where it could have gone on otherwise: shoppers keep their habits. All are counts. */
export interface Habits {
  /** Products looked at as often in a row as the last one is by now, and then once more. */
  readonly stayed: number;
  /** Products looked at as often in a row as the last one is by now, and then left. */
  readonly left: number;
  /** Steps to another product that was seen before. */
  readonly back: number;
}

/** Reads the habits off the path of a session. */
export function habitsOf({ items, products, length }: SessionState): Habits {
  const same = (a: number, b: number): boolean =>
    items[a] === items[b] && (items[a] >= 0 || products[a] === products[b]);
  const seenBefore = (k: number): boolean => {
    for (let j = 0; j < k - 1; j++) if (same(j, k)) return true;
    return false;
  };
  let current = 1;
  for (let k = length - 1; k > 0 && same(k, k - 1); k--) current++;
  let stayed = 0;
  let left = 0;
  let back = 0;
  let run = 1;
  for (let k = 1; k < length; k++) {
    if (same(k, k - 1)) {
      run++;
      continue;
    }
    if (run > current) stayed++;
    else if (run === current) left++;
    run = 1;
    if (seenBefore(k)) back++;
  }
  return { stayed, left, back };
}
