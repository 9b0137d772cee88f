import { boundedVisit, hasStated, type TrainingSession, type TrainingStep } from '@decidable/engine/ranking';
import {
  CONTEXT_SIGNAL,
  type Context,
  emptyProfile,
  fold,
  SIGNAL_TYPES,
  VISIT_GAP,
} from '@decidable/engine/session';
import { arrivedLate } from '../sessions/provenance/late-signals.ts';
import { readSource, type VisitSource } from '../sessions/provenance/visit-source.ts';
import type { LoggedSignal } from '../storage/ports.ts';
import { Pace, SERVICE } from '../time-slices.ts';

/**
 * Steps of one session that get the stated interests before them, the last ones: each holds a profile, and a robot makes
 * thousands of steps. Set by hand.
 */
export const MOST_STEPS_WITH_WORDS = 100;
/** Products that count as chosen after one search. Set by hand: what is looked at later has other reasons. */
const MOST_CHOSEN = 10;
/** Signals read between two looks at the clock. Set by hand. */
const SIGNALS_AT_ONCE = 256;

const isInteraction = ({ type, value }: LoggedSignal): boolean =>
  SIGNAL_TYPES[type]?.interaction !== undefined && value !== undefined;

/** Whether an interaction speaks for the product. */
const isChoice = (touch: TrainingStep['touch']): boolean => touch !== 'removed' && touch !== 'dismissed';

/** A visit as the log has it, with what its admission to learning depends on. */
export interface Visit extends TrainingSession {
  /** All interactions in time order, however many, without the late ones. */
  readonly steps: readonly TrainingStep[];
  /** When the service saw it begin; ms since the epoch. In older logs, the time of its first signal. */
  readonly begins: number;
  /** Time of its last signal; ms since the epoch. */
  readonly ends: number;
  /** Sequence numbers of its first signal and of its last one. */
  readonly first: number;
  readonly last: number;
  /** `undefined` in logs of releases that did not note it. */
  readonly source: VisitSource | undefined;
  /** The searches as they were typed, oldest first. */
  readonly searches: readonly string[];
  /** Per search the products that were chosen after it and before the next one, the first {@link MOST_CHOSEN}. */
  readonly chosen: readonly (readonly string[])[];
  /** How often each product was interacted with, late interactions included. */
  readonly interactions: ReadonlyMap<string, number>;
  /** Interactions that arrived too late to teach, and so are no steps. */
  readonly late: number;
}

/** A visit that is being read. */
interface OpenVisit {
  readonly steps: TrainingStep[];
  context: Partial<Context>;
  readonly begins: number;
  ends: number;
  readonly first: number;
  last: number;
  readonly source: VisitSource | undefined;
  readonly searches: string[];
  readonly chosen: string[][];
  readonly interactions: Map<string, number>;
  late: number;
}

/**
 * Splits the log of a session into visits, oldest first, those without interactions included. Signals that arrive late
 * begin no visit. Other requests have turns while a long log is read.
 *
 * @param withWords gives the last steps of the session the profile before each, so that training learns the weight of
 *   stated interests
 * @param after with `until`: only visits whose first interaction (else whose begin) came after `after` and not after
 *   `until` are returned; ms since the epoch
 * @param owner the organization whose task it is
 */
export async function readVisits(
  log: readonly LoggedSignal[],
  {
    withWords = false,
    after = Number.NEGATIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
    owner = SERVICE,
  } = {},
): Promise<readonly Visit[]> {
  const pace = new Pace(owner);
  const firstWithWords = withWords
    ? log.filter(isInteraction).length - MOST_STEPS_WITH_WORDS
    : Number.POSITIVE_INFINITY;
  let steps = 0;
  const visits: OpenVisit[] = [];
  let visit: OpenVisit | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let profile = emptyProfile(log[0]?.at ?? 0);
  let contextProfile = profile;
  for (const [place, signal] of log.entries()) {
    if (place % SIGNALS_AT_ONCE === SIGNALS_AT_ONCE - 1) await pace.rest();
    const { type, value, at, data } = signal;
    // A pause before a signal of any type ends a visit: the next one may begin with its context, before an interaction.
    if (visit === undefined || at > lastAt + VISIT_GAP) {
      const source = type === CONTEXT_SIGNAL && data !== undefined ? readSource(value) : undefined;
      visit = {
        steps: [],
        context: contextProfile.context,
        begins: at,
        ends: at,
        first: signal.sequence,
        last: signal.sequence,
        source,
        searches: [],
        chosen: [],
        interactions: new Map(),
        late: 0,
      };
      visits.push(visit);
    }
    if (isContext(type)) {
      contextProfile = fold(contextProfile, signal);
      visit.context = contextProfile.context;
    }
    if (type === 'search' && value !== undefined) {
      visit.searches.push(value);
      visit.chosen.push([]);
    }
    const touch = SIGNAL_TYPES[type]?.interaction;
    if (touch !== undefined && value !== undefined) {
      const before = steps++ >= firstWithWords && hasStated(profile) ? profile : undefined;
      visit.interactions.set(value, (visit.interactions.get(value) ?? 0) + 1);
      const chosen = visit.chosen.at(-1);
      if (arrivedLate(signal)) visit.late++;
      else if (chosen !== undefined && isChoice(touch) && chosen.length < MOST_CHOSEN) chosen.push(value);
      if (!arrivedLate(signal))
        visit.steps.push({ item: value, touch, at, ...(before !== undefined && { before }) });
    }
    lastAt = Math.max(lastAt, at);
    visit.ends = lastAt;
    visit.last = signal.sequence;
    if (withWords) profile = fold(profile, signal);
  }
  // Buffered signals may arrive late; a model learns in the order of their times.
  return visits.filter((read) => {
    const began = read.steps[0]?.at ?? read.begins;
    read.steps.sort((a, b) => a.at - b.at);
    return began > after && began <= until;
  });
}

/** The part of a visit that a model learns. It is bounded here already, as steps of models store their visits. */
export const lessonOf = ({ steps, context }: Visit): TrainingSession => boundedVisit({ steps, context });

/** Whether nothing could be learned from a visit: nobody touched a product or searched. */
export const isBare = ({ interactions, searches }: Visit): boolean =>
  interactions.size === 0 && searches.length === 0;

/** Whether the shopper stated an interest, beyond interactions with products. */
export const hasWords = (log: readonly LoggedSignal[]): boolean =>
  log.some(({ type }) => SIGNAL_TYPES[type]?.states !== undefined);

/** Whether a signal changes the context of a visit. */
const isContext = (type: string): boolean =>
  type === CONTEXT_SIGNAL || SIGNAL_TYPES[type]?.automatic === true;
