import type { Model } from '../model.ts';

/** Integers per transition, see {@link itemTransitionsIn}. */
export const TRANSITION_SIZE = 3;
/** Clicks of the history that are read, the latest. Set by hand. */
const MAX_CLICKS = 300_000;
/** Clicks per step of the generator, so that a step takes milliseconds. Set by hand. */
const CLICKS_PER_STEP = 50_000;

/**
 * The transitions between different products in the measured history, oldest first, read in steps.
 *
 * @param productOf `[item]`: row of the catalogue, -1 without one
 * @returns three rows per transition: from, to, and the different product viewed right before `from`, or -1 if there
 *   is none or the catalogue lacks it
 */
export function* itemTransitionsIn(
  { log, measured }: Model,
  productOf: Int32Array,
): Generator<void, Int32Array> {
  const first = Math.max(1, measured - MAX_CLICKS);
  const transitions = new Int32Array(TRANSITION_SIZE * Math.max(0, measured - first));
  let end = 0;
  let before = -1;
  for (let click = first; click < measured; click++) {
    if (click % CLICKS_PER_STEP === 0) yield;
    const from = productOf[log.items[click - 1]];
    const to = productOf[log.items[click]];
    if (log.session[click] !== log.session[click - 1] || from < 0 || to < 0) {
      before = -1;
      continue;
    }
    if (from === to) continue;
    transitions[end++] = from;
    transitions[end++] = to;
    transitions[end++] = before;
    before = from;
  }
  return transitions.subarray(0, end);
}
