import { Random } from '../../primitives/random.ts';
import type { ClickLog } from '../model/click-log.ts';
import { type ItemVectors, innerProduct } from '../model/item-vectors.ts';

/*
 * All settings were chosen on the validation part of yoochoose100k by HR@20 of items that are new to the session
 * (docs/design/ranking.md, "The model"); the vectors of other sets were learned with the same.
 */

/** Components of a vector. */
const DIMENSIONS = 64;
/** Latest moves of a session that predict its next one, and what is left of a move's weight per move back, at first. */
const MOVES = 8;
const FIRST_DECAY = 0.5;
/** Items that each move is told from. They are drawn by their clicks to the power {@link DRAWN_BY_CLICKS}. */
const OTHERS = 256;
const DRAWN_BY_CLICKS = 0.75;
/** Share of the components of a session's vector that chance leaves out of a step, so that none relies on another. */
const LEFT_OUT = 0.5;
/**
 * Errors of drawn items below this are taken by chance: with probability error / LEAST_ERROR, and then as this much.
 * On average nothing changes, and nine of ten drawn items cost no descent.
 */
const LEAST_ERROR = 0.03;
/** Times that every move is learned, and the most moves that are learned in all, which bounds the time. */
const ROUNDS = 6;
const MOST_MOVES = 250_000;
/** Times that the latest moves are learned after all others. */
const LATEST_ROUNDS = 3;
/** First step, and the share of it that the last round keeps. */
const STEP = 0.1;
const LAST_STEP = 0.4;
/** Step of the weights of moves back. Set by hand. */
const DECAY_STEP = 0.02;
/** Sum of squares that a rate starts from, so that no step divides by 0. */
const FIRST_SQUARE = 1e-6;
/** Entries of the table that items are drawn from. */
const DRAWS = 2 ** 18;
/** Fewer moves say too little to learn vectors from. Set by hand. */
const LEAST_MOVES = 500;

/** Vectors of a history without its latest sessions, and of all of it. */
export interface LearnedVectors {
  readonly before: ItemVectors;
  readonly full: ItemVectors;
}

/**
 * Learns vectors of the items of a log: those for which the item after a session's moves is told best from other
 * items, by the softmax over a sample of them (Bengio & Senécal, 2008), with the sampling's own odds taken out. One
 * vector serves an item as what was seen and as what comes next. Steps are those of Adagrad (Duchi et al., 2011), one
 * rate an item. The same log gives the same vectors.
 *
 * The latest sessions are learned last, so that weights can be fitted on sessions that the vectors did not see, and
 * nothing is learned twice.
 *
 * @param items number of items
 * @param earlier clicks and items of the log without its latest sessions
 * @returns `undefined` for a log that is too short
 */
export function learnItemVectors(
  log: ClickLog,
  items: number,
  earlier: { readonly clicks: number; readonly items: number },
): LearnedVectors | undefined {
  const moves = followers(log, 0, earlier.clicks);
  if (moves.length < LEAST_MOVES) return undefined;
  const random = new Random(items);
  const descent = new Descent(items, random);
  const learn = (clicks: Int32Array, draw: Drawer, step: number): void => {
    shuffle(clicks, random);
    for (const click of clicks) {
      const seen = Math.min(MOVES, click - log.start[log.session[click]]);
      descent.learn(log.items, click, seen, draw, step);
    }
  };
  const rounds = Math.max(1, Math.min(ROUNDS, Math.floor(MOST_MOVES / moves.length)));
  // Of a longer log than can be learned once, the latest moves count.
  const learned = moves.subarray(-MOST_MOVES);
  const draw = drawerOf(log, items, earlier.clicks, random);
  for (let round = 0; round < rounds; round++) {
    learn(learned, draw, STEP * (1 - ((1 - LAST_STEP) * round) / Math.max(1, rounds - 1)));
  }
  const before = descent.vectorsOf(earlier.items);
  const latest = followers(log, earlier.clicks, log.clicks).subarray(-MOST_MOVES);
  const drawAll = drawerOf(log, items, log.clicks, random);
  for (let round = 0; round < Math.min(rounds, LATEST_ROUNDS); round++)
    learn(latest, drawAll, STEP * LAST_STEP);
  return { before, full: descent.vectorsOf(items) };
}

