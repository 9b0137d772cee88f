import { CUTOFF } from '../metrics.ts';
import type { Method, Task } from '../predictor.ts';

/** Sparse scores: the items that a method scores; all others are 0. */
export class Scores {
  readonly score: Float64Array;
  readonly named: Int32Array;
  count = 0;

  constructor(items: number) {
    this.score = new Float64Array(items);
    this.named = new Int32Array(items);
  }

  add(item: number, value: number): void {
    if (value <= 0) return;
    if (this.score[item] === 0) this.named[this.count++] = item;
    this.score[item] += value;
  }

  /** Removes the score of an item. */
  drop(item: number): void {
    if (this.score[item] === 0) return;
    this.score[item] = 0;
    this.named[this.named.indexOf(item)] = this.named[--this.count];
  }

  clear(): void {
    for (let k = 0; k < this.count; k++) this.score[this.named[k]] = 0;
    this.count = 0;
  }
}

/** A trained published method: adds the scores of the next item after the first `length` items. */
export interface Scorer {
  readonly bytes: number;
  score(items: Int32Array, length: number, into: Scores): void;
}

export type Baseline = (task: Task) => Scorer;

/**
 * The method without the current item, as some are published: correct if sessions never repeat an item immediately, and
 * wrong otherwise.
 */
export const withoutLast =
  (baseline: Baseline): Baseline =>
  (task) => {
    const scorer = baseline(task);
    return {
      bytes: scorer.bytes,
      score(items, length, into) {
        scorer.score(items, length, into);
        into.drop(items[length - 1]);
      },
    };
  };

/**
 * Variants are compared, and smoothing is fitted, on this share of the training sessions, the latest, with the method
 * trained on the others.
 */
const HELD_OUT = 0.1;
const MOST_COMPARED = 1500;
/** With fewer predictions than these to compare variants on, the first is taken: as published. */
const LEAST_COMPARED = 200;
const MOST_FITTED = 5000;
const EM_STEPS = 50;

/**
 * A baseline as the benchmark runs it, in the variant that ranks held-out sessions best (MRR@20). Ranks by the method's
 * own scores, then by training clicks, then by first appearance. Probabilities are its normalised scores mixed with
 * smoothed popularity, at the share that maximises the likelihood of held-out sessions: without that, one item without
 * a score would make the log-likelihood minus infinity.
 */
export function baselineMethod(variants: readonly Baseline[]): Method {
  return (task) => {
    const held = heldOutOf(task);
    const baseline = bestOf(variants, held);
    const share = smoothing(baseline, held);
    const scorer = baseline(task);
    const { prior, order, place } = priorOf(task);
    const scores = new Scores(task.items);
    const top = new Int32Array(Math.min(CUTOFF, task.items));
    let total = 0;
    const probability = (item: number): number => mixed(scores, item, total, share, prior);
    return {
      bytes: scorer.bytes,
      rank(_session, items, length) {
        scores.clear();
        scorer.score(items, length, scores);
        total = totalOf(scores);
        fillTop(scores, order, place, top);
        return top;
      },
      probabilities(target) {
        return { top: Float64Array.from(top, probability), target: probability(target) };
      },
    };
  };
}

function mixed(scores: Scores, item: number, total: number, share: number, prior: Float64Array): number {
  if (total === 0) return prior[item];
  return (share * scores.score[item]) / total + (1 - share) * prior[item];
}

function totalOf(scores: Scores): number {
  let total = 0;
  for (let k = 0; k < scores.count; k++) total += scores.score[scores.named[k]];
  return total;
}

/** The earlier part of the training sessions, and the items of the latest ones. */
interface HeldOut {
  readonly part: Task;
  readonly sessions: readonly Int32Array[];
}

function heldOutOf(task: Task): HeldOut {
  const byEnd = task.train.map((_, k) => k).sort((a, b) => task.endedAt[a] - task.endedAt[b]);
  const cut = Math.floor(byEnd.length * (1 - HELD_OUT));
  const early = new Set(byEnd.slice(0, cut));
  return {
    part: {
      ...task,
      train: task.train.filter((_, k) => early.has(k)),
      endedAt: task.endedAt.filter((_, k) => early.has(k)),
      sessions: task.sessions.filter((_, k) => early.has(k)),
    },
    sessions: byEnd.slice(cut).map((k) => task.train[k]),
  };
}

