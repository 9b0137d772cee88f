import { saidSomething, type TrainingSession, type TrainingStep } from '@decidable/engine/ranking';
import {
  asLastRead,
  CONTEXT_SIGNAL,
  type Context,
  emptyProfile,
  fold,
  isReading,
  SIGNAL_TYPES,
  VISIT_GAP,
} from '@decidable/engine/session';
import { Pace } from '../pace.ts';
import type { LoggedSignal } from '../storage/ports.ts';

/**
 * Of one session the last so many steps carry words: each takes along a profile, and a robot makes thousands of steps.
 */
export const MOST_STEPS_WITH_WORDS = 100;
/**
 * Touches of one kind that a product has in a visit: what tells more of it is a robot, or a page that says everything
 * twice, and one visitor would order the shelf of all others.
 */
const MOST_TOUCHES = 10;
/** Signals that are looked at between two looks at the time. */
const SIGNALS_AT_ONCE = 256;

const isTouch = ({ type, value }: LoggedSignal): boolean =>
  SIGNAL_TYPES[type]?.interaction !== undefined && value !== undefined;

/**
 * The log of a session as the visits that a model learns from, oldest first. `withWords` gives its last steps what the
 * shopper had said before each, so that training learns how much such words count. Only visits whose first product was
 * touched after `after` and not after `until` are told, both in ms since the epoch; what came late begins no visit.
 * Long logs are read with turns for others in between.
 */
export async function visitsOf(
  asLogged: readonly LoggedSignal[],
  { withWords = false, after = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = {},
): Promise<readonly TrainingSession[]> {
  const pace = new Pace();
  const log = asLastRead(asLogged);
  const firstWithWords = withWords
    ? log.filter(isTouch).length - MOST_STEPS_WITH_WORDS
    : Number.POSITIVE_INFINITY;
  let steps = 0;
  const touched = new Map<string, number>();
  const visits: { readonly steps: TrainingStep[]; context: Partial<Context> }[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  // Silence before any signal ends a visit: the next begins with what its request showed, before it touches a product.
  let untouched = true;
  let profile = emptyProfile(log[0]?.at ?? 0);
  let circumstances = profile;
  for (const [place, signal] of log.entries()) {
    if (place % SIGNALS_AT_ONCE === SIGNALS_AT_ONCE - 1) await pace.rest();
    if (isReading(signal)) continue;
    const { type, value, at } = signal;
    if (at > lastAt + VISIT_GAP) untouched = true;
    if (isCircumstance(type)) {
      circumstances = fold(circumstances, signal);
      if (!untouched) visits.at(-1)!.context = circumstances.context;
    }
    const touch = SIGNAL_TYPES[type]?.interaction;
    if (touch !== undefined && value !== undefined) {
      if (untouched) {
        visits.push({ steps: [], context: circumstances.context });
        touched.clear();
      }
      untouched = false;
      const before = steps++ >= firstWithWords && saidSomething(profile) ? profile : undefined;
      const times = (touched.get(`${touch} ${value}`) ?? 0) + 1;
      touched.set(`${touch} ${value}`, times);
      if (times <= MOST_TOUCHES) {
        visits.at(-1)!.steps.push({ item: value, touch, at, ...(before !== undefined && { before }) });
      }
    }
    lastAt = Math.max(lastAt, at);
    if (withWords) profile = fold(profile, signal);
  }
  const told = visits.filter(({ steps: [first] }) => first!.at > after && first!.at <= until);
  // Buffered signals may arrive late; a model learns what happened in the order in which it happened.
  for (const { steps } of told) steps.sort((a, b) => a.at - b.at);
  return told;
}

/** Whether the shopper said anything beyond looking at products. */
export const hasWords = (log: readonly LoggedSignal[]): boolean =>
  log.some(({ type }) => SIGNAL_TYPES[type]?.explicit === true);

/** Whether a signal tells of the circumstances of a visit. */
const isCircumstance = (type: string): boolean =>
  type === CONTEXT_SIGNAL || SIGNAL_TYPES[type]?.automatic === true;

/** What a session searched for, as it was typed, oldest first. */
export const searchesOf = (log: readonly LoggedSignal[]): readonly string[] =>
  log.flatMap(({ type, value }) => (type === 'search' && value !== undefined ? [value] : []));