/** The clicks from one up to another that follow a click of their session, oldest first. */
function followers(log: ClickLog, from: number, to: number): Int32Array {
  const moves = new Int32Array(to - from);
  let count = 0;
  for (let click = from; click < to; click++) {
    if (click > log.start[log.session[click]]) moves[count++] = click;
  }
  return moves.subarray(0, count);
}

function shuffle(list: Int32Array, random: Random): void {
  for (let n = list.length - 1; n > 0; n--) {
    const m = random.below(n + 1);
    const swapped = list[n];
    list[n] = list[m];
    list[m] = swapped;
  }
}

interface Drawer {
  /** Draws an item. */
  item(): number;
  /** `[item]`: log probability of a draw. */
  readonly logShare: Float64Array;
}

/** @param end click before which clicks are counted */
function drawerOf(log: ClickLog, items: number, end: number, random: Random): Drawer {
  const weights = new Float64Array(items);
  for (let click = 0; click < end; click++) weights[log.items[click]] = weights[log.items[click]] + 1;
  for (let item = 0; item < items; item++) weights[item] = weights[item] ** DRAWN_BY_CLICKS;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const draws = new Int32Array(DRAWS);
  let item = 0;
  let below = weights[0];
  for (let k = 0; k < DRAWS; k++) {
    while (below < ((k + 0.5) / DRAWS) * sum && item < items - 1) below += weights[++item];
    draws[k] = item;
  }
  return {
    item: () => draws[random.below(DRAWS)],
    logShare: weights.map((weight) => Math.log(weight / sum)),
  };
}

/** The vectors while they are learned, and working memory of a step. */
class Descent {
  readonly vectors: Float32Array;
  readonly bias: Float32Array;
  readonly decay = Float32Array.from({ length: MOVES }, (_, back) => FIRST_DECAY ** back);
  /** Sums of squared slopes. */
  readonly #squares: Float32Array;
  readonly #biasSquares: Float32Array;
  readonly #decaySquares = new Float32Array(MOVES).fill(FIRST_SQUARE);
  readonly #random: Random;
  readonly #session = new Float32Array(DIMENSIONS);
  readonly #slope = new Float32Array(DIMENSIONS);
  readonly #kept = new Float32Array(DIMENSIONS);
  /** The next item, then the drawn ones; and how far each is from what it should be. */
  readonly #items = new Int32Array(1 + OTHERS);
  readonly #errors = new Float64Array(1 + OTHERS);

  constructor(items: number, random: Random) {
    this.#random = random;
    this.vectors = new Float32Array(items * DIMENSIONS);
    // Uniform, with the variance 1 / DIMENSIONS: vectors start at a length of about 1.
    const width = Math.sqrt(12 / DIMENSIONS);
    for (let k = 0; k < this.vectors.length; k++) this.vectors[k] = (random.uniform() - 0.5) * width;
    this.bias = new Float32Array(items);
    this.#squares = new Float32Array(items).fill(FIRST_SQUARE);
    this.#biasSquares = new Float32Array(items).fill(FIRST_SQUARE);
  }

  /** A copy of the vectors as they stand. */
  vectorsOf(items: number): ItemVectors {
    return {
      dimensions: DIMENSIONS,
      vectors: this.vectors.slice(0, items * DIMENSIONS),
      bias: this.bias.slice(0, items),
      decay: this.decay.slice(),
    };
  }

