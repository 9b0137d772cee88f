import { readProfile } from '../../session/profile/read-profile.ts';
import type { SearchReader } from '../../session/text/keywords.ts';
import type { Persona, ProductInteraction, Profile } from '../../session/types.ts';
import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { type SessionState, sessionStateOf } from '../intent/session-state.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind } from '../model/bound-model.ts';
import { type Model, type Parameters, remember, rememberContext } from '../model/model.ts';
import { type Purchases, repeatIntervals } from '../model/repeat-intervals.ts';
import { movesOf, type TrainingSession } from '../model/training-session.ts';
import { measureRevisits } from '../model/transitions/revisit-chances.ts';
import { movesAmong } from '../model/visit-moves.ts';
import { boundedVisit } from '../model/visit-share.ts';
import { searchReader } from '../query/parsed-query.ts';
import { AttributeExponents, choicesFor } from './attribute-exponents.ts';
import { emptyModel } from './empty-model.ts';
import { ExposureQueue } from './exposure-queue.ts';
import { type Exposed, observeExposures } from './exposures.ts';
import { fitGate } from './gate-fit.ts';
import { chooseInteraction } from './interaction-choice.ts';
import { learnItemVectors } from './item-vectors.ts';
import { ObservationRecorder } from './observation-recorder.ts';
import { estimateExamination } from './position-bias.ts';

/** How to train; only the catalogue is required. */
export interface TrainOptions {
  /** The catalogue that the sessions were on. */
  readonly index: CatalogueIndex;
  /**
   * Share of the sessions, the latest, on which the weights are fitted after learning the earlier ones; 0 to 1, 0.2
   * when absent. Half of it is enough if that holds `mostObservations`.
   */
  readonly heldOut?: number;
  /**
   * Observations that the weights are fitted on, at most, the latest; 20,000 for catalogues of up to 20,000 products
   * when absent, then fewer.
   */
  readonly mostObservations?: number;
  /**
   * The personas that rankings are given for a profile. None when absent, so that the persona expert gains no weight.
   */
  readonly personasOf?: (profile: Profile) => readonly Persona[];
  /** Rankings that were shown, with the clicks into them. Items that were passed over are evidence too. */
  readonly exposures?: readonly Exposed[];
  /** What shoppers bought in all their visits, by shopper: it tells when they usually buy something again. */
  readonly purchases?: readonly Purchases[];
  /**
   * `[position - 1]`: probability that a position is examined, relative to the first; see `estimateExamination`,
   * which estimates it from the exposures when absent.
   */
  readonly examination?: Float64Array;
  /** The experts to weigh; {@link EXPERTS} when absent. Rank with the same ones. */
  readonly experts?: ExpertRegistry;
}

/**
 * With fewer sessions than this, all but the first tenth are predicted, so that a short history can still fit
 * weights. Set by hand.
 */
const MIN_SESSIONS = 2000;
/** From {@link MIN_SESSIONS} sessions on, this share of them is learned as one block. Set by hand. */
const BLOCK_SHARE = 0.01;
/**
 * Every block binds the model again, which costs as much as the catalogue is large: a block has at least one session
 * for each of so many products. Set by hand.
 */
const PRODUCTS_PER_SESSION = 2000;
/** An observation scores every product, so that large catalogues get fewer, and training takes seconds. Set by hand. */
const observationsFor = (products: number): number =>
  Math.round(Math.min(20_000, Math.max(2_000, 4e8 / Math.max(1, products))));
/**
 * Steps that are replayed per choice that fits the exponents, since steps back to a product are no choices. Set by
 * hand.
 */
const STEPS_PER_CHOICE = 1.25;
/** During the replay, transitions are measured again whenever the log has grown by this factor. Set by hand. */
const REMEASURE_GROWTH = 1.2;

/**
 * Learns a model from sessions: transitions, popularity, and how much each expert counts by the features of a
 * session. The weights are fitted on the latest sessions, each predicted from those before it; the history of the
 * result holds all sessions. Of each session counts what `visit-share.ts` allows. Sessions may be given in any order.
 * The same input gives the same model.
 *
 * ```ts
 * const sessions = [{ steps: [{ item: 'a', at: 1_760_000_000_000 }, { item: 'b', at: 1_760_000_060_000 }] }];
 * const model = train(sessions, { index });
 * rank({ profile, index, model, now: Date.now(), limit: 10 });
 * ```
 */
