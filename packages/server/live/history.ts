import type { TrainingSession, TrainingStep } from '@decidable/engine/ranking';
import {
  type Context,
  emptyProfile,
  fold,
  foldText,
  type Profile,
  replay,
  TOUCHES,
  VISIT_GAP,
} from '@decidable/engine/session';
import type { LoggedSignal } from '../storage/ports.ts';

/**
 * The log of a session as the visits that a model learns from, oldest first. `withWords` gives each step what the
 * shopper had said before it, so that training learns how much such words count.
 */
export function visitsOf(log: readonly LoggedSignal[], { withWords = false } = {}): TrainingSession[] {
  const visits: TrainingStep[][] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let profile = emptyProfile(log[0]?.at ?? 0);
  for (const signal of log) {
    const { type, value, at } = signal;
    const touch = TOUCHES[type];
    if (touch !== undefined && value !== undefined) {
      if (at > lastAt + VISIT_GAP || visits.length === 0) visits.push([]);
      const before = withWords && saidSomething(profile) ? profile : undefined;
      visits.at(-1)!.push({ item: value, touch, at, ...(before !== undefined && { before }) });
    }
    lastAt = Math.max(lastAt, at);
    if (withWords) profile = fold(profile, signal);
  }
  const context = contextOf(log);
  // Buffered signals may arrive late; a model learns what happened in the order in which it happened.
  return visits.map((steps) => ({ steps: steps.sort((a, b) => a.at - b.at), context }));
}

/** The visit that a session ended with; `undefined` when it touched no product in it. */
export function lastVisitOf(log: readonly LoggedSignal[]): TrainingSession | undefined {
  const last = log.reduce((latest, { at }) => Math.max(latest, at), 0);
  const visit = visitsOf(log).at(-1);
  return visit !== undefined && visit.steps.at(-1)!.at >= last - VISIT_GAP ? visit : undefined;
}

const WORDS = new Set(['category_view', 'brand_view', 'attribute_filter', 'search', 'price_filter']);

/** Whether the shopper said anything beyond looking at products. */
export const hasWords = (log: readonly LoggedSignal[]): boolean => log.some(({ type }) => WORDS.has(type));

const saidSomething = ({ interests, priceFilter }: Profile): boolean =>
  priceFilter !== undefined || Object.values(interests).some((named) => named.length > 0);

const contextOf = (log: readonly LoggedSignal[]): Partial<Context> =>
  replay(log.filter(({ type }) => CONTEXT_TYPES.has(type)))?.context ?? {};

const CONTEXT_TYPES = new Set(['context', 'device', 'referrer', 'time_of_day']);

/** Queries longer than this are somebody's own words. */
const LONGEST_QUERY = 60;

/** The distinct queries of a session, folded so that spellings of one query count together. */
export function queriesOf(log: readonly LoggedSignal[]): ReadonlySet<string> {
  const queries = new Set<string>();
  for (const { type, value } of log) {
    if (type !== 'search' || value === undefined) continue;
    const query = foldText(value).trim().replace(/\s+/g, ' ');
    if (query !== '' && query.length <= LONGEST_QUERY) queries.add(query);
  }
  return queries;
}