  /** Learns one move: the click from the `moves` clicks before it. */
  learn(clicks: Int32Array, click: number, moves: number, draw: Drawer, step: number): void {
    this.#readSession(clicks, click, moves);
    this.#compare(clicks[click], draw);
    const slope = this.#descendFrom(step);
    for (let back = 0; back < moves; back++) {
      const item = clicks[click - 1 - back];
      const along = innerProduct(slope, this.vectors, item * DIMENSIONS);
      this.#move(item, this.decay[back], slope, step);
      const squares = this.#decaySquares[back] + along * along;
      this.#decaySquares[back] = squares;
      this.decay[back] = this.decay[back] - (DECAY_STEP * along) / Math.sqrt(squares);
    }
  }

  /** The vector of the session, without the components that chance leaves out. */
  #readSession(clicks: Int32Array, click: number, moves: number): void {
    const session = this.#session;
    const kept = this.#kept;
    session.fill(0);
    for (let back = 0; back < moves; back++) {
      addTo(session, this.vectors, clicks[click - 1 - back] * DIMENSIONS, this.decay[back]);
    }
    for (let k = 0; k < DIMENSIONS; k++) {
      kept[k] = this.#random.uniform() < LEFT_OUT ? 0 : 1 / (1 - LEFT_OUT);
      session[k] = session[k] * kept[k];
    }
  }

  /** Probabilities of the next item and of drawn ones, less what they should be. */
  #compare(next: number, draw: Drawer): void {
    const errors = this.#errors;
    const logDraws = Math.log(OTHERS);
    let most = Number.NEGATIVE_INFINITY;
    for (let c = 0; c <= OTHERS; c++) {
      let item = c === 0 ? next : draw.item();
      if (c > 0 && item === next) item = draw.item();
      this.#items[c] = item;
      const logit = this.bias[item] + innerProduct(this.#session, this.vectors, item * DIMENSIONS);
      errors[c] = c === 0 ? logit : logit - draw.logShare[item] - logDraws;
      most = Math.max(most, errors[c]);
    }
    let sum = 0;
    for (let c = 0; c <= OTHERS; c++) {
      errors[c] = Math.exp(errors[c] - most);
      sum += errors[c];
    }
    for (let c = 0; c <= OTHERS; c++) errors[c] = errors[c] / sum;
    errors[0] = errors[0] - 1;
  }

  /** Moves the compared items, and returns the slope of the session's vector. */
  #descendFrom(step: number): Float32Array {
    const slope = this.#slope;
    slope.fill(0);
    for (let c = 0; c <= OTHERS; c++) {
      let error = this.#errors[c];
      if (c > 0 && error < LEAST_ERROR) {
        if (this.#random.uniform() * LEAST_ERROR >= error) continue;
        error = LEAST_ERROR;
      }
      const item = this.#items[c];
      addTo(slope, this.vectors, item * DIMENSIONS, error);
      this.#move(item, error, this.#session, step);
      const squares = this.#biasSquares[item] + error * error;
      this.#biasSquares[item] = squares;
      this.bias[item] = this.bias[item] - (step * error) / Math.sqrt(squares);
    }
    for (let k = 0; k < DIMENSIONS; k++) slope[k] = slope[k] * this.#kept[k];
    return slope;
  }

  /** Moves an item's vector against the slope `factor × along`. */
  #move(item: number, factor: number, along: Float32Array, step: number): void {
    const squares = this.#squares[item] + (factor * factor * innerProduct(along, along, 0)) / DIMENSIONS;
    this.#squares[item] = squares;
    const scale = (-step * factor) / Math.sqrt(squares);
    const at = item * DIMENSIONS;
    for (let k = 0; k < DIMENSIONS; k++) this.vectors[at + k] = this.vectors[at + k] + scale * along[k];
  }
}

function addTo(into: Float32Array, from: Float32Array, at: number, factor: number): void {
  for (let k = 0; k < DIMENSIONS; k++) into[k] = into[k] + factor * from[at + k];
}
