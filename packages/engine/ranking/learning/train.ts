import type { Persona, ProductInteraction, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { type SessionState, sessionStateOf } from '../intent/session-state.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind } from '../model/bound-model.ts';
import { emptyModel } from '../model/empty-model.ts';
import { type Model, type Parameters, remember, rememberContext } from '../model/model.ts';
import { movesOf, type TrainingSession } from '../model/training-session.ts';
import { movesAmong } from '../model/visit-moves.ts';
import { measureRevisits } from '../transitions/revisit-chances.ts';
import { AttributeExponents, choicesFor } from './attribute-exponents.ts';
import { ExposureQueue } from './exposure-queue.ts';
import { type Exposed, observeExposures } from './exposures.ts';
import { fitGate } from './gate-fit.ts';
import { chooseInteraction } from './interaction-choice.ts';
import { ObservationRecorder } from './observation-recorder.ts';
import { estimateExamination } from './position-bias.ts';

export interface TrainOptions {
  /** The catalogue that the sessions were on. */
  readonly index: CatalogueIndex;
  /**
   * Share of the sessions, the latest, on which the weights are fitted, having learned from those before; half of it
   * where that has as many observations as are used.
   */
  readonly heldOut?: number;
  /** At most so many observations are used for the fit, the latest; 20,000 for up to 20,000 products, then fewer. */
  readonly mostObservations?: number;
  /** What rankings are given for the same profile; none when absent, so that their voice is never heard. */
  readonly personasOf?: (profile: Profile) => readonly Persona[];
  /** Rankings that were seen, with what was clicked: what was passed by tells as much. */
  readonly exposures?: readonly Exposed[];
  /** Chance that a position is looked at, relative to the first; estimated from the exposures when absent. */
  readonly examination?: Float64Array;
}

/** With fewer sessions than this, all but the first tenth are predictedMoves, so that little history still fits weights. */
const MIN_SESSIONS = 2000;
/** Of many sessions, this share is learned at once on the replayOptions. */
const BLOCK_SHARE = 0.01;
/** A catalogue is bound anew for every block, which costs as much as it is large: products for each session of one. */
const PRODUCTS_PER_SESSION = 2000;
/** An observation costs a look at every product; fewer are made of large catalogues, so that training takes seconds. */
const observationsFor = (products: number): number =>
  Math.round(Math.min(20_000, Math.max(2_000, 4e8 / Math.max(1, products))));
/**
 * Of one visit the last so many moves are predictedMoves: a robot looks at thousands of products in one, each would cost a
 * look at every product, and the weights would be those of the robot.
 */
const MAX_MOVES_PER_VISIT = 200;
/** Steps that are looked at to fit the exponents of the attributes, for each that is used: some go back. */
const STEPS_PER_CHOICE = 1.25;
/** While sessions are learned on the replayOptions, how the catalogue is walked is measured again at this growth of the log. */
const REMEASURE_GROWTH = 1.2;

/**
 * Learns from sessions: what followed what, what is popular, and how much each voice counts in which circumstances.
 * The weights are fitted on the latest sessions, each predictedMoves from those before it; then everything is learned again
 * from all.
 */
export function train(sessions: readonly TrainingSession[], options: TrainOptions): Model {
  const { index, heldOut = 0.2, mostObservations = observationsFor(index.size), exposures = [] } = options;
  const { personasOf = () => [] } = options;
  const ordered = sessions
    .filter((session) => session.steps.length > 0)
    .sort((a, b) => a.steps.at(-1)!.at - b.steps.at(-1)!.at);
  const few = ordered.length < MIN_SESSIONS;
  const cut = few ? Math.floor(ordered.length / 10) : heldOutStart(ordered, heldOut, mostObservations);
  const earlier = ordered.slice(0, cut);
  const later = ordered.slice(cut);

  const full = modelOfHistory(ordered);
  const block = blockSize(ordered.length, index.size);
  // Twice over the same sessions: the attributes' exponents first, then the weights of the voices that have them.
  const exponents = new AttributeExponents();
  if (index.columns.length > 0) {
    const most = STEPS_PER_CHOICE * choicesFor(index.size);
    const interaction = chooseInteraction(bind(index, full));
    replay(
      modelOfHistory(earlier, { interaction }),
      index,
      later,
      { most, block, personasOf },
      (state, product) => exponents.add(state, product),
    );
  }
  const before = modelOfHistory(earlier, exponents.fit());
  const recorder = new ObservationRecorder();
  const learnedUntil = earlier.at(-1)?.steps.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const queue = new ExposureQueue(exposures, learnedUntil);
  const examination = options.examination ?? estimateExamination(exposures);
  const recordExposures = (until: number): void =>
    observeExposures(before, index, queue.take(until), examination, personasOf, recorder);
  const replayOptions = { most: mostObservations, block, personasOf, beforeLearning: recordExposures };
  replay(before, index, later, replayOptions, (state, product) => {
    const mixture = new Mixture(state);
    recorder.add(mixture, product);
    mixture.close();
  });
  recordExposures(Number.POSITIVE_INFINITY);
  return {
    ...full,
    weights: fitGate(recorder.observations),
    parameters: { ...before.parameters, revisit: full.parameters.revisit },
    revision: 1,
  };
}

/** What a model knows of sessions before its weights are fitted. */
function modelOfHistory(sessions: readonly TrainingSession[], fitted: Partial<Parameters> = {}): Model {
  const shipped = emptyModel();
  const model = {
    ...shipped,
    parameters: { ...shipped.parameters, ...fitted, revisit: measureRevisits(sessions) },
  };
  for (const session of sessions) {
    remember(model, session);
    rememberContext(model, session);
  }
  model.measured = model.log.clicks;
  return model;
}

/** How many sessions are learned at once while they are gone through: one where they are few. */
function blockSize(sessions: number, products: number): number {
  const affordable = Math.max(1, Math.floor(products / PRODUCTS_PER_SESSION));
  return sessions < MIN_SESSIONS ? affordable : Math.max(affordable, Math.ceil(sessions * BLOCK_SHARE));
}

/** How many moves of a session are predictedMoves, but for a first one that something was said before. */
const predictedMoves = (session: TrainingSession): number =>
  Math.min(MAX_MOVES_PER_VISIT, Math.max(1, movesOf(session).length) - 1);

/** Where the sessions to fit on begin: half of the share is held out, and more while observations are too few. */
function heldOutStart(
  ordered: readonly TrainingSession[],
  heldOut: number,
  mostObservations: number,
): number {
  const least = Math.floor(ordered.length * (1 - heldOut));
  let cut = Math.floor(ordered.length * (1 - heldOut / 2));
  let steps = 0;
  for (let s = cut; s < ordered.length; s++) steps += predictedMoves(ordered[s]);
  while (cut > least && steps < mostObservations) steps += predictedMoves(ordered[--cut]);
  return cut;
}

/**
 * Goes through the sessions step by step, the latest `most` of them, and learns them in blocks of `block`, so that each
 * step is predictedMoves from nearly all that came before it, as a service does.
 */
function replay(
  model: Model,
  index: CatalogueIndex,
  sessions: readonly TrainingSession[],
  {
    most,
    block,
    personasOf,
    beforeLearning,
  }: {
    readonly most: number;
    readonly block: number;
    readonly personasOf: (profile: Profile) => readonly Persona[];
    /** Called with the end of the last session that is about to be learned. */
    readonly beforeLearning?: (until: number) => void;
  },
  visit: (state: SessionState, next: number) => void,
): void {
  let from = sessions.length;
  for (let steps = 0; from > 0 && steps < most; from--) steps += predictedMoves(sessions[from - 1]);
  for (let first = 0; first < sessions.length; first += block) {
    const together = sessions.slice(first, first + block);
    for (const session of together.slice(Math.max(0, from - first))) {
      for (const { profile, next } of predictionCases(session)) {
        const product = index.ids.find(next);
        if (product === undefined) continue;
        visit(sessionStateOf(bind(index, model), profile, personasOf(profile), profile.lastSeenAt), product);
      }
    }
    beforeLearning?.(together.at(-1)!.steps.at(-1)!.at);
    for (const session of together) remember(model, session);
    model.revision++;
    if (model.log.clicks > model.measured * REMEASURE_GROWTH) model.measured = model.log.clicks;
  }
}

/**
 * The latest states of a session from which the shopper moved on, with the product moved to. What is done with a product
 * is in these states, and is never predictedMoves.
 */
function* predictionCases(session: TrainingSession): Generator<{ profile: Profile; next: string }> {
  const products: ProductInteraction[] = session.steps.map(({ item, touch = 'viewed', at }, k) => ({
    id: item,
    touch,
    at,
    step: k + 1,
  }));
  const isMove = movesAmong(products, ({ id }) => id);
  const moves = products.flatMap((_, k) => (isMove[k] === 1 ? k : []));
  for (const k of moves.slice(-MAX_MOVES_PER_VISIT)) {
    const next = products[k];
    const { before } = session.steps[k];
    if (k === 0 && before === undefined) continue;
    yield {
      profile: before ?? profileOf(products.slice(Math.max(0, k - 50), k), session.context ?? {}),
      next: next.id,
    };
  }
}

/** The profile of a session that did nothing but touch products. */
export function profileOf(
  products: readonly ProductInteraction[],
  context: Profile['context'] = {},
): Profile {
  const last = products.at(-1);
  if (last === undefined) return EMPTY_PROFILE;
  return {
    ...EMPTY_PROFILE,
    sequence: last.step,
    step: last.step,
    received: last.step,
    openedAt: products[0].at,
    lastSeenAt: last.at,
    visits: 1,
    products,
    context,
  };
}
