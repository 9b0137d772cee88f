import type { Model } from '../model/model.ts';

/** A move is so many numbers of a list, see {@link itemTransitionsIn}. */
export const MOVE = 3;
/** Clicks of the history that are read, newest first. */
const MOST_CLICKS = 300_000;
/** Clicks that are read in one step. */
const CLICKS_AT_ONCE = 50_000;

/**
 * The steps of the measured history from one product to another, of those that a catalogue holds, oldest first; read in
 * steps. Of each step where it comes from, where it goes to, and which other product was looked at right before that,
 * -1 where there was none or the catalogue does not hold it. `productOf` tells the product of an item, -1 where there
 * is none.
 */
export function* itemTransitionsIn(
  { log, measured }: Model,
  productOf: Int32Array,
): Generator<void, Int32Array> {
  const first = Math.max(1, measured - MOST_CLICKS);
  const moves = new Int32Array(MOVE * Math.max(0, measured - first));
  let end = 0;
  let before = -1;
  for (let click = first; click < measured; click++) {
    if (click % CLICKS_AT_ONCE === 0) yield;
    const from = productOf[log.items[click - 1]];
    const to = productOf[log.items[click]];
    if (log.session[click] !== log.session[click - 1] || from < 0 || to < 0) {
      before = -1;
      continue;
    }
    if (from === to) continue;
    moves[end++] = from;
    moves[end++] = to;
    moves[end++] = before;
    before = from;
  }
  return moves.subarray(0, end);
}
