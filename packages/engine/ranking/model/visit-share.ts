import type { TrainingSession, TrainingStep } from './training-session.ts';

/**
 * Views of one product that count in one visit, the first ones. In 99 % of the visits to a product the shopper views it
 * at most 3 times (eshop2008) to 5 times (yoochoose100k, serenade); docs/design/ranking.md has what other limits cost.
 */
export const MOST_VIEWS_OF_A_PRODUCT = 5;
/**
 * Interactions that count in one visit, the first ones. 999 of 1,000 visits of the four public sets have at most 88
 * views.
 */
export const MOST_STEPS_PER_VISIT = 100;

/** The part of a visit that is learned, so that one visit speaks no louder than one honest shopper can. */
export function boundedVisit(visit: TrainingSession): TrainingSession {
  const { steps } = visit;
  if (steps.length <= 1) return visit;
  const views = new Map<string, number>();
  const done = new Set<string>();
  const counts = ({ item, touch = 'viewed' }: TrainingStep): boolean => {
    if (touch !== 'viewed') return isNew(done, `${touch} ${item}`);
    const times = (views.get(item) ?? 0) + 1;
    views.set(item, times);
    return times <= MOST_VIEWS_OF_A_PRODUCT;
  };
  const kept = steps.filter(counts);
  if (kept.length === steps.length && kept.length <= MOST_STEPS_PER_VISIT) return visit;
  return { ...visit, steps: kept.slice(0, MOST_STEPS_PER_VISIT) };
}

function isNew(known: Set<string>, key: string): boolean {
  if (known.has(key)) return false;
  known.add(key);
  return true;
}