export function train(sessions: readonly TrainingSession[], options: TrainOptions): Model {
  const { index, heldOut = 0.2, mostObservations = observationsFor(index.size), exposures = [] } = options;
  const { purchases = [] } = options;
  const { personasOf = () => [], experts = EXPERTS } = options;
  const ordered = sessions
    .filter((session) => session.steps.length > 0)
    .map(boundedVisit)
    .sort((a, b) => a.steps.at(-1)!.at - b.steps.at(-1)!.at);
  const few = ordered.length < MIN_SESSIONS;
  const cut = few ? Math.floor(ordered.length / 10) : heldOutStart(ordered, heldOut, mostObservations);
  const earlier = ordered.slice(0, cut);
  const later = ordered.slice(cut);

  const full = modelOfHistory(ordered, experts);
  const block = blockSize(ordered.length, index.size);
  // Two replays of the same sessions: the first fits the exponents of the attributes, the second the weights of the
  // experts that use them.
  const exponents = new AttributeExponents();
  if (index.columns.length > 0) {
    const most = STEPS_PER_CHOICE * choicesFor(index.size);
    const interaction = chooseInteraction(bind(index, full));
    replay(
      modelOfHistory(earlier, experts, { interaction }),
      index,
      later,
      { most, block, personasOf },
      (state, product) => exponents.add(state, product),
    );
  }
  const fitted = modelOfHistory(earlier, experts, exponents.fit());
  // The log of all sessions begins with that of the earlier ones, and numbers their items alike.
  const vectors = learnItemVectors(full.log, full.vocabulary.length, {
    clicks: fitted.log.clicks,
    items: fitted.vocabulary.length,
  });
  const before = { ...fitted, vectors: vectors?.before };
  const recorder = new ObservationRecorder(experts);
  const learnedUntil = earlier.at(-1)?.steps.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const queue = new ExposureQueue(exposures, learnedUntil);
  const examination = options.examination ?? estimateExamination(exposures);
  const recordExposures = (until: number): void =>
    observeExposures(before, index, queue.take(until), examination, personasOf, recorder);
  const replayOptions = {
    most: mostObservations,
    block,
    personasOf,
    beforeLearning: recordExposures,
  };
  replay(before, index, later, replayOptions, (state, product) => {
    const mixture = new Mixture(state, experts);
    recorder.add(mixture, product);
    mixture.close();
  });
  recordExposures(Number.POSITIVE_INFINITY);
  const repeats = repeatIntervals(index, purchases);
  return {
    ...full,
    vectors: vectors?.full,
    weights: fitGate(recorder.observations, experts),
    parameters: {
      ...before.parameters,
      revisit: full.parameters.revisit,
      ...(Object.keys(repeats).length > 0 && { repeats }),
    },
    revision: 1,
  };
}

/** A model of these sessions with default weights. */
function modelOfHistory(
  sessions: readonly TrainingSession[],
  experts: ExpertRegistry,
  fitted: Partial<Parameters> = {},
): Model {
  const shipped = emptyModel(experts);
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

/** Sessions that are learned at once during the replay: 1 for short histories and small catalogues. */
function blockSize(sessions: number, products: number): number {
  const affordable = Math.max(1, Math.floor(products / PRODUCTS_PER_SESSION));
  return sessions < MIN_SESSIONS ? affordable : Math.max(affordable, Math.ceil(sessions * BLOCK_SHARE));
}

/**
 * Number of moves of a session that are predicted. The first move is not counted; it is predicted only after explicit
 * signals.
 */
const predictedMoves = (session: TrainingSession): number => Math.max(1, movesOf(session).length) - 1;

/** Index of the first session to fit on: half of the held-out share, or more while that has too few moves. */
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
 * Replays sessions as a service sees them. Each move of the latest sessions, about `most` moves, is predicted from a
 * model of nearly all earlier sessions; `visit` gets the state and the row of the next product. Sessions are learned
 * in blocks.
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
    /** Called before each block is learned, with the end of its last session; ms since the epoch. */
    readonly beforeLearning?: (until: number) => void;
  },
  visit: (state: SessionState, next: number) => void,
): void {
  let from = sessions.length;
  for (let steps = 0; from > 0 && steps < most; from--) steps += predictedMoves(sessions[from - 1]);
  for (let first = 0; first < sessions.length; first += block) {
    const together = sessions.slice(first, first + block);
    for (const session of together.slice(Math.max(0, from - first))) {
      for (const { profile, next } of predictionCases(session, searchReader(index))) {
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
 * The latest session states from which the shopper moved on, each with the id of the next product. Interactions other
 * than moves are part of the states, and are never predicted.
 */
function* predictionCases(
  session: TrainingSession,
  readSearch: SearchReader,
): Generator<{ profile: Profile; next: string }> {
  const products: ProductInteraction[] = session.steps.map(({ item, touch = 'viewed', at }, k) => ({
    id: item,
    touch,
    at,
    step: k + 1,
  }));
  const isMove = movesAmong(products, ({ id }) => id);
  const moves = products.flatMap((_, k) => (isMove[k] === 1 ? k : []));
  for (const k of moves) {
    const next = products[k];
    const { before } = session.steps[k];
    if (k === 0 && before === undefined) continue;
    yield {
      profile:
        before === undefined
          ? profileOf(products.slice(Math.max(0, k - 50), k), session.context ?? {})
          : readProfile(before, readSearch),
      next: next.id,
    };
  }
}

/** The profile of a session that interacted with products and did nothing else. */
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
