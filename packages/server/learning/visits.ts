import { hasStated, type TrainingSession, type TrainingStep } from '@decidable/engine/ranking';
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
import type { LoggedSignal } from '../storage/ports.ts';
import { Pace } from '../time-slices.ts';

/**
 * Steps of one session that get the stated interests before them, the last ones: each holds a profile, and a robot makes
 * thousands of steps. Set by hand.
 */
export const MOST_STEPS_WITH_WORDS = 100;
/**
 * Interactions of one kind with one product that count in a visit. More come from a robot, or from a page that sends
 * each signal twice, and one visitor would then dominate the ranking of all others. Set by hand.
 */
const MOST_REPEATED = 10;
/** Signals read between two looks at the clock. Set by hand. */
const SIGNALS_AT_ONCE = 256;

const isInteraction = ({ type, value }: LoggedSignal): boolean =>
  SIGNAL_TYPES[type]?.interaction !== undefined && value !== undefined;

/**
 * Splits the log of a session into the visits that a model learns from, oldest first. `withWords` gives its last steps
 * the profile before each, so that training learns the weight of stated interests. Returns only visits whose first
 * interaction came after `after` and not after `until`, both in ms since the epoch. Signals that arrive late begin no
 * visit. Other requests have turns while a long log is read.
 */
export async function visitsOf(
  asLogged: readonly LoggedSignal[],
  { withWords = false, after = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = {},
): Promise<readonly TrainingSession[]> {
  const pace = new Pace();
  const log = asLastRead(asLogged);
  const firstWithWords = withWords
    ? log.filter(isInteraction).length - MOST_STEPS_WITH_WORDS
    : Number.POSITIVE_INFINITY;
  let steps = 0;
  const touched = new Map<string, number>();
  const visits: { readonly steps: TrainingStep[]; context: Partial<Context> }[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  // A pause before a signal of any type ends a visit: the next one may begin with its context, before an interaction.
  let isNew = true;
  let profile = emptyProfile(log[0]?.at ?? 0);
  let contextProfile = profile;
  for (const [place, signal] of log.entries()) {
    if (place % SIGNALS_AT_ONCE === SIGNALS_AT_ONCE - 1) await pace.rest();
    if (isReading(signal)) continue;
    const { type, value, at } = signal;
    if (at > lastAt + VISIT_GAP) isNew = true;
    if (isContext(type)) {
      contextProfile = fold(contextProfile, signal);
      if (!isNew) visits.at(-1)!.context = contextProfile.context;
    }
    const touch = SIGNAL_TYPES[type]?.interaction;
    if (touch !== undefined && value !== undefined) {
      if (isNew) {
        visits.push({ steps: [], context: contextProfile.context });
        touched.clear();
      }
      isNew = false;
      const before = steps++ >= firstWithWords && hasStated(profile) ? profile : undefined;
      const times = (touched.get(`${touch} ${value}`) ?? 0) + 1;
      touched.set(`${touch} ${value}`, times);
      if (times <= MOST_REPEATED) {
        visits.at(-1)!.steps.push({ item: value, touch, at, ...(before !== undefined && { before }) });
      }
    }
    lastAt = Math.max(lastAt, at);
    if (withWords) profile = fold(profile, signal);
  }
  const learned = visits.filter(({ steps: [first] }) => first!.at > after && first!.at <= until);
  // Buffered signals may arrive late; a model learns in the order of their times.
  for (const { steps } of learned) steps.sort((a, b) => a.at - b.at);
  return learned;
}

/** Whether the shopper stated an interest, beyond interactions with products. */
export const hasWords = (log: readonly LoggedSignal[]): boolean =>
  log.some(({ type }) => SIGNAL_TYPES[type]?.explicit === true);

/** Whether a signal changes the context of a visit. */
const isContext = (type: string): boolean =>
  type === CONTEXT_SIGNAL || SIGNAL_TYPES[type]?.automatic === true;

/** The searches of a session as they were typed, oldest first. */
export const searchesOf = (log: readonly LoggedSignal[]): readonly string[] =>
  log.flatMap(({ type, value }) => (type === 'search' && value !== undefined ? [value] : []));
