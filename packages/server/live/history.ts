import { saidSomething, type TrainingSession, type TrainingStep } from '@decidable/engine/ranking';
import {
  CONTEXT_SIGNAL,
  type Context,
  emptyProfile,
  fold,
  foldText,
  interestName,
  TOUCHES,
  VISIT_GAP,
} from '@decidable/engine/session';
import type { LoggedSignal } from '../storage/ports.ts';

/**
 * The log of a session as the visits that a model learns from, oldest first. `withWords` gives each step what the
 * shopper had said before it, so that training learns how much such words count. Only visits whose first product was
 * touched after `after` and not after `until` are told, both in ms since the epoch; what came late begins no visit.
 */
export function visitsOf(
  log: readonly LoggedSignal[],
  { withWords = false, after = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = {},
): readonly TrainingSession[] {
  const visits: { readonly steps: TrainingStep[]; context: Partial<Context> }[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  // Silence before any signal ends a visit: the next begins with what its request showed, before it touches a product.
  let untouched = true;
  let profile = emptyProfile(log[0]?.at ?? 0);
  let circumstances = profile;
  for (const signal of log) {
    const { type, value, at } = signal;
    if (at > lastAt + VISIT_GAP) untouched = true;
    if (CONTEXT_TYPES.has(type)) {
      circumstances = fold(circumstances, signal);
      if (!untouched) visits.at(-1)!.context = circumstances.context;
    }
    const touch = TOUCHES[type];
    if (touch !== undefined && value !== undefined) {
      if (untouched) visits.push({ steps: [], context: circumstances.context });
      untouched = false;
      const before = withWords && saidSomething(profile) ? profile : undefined;
      visits.at(-1)!.steps.push({ item: value, touch, at, ...(before !== undefined && { before }) });
    }
    lastAt = Math.max(lastAt, at);
    if (withWords) profile = fold(profile, signal);
  }
  const told = visits.filter(({ steps: [first] }) => first!.at > after && first!.at <= until);
  // Buffered signals may arrive late; a model learns what happened in the order in which it happened.
  for (const { steps } of told) steps.sort((a, b) => a.at - b.at);
  return told;
}

/** Types of signals that can say something, as `saidSomething` tells of a profile. */
const WORDS = new Set(['category_view', 'brand_view', 'attribute_filter', 'search', 'price_filter', 'sort']);

/** Whether the shopper said anything beyond looking at products. */
export const hasWords = (log: readonly LoggedSignal[]): boolean => log.some(({ type }) => WORDS.has(type));

const CONTEXT_TYPES = new Set([CONTEXT_SIGNAL, 'device', 'referrer', 'time_of_day']);

/** Queries longer than this are somebody's own words. */
const LONGEST_QUERY = 60;

/** The distinct queries of a session, by what they are folded to, so that spellings of one count together: its last spelling. */
export function queriesOf(log: readonly LoggedSignal[]): ReadonlyMap<string, string> {
  const queries = new Map<string, string>();
  for (const { type, value } of log) {
    if (type !== 'search' || value === undefined) continue;
    const spelled = interestName(value);
    const query = interestName(foldText(spelled));
    if (query !== '' && query.length <= LONGEST_QUERY) queries.set(query, spelled);
  }
  return queries;
}
