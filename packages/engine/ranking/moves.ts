import type { Model } from './model.ts';

/** Clicks of the history that are read, newest first. */
const MOST_CLICKS = 300_000;
/** Clicks that are read in one step. */
const CLICKS_AT_ONCE = 50_000;

/**
 * The steps of the measured history from one product to another, of those that a catalogue holds: from and to in
 * turn, oldest first; read in steps. `productOf` tells the product of an item, -1 where there is none.
 */
export function* movesIn({ log, measured }: Model, productOf: Int32Array): Generator<void, Int32Array> {
  const first = Math.max(1, measured - MOST_CLICKS);
  const moves = new Int32Array(2 * Math.max(0, measured - first));
  let end = 0;
  for (let click = first; click < measured; click++) {
    if (click % CLICKS_AT_ONCE === 0) yield;
    if (log.session[click] !== log.session[click - 1]) continue;
    const from = productOf[log.items[click - 1]!]!;
    const to = productOf[log.items[click]!]!;
    if (from < 0 || to < 0 || from === to) continue;
    moves[end++] = from;
    moves[end++] = to;
  }
  return moves.subarray(0, end);
}
