import type { Context } from '../../session/types.ts';
import { append, type ClickLog } from './click-log.ts';
import type { ItemVectors } from './item-vectors.ts';
import { movesOf, POPULARITY_OF, type TrainingSession } from './training-session.ts';
import { movesAmong } from './visit-moves.ts';
import { boundedVisit } from './visit-share.ts';
import type { Weights } from './weights.ts';

/**
 * Everything that is learned from sessions. It knows products by id, so that it outlives the catalogue that it was
 * trained on. `update` appends to it in place and increments `revision`; nothing else changes it.
 */
export interface Model {
  /** Number of updates; a bound model of an older revision is stale. */
  revision: number;
  /** Clicks of the log at the last training. Transitions are measured on these clicks, not again with every update. */
  measured: number;
  /** `[item]`: product id. */
  readonly vocabulary: string[];
  /** Product id → item. */
  readonly numbers: Map<string, number>;
  /** The moves of all sessions. */
  readonly log: ClickLog;
  /**
   * `[item]`: weighted interactions as of `popularityAt`, with a half-life of {@link POPULARITY_HALF_LIFE}. May be
   * longer than the vocabulary.
   */
  popularity: Float64Array;
  /** ms since the epoch; 0 before the first interaction. */
  popularityAt: number;
  /** Clicks per item by context, such as `device=mobile`; `[item]`, may be longer or shorter than the vocabulary. */
  readonly contextClicks: Map<string, Float32Array>;
  /** Weights of the experts. */
  readonly weights: Weights;
  /** Absent before a history is long enough. */
  readonly vectors?: ItemVectors | undefined;
  /** Everything else that training fits. */
  readonly parameters: Parameters;
}

/** What training measures or fits besides the weights. */
export interface Parameters {
  /** Probabilities of returning to a product, by the cells of `revisit-chances.ts`. */
  readonly revisit: Float64Array;
  /** Exponent of each column in the product of lifts, 0 to 2, by column name; absent columns have the default. */
  readonly exponents: Readonly<Record<string, number>>;
  /** Exponent of the price lift, 0 to 2; absent before a history fits it. */
  readonly priceExponent?: number | undefined;
  /** Scale in log price at which the similarity of two prices falls to 1/e. */
  readonly priceBandwidth: number;
  /** Two columns whose transitions are also counted jointly; absent if no pair gains enough. */
  readonly interaction?: InteractingColumns | undefined;
  /** After how long shoppers usually buy a product again, in ms by the label of its category; absent where none do. */
  readonly repeats?: Readonly<Record<string, number>> | undefined;
}

/** Two columns by name, and the exponent of their joint lift. */
export interface InteractingColumns {
  readonly columns: readonly [string, string];
  readonly exponent: number;
}

/** Half-life of popularity; ms. Set by hand. */
const POPULARITY_HALF_LIFE = 3 * 24 * 60 * 60_000;

/**
 * Appends sessions to the history in place, without fitting the weights again. Of each session counts what
 * `visit-share.ts` allows.
 *
 * ```ts
 * update(model, [{ steps: [{ item: 'a', at: 1_760_000_000_000 }, { item: 'b', at: 1_760_000_060_000 }] }]);
 * ```
 */
export function update(model: Model, sessions: Iterable<TrainingSession>): void {
  for (const session of sessions) remember(model, boundedVisit(session));
  model.revision++;
}

/** Appends the moves of one session to the log, and counts all its interactions as popularity. */
export function remember(model: Model, session: TrainingSession): void {
  const isMove = movesAmong(session.steps, ({ item }) => item);
  const items: number[] = [];
  session.steps.forEach(({ item, touch = 'viewed', at }, k) => {
    const weight = POPULARITY_OF[touch];
    if (weight === 0) return;
    const number = numberOf(model, item);
    if (isMove[k] === 1) items.push(number);
    if (model.popularity.length <= number) {
      const wider = new Float64Array(Math.max(number + 1, Math.ceil(model.popularity.length * 1.5)));
      wider.set(model.popularity);
      model.popularity = wider;
    }
    if (at > model.popularityAt) {
      // Decay is deferred until it reaches a factor of two: later additions are scaled up instead.
      if (model.popularityAt === 0) model.popularityAt = at;
      else if (at - model.popularityAt > POPULARITY_HALF_LIFE) {
        const factor = 2 ** -((at - model.popularityAt) / POPULARITY_HALF_LIFE);
        for (let i = 0; i < model.popularity.length; i++) model.popularity[i] *= factor;
        model.popularityAt = at;
      }
    }
    model.popularity[number] += weight * 2 ** ((at - model.popularityAt) / POPULARITY_HALF_LIFE);
  });
  const last = session.steps.at(-1);
  if (last !== undefined) append(model.log, items, last.at);
}

/** Counts the moves of a session by its context. Only training does so; updates leave the contexts unchanged. */
export function rememberContext(model: Model, session: TrainingSession): void {
  if (session.context === undefined) return;
  const items = movesOf(session).flatMap(({ item }) => model.numbers.get(item) ?? []);
  for (const key of contextKeys(session.context)) {
    let clicks = model.contextClicks.get(key) ?? new Float32Array(model.vocabulary.length);
    if (clicks.length < model.vocabulary.length) {
      const wider = new Float32Array(model.vocabulary.length * 2);
      wider.set(clicks);
      clicks = wider;
    }
    for (const item of items) clicks[item] = clicks[item] + 1;
    model.contextClicks.set(key, clicks);
  }
}

/** The keys under which a context is counted, such as `device=mobile`. All hosts of a referrer kind count together. */
export function contextKeys(context: Partial<Context>): string[] {
  const keys: string[] = [];
  if (context.device !== undefined) keys.push(`device=${context.device}`);
  if (context.referrer !== undefined) keys.push(`referrer=${context.referrer.split(':')[0]}`);
  if (context.timeOfDay !== undefined) keys.push(`time_of_day=${context.timeOfDay}`);
  return keys;
}

/** Item number of a product id; new ids extend the vocabulary. */
function numberOf(model: Model, item: string): number {
  let number = model.numbers.get(item);
  if (number === undefined) {
    number = model.vocabulary.length;
    model.vocabulary.push(item);
    model.numbers.set(item, number);
  }
  return number;
}
