import { hasStated, type TrainingSession, type TrainingStep } from '../ranking/index.ts';
import { emptyProfile, fold, SIGNAL_TYPES, type Signal, VISIT_GAP } from '../session/index.ts';

/** The visits of one session, oldest first, with what the shopper had stated before each step. */
export function visitsOf(log: readonly Signal[]): TrainingSession[] {
  const visits: TrainingStep[][] = [];
  let profile = emptyProfile(log[0]?.at ?? 0);
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const signal of log) {
    const { type, value, at } = signal;
    if (visits.length === 0 || at > lastAt + VISIT_GAP) visits.push([]);
    const touch = SIGNAL_TYPES[type]?.interaction;
    if (touch !== undefined && value !== undefined) {
      visits.at(-1)!.push({ item: value, touch, at, ...(hasStated(profile) && { before: profile }) });
    }
    lastAt = Math.max(lastAt, at);
    profile = fold(profile, signal);
  }
  return visits.filter((steps) => steps.length > 0).map((steps) => ({ steps }));
}
