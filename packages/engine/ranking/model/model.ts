import type { Context } from '../../session/types.ts';
import { append, type ClickLog } from './click-log.ts';
import { movesOf, POPULARITY_OF, type TrainingSession } from './training-session.ts';
import { movesAmong } from './visit-moves.ts';
import type { Weights } from './weights.ts';

/**
 * What was learned from sessions. It knows products by id, so that it outlives the catalogue that it was trained
 * with. `update` appends to it in place and counts `revision` up; nothing else changes it.
 */
export interface Model {
  revision: number;
  /**
   * How many of the log's clicks were there when the model was trained: how shoppers move through the catalogue is
   * measured on these, and not again with every update.
   */
  measured: number;
  readonly vocabulary: string[];
  readonly numbers: Map<string, number>;
  readonly log: ClickLog;
  /** Popularity of an item as of `popularityAt`, halved every `POPULARITY_HALF_LIFE`. */
  popularity: Float64Array;
  popularityAt: number;
  /** Clicks per item by context, such as `device=mobile`. */
  readonly contextClicks: Map<string, Float32Array>;
  readonly weights: Weights;
  readonly parameters: Parameters;
}

/** What training measured besides the weights. */
export interface Parameters {
  /** Chances of going back, see `revisit-table.ts`. */
  readonly revisit: Float64Array;
  /** Exponent of an attribute in the product of lifts, by column name; absent columns have the default. */
  readonly exponents: Readonly<Record<string, number>>;
  /** The same of the price; absent where no history has fitted it. */
  readonly priceExponent?: number | undefined;
  readonly priceBandwidth: number;
  /** Columns whose moves are counted together, too; absent where no two are worth it. */
  readonly interaction?: InteractingColumns | undefined;
}

/** Two columns by name, and the exponent of what their moves tell beyond those of each. */
export interface InteractingColumns {
  readonly columns: readonly [string, string];
  readonly exponent: number;
}

/** ms */
const POPULARITY_HALF_LIFE = 3 * 24 * 60 * 60_000;

/** Appends sessions to what the model has seen, without fitting the weights again. */
export function update(model: Model, sessions: Iterable<TrainingSession>): void {
  for (const session of sessions) remember(model, session);
  model.revision++;
}

/** Adds the moves of one session to the log, and all that was done with its items to their popularity. */
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
      // Fading is put off until the scale has moved by a factor of two: additions are scaled up instead.
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

/** Counts where a session of a context went; only training does, so that updates leave the contexts as they were. */
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

/** The parts of a context as they are counted, e.g. `device=mobile`; hosts of other referrers count together. */
export function contextKeys(context: Partial<Context>): string[] {
  const keys: string[] = [];
  if (context.device !== undefined) keys.push(`device=${context.device}`);
  if (context.referrer !== undefined) keys.push(`referrer=${context.referrer.split(':')[0]}`);
  if (context.timeOfDay !== undefined) keys.push(`time_of_day=${context.timeOfDay}`);
  return keys;
}

function numberOf(model: Model, item: string): number {
  let number = model.numbers.get(item);
  if (number === undefined) {
    number = model.vocabulary.length;
    model.vocabulary.push(item);
    model.numbers.set(item, number);
  }
  return number;
}
