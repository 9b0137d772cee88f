import type { TrainingStep } from '@decidable/engine/ranking';
import type { Visit } from '../visits.ts';
import type { Reason } from './reasons.ts';

/**
 * A person makes at most so many interactions with products within the window, ms. In two public sets with true times
 * (serenade, yoochoose100k: 41,547 sessions) 2 sessions have 10 views within 10 seconds, none has 20. Set by hand above
 * that, since pages may send what a shopper did in one call without times.
 */
export const MOST_IN_WINDOW = 30;
export const WINDOW = 10_000;
/**
 * Interactions with one product in a visit. 1 of 176,677 sessions of four public sets has more views of one product, and
 * 17 have more than half as many.
 */
export const MOST_OF_ONE_PRODUCT = 30;

/** Why a visit is put aside for what was done in it, whatever others do; `undefined` where nothing is wrong with it. */
export function reasonWithinVisit(visit: Visit): Reason | undefined {
  if (visit.source?.isRobot) return 'robot';
  if (visit.steps.length === 0 && visit.late > 0) return 'late';
  for (const times of visit.interactions.values()) if (times > MOST_OF_ONE_PRODUCT) return 'repetition';
  return isTooFast(visit.steps) ? 'tempo' : undefined;
}

/** @param steps in time order */
function isTooFast(steps: readonly TrainingStep[]): boolean {
  for (let last = MOST_IN_WINDOW; last < steps.length; last++) {
    if (steps[last].at - steps[last - MOST_IN_WINDOW].at <= WINDOW) return true;
  }
  return false;
}
