import type { TrainingSession, TrainingStep } from './training-session.ts';

/**
 * Interactions with one product that count in one visit, the first ones, of each kind but views only one. In 99 % of
 * the visits to a product the shopper views it at most 3 times (eshop2008) to 5 times (yoochoose100k, serenade);
 * docs/design/ranking.md has what other limits cost.
 */
export const MOST_STEPS_WITH_PRODUCT = 5;
/**
 * Interactions that count in one visit, the first ones. 999 of 1,000 visits of the four public sets have at most 88
 * views.
 */
export const MOST_STEPS_PER_VISIT = 100;

/** The part of a visit that is learned, so that one visit speaks no louder than one keen shopper does. */
export function boundedVisit(visit: TrainingSession): TrainingSession {
  const { steps } = visit;
  if (steps.length <= 1) return visit;
  const times = new Map<string, number>();
  const done = new Set<string>();
  const counts = ({ item, touch = 'viewed' }: TrainingStep): boolean => {
    const before = times.get(item) ?? 0;
    if (before >= MOST_STEPS_WITH_PRODUCT) return false;
    if (touch !== 'viewed') {
      const key = `${touch} ${item}`;
      if (done.has(key)) return false;
      done.add(key);
    }
    times.set(item, before + 1);
    return true;
  };
  const kept = steps.filter(counts);
  if (kept.length === steps.length && kept.length <= MOST_STEPS_PER_VISIT) return visit;
  return { ...visit, steps: kept.slice(0, MOST_STEPS_PER_VISIT) };
}