/** The first of the variants with the highest mean reciprocal rank of the next items in the held-out sessions. */
function bestOf(variants: readonly Baseline[], { part, sessions }: HeldOut): Baseline {
  let best = variants[0];
  const steps = sessions.reduce((sum, items) => sum + items.length - 1, 0);
  if (variants.length === 1 || steps < LEAST_COMPARED) return best;
  const { order, place } = priorOf(part);
  const scores = new Scores(part.items);
  const top = new Int32Array(Math.min(CUTOFF, part.items));
  let most = -1;
  for (const variant of variants) {
    const scorer = variant(part);
    let sum = 0;
    eachStep(sessions, MOST_COMPARED, (items, length) => {
      scores.clear();
      scorer.score(items, length, scores);
      fillTop(scores, order, place, top);
      const rank = top.indexOf(items[length]) + 1;
      if (rank > 0) sum += 1 / rank;
    });
    if (sum > most) {
      most = sum;
      best = variant;
    }
  }
  return best;
}

/** EM for the one weight of a mixture of two. */
function smoothing(baseline: Baseline, { part, sessions }: HeldOut): number {
  const scorer = baseline(part);
  const { prior } = priorOf(part);
  const scores = new Scores(part.items);
  const pairs: [number, number][] = [];
  eachStep(sessions, MOST_FITTED, (items, length) => {
    scores.clear();
    scorer.score(items, length, scores);
    const total = totalOf(scores);
    if (total > 0) pairs.push([scores.score[items[length]] / total, prior[items[length]]]);
  });
  let share = 0.5;
  for (let step = 0; step < EM_STEPS && pairs.length > 0; step++) {
    let own = 0;
    for (const [method, smooth] of pairs) own += (share * method) / (share * method + (1 - share) * smooth);
    share = Math.min(0.999, own / pairs.length);
  }
  return share;
}

/** Iterates over the prefixes of the latest sessions, up to a limit. */
function eachStep(
  sessions: readonly Int32Array[],
  most: number,
  visit: (items: Int32Array, length: number) => void,
): void {
  let steps = 0;
  for (let s = sessions.length - 1; s >= 0; s--) {
    const items = sessions[s];
    for (let length = 1; length < items.length; length++) {
      if (steps++ >= most) return;
      visit(items, length);
    }
  }
}

interface Prior {
  readonly prior: Float64Array;
  /** Items by clicks, then by first appearance. */
  readonly order: Int32Array;
  /** Index of an item in `order`. */
  readonly place: Int32Array;
}

function priorOf(task: Task): Prior {
  const clicks = new Float64Array(task.items);
  const first = new Float64Array(task.items).fill(Number.POSITIVE_INFINITY);
  let seen = 0;
  for (const items of task.train) {
    for (const item of items) {
      clicks[item]++;
      if (first[item] === Number.POSITIVE_INFINITY) first[item] = seen++;
    }
  }
  const order = Int32Array.from(clicks.keys()).sort(
    (a, b) => clicks[b] - clicks[a] || (first[a] === first[b] ? a - b : first[a] - first[b]),
  );
  const place = new Int32Array(task.items);
  order.forEach((item, k) => {
    place[item] = k;
  });
  const mass = clicks.reduce((sum, count) => sum + count + 0.5, 0);
  return { prior: clicks.map((count) => (count + 0.5) / mass), order, place };
}

function fillTop(scores: Scores, order: Int32Array, place: Int32Array, top: Int32Array): void {
  let count = 0;
  for (let n = 0; n < scores.count; n++) {
    const item = scores.named[n];
    const value = scores.score[item];
    const after = (other: number): boolean =>
      scores.score[other] < value || (scores.score[other] === value && place[other] > place[item]);
    if (count === top.length && !after(top[count - 1])) continue;
    let at = count < top.length ? count++ : count - 1;
    for (; at > 0 && after(top[at - 1]); at--) top[at] = top[at - 1];
    top[at] = item;
  }
  for (let k = 0; count < top.length; k++) {
    if (scores.score[order[k]] === 0) top[count++] = order[k];
  }
}
