import { type Answers, choosePredictors, encode, Random } from '../information/index.ts';
import { seedOf } from './canonical.ts';
import type { Pair } from './verify-pairing.ts';

/** Attributes tried as predictors of one claimed attribute, shared between the claims of a call. */
const TRIED = 40;
const TRIED_IN_ALL = 1600;
const TRIED_AT_LEAST = 6;
/** A link that never failed may fail once: its pseudo-observations are at least this many. */
const LEAST_STRENGTH = 0.2;

/** How new values fare under what predicted the recorded ones. */
export interface Prediction {
  /** Natural log-likelihood ratio of the new values, prediction against independence. */
  readonly ratio: number;
  /** The ratio that as many true values in the same groups would have had, and its standard error. */
  readonly expected: number;
  readonly error: number;
  /** New values that could be held against the prediction. */
  readonly judged: number;
  /** Natural log-likelihood of all new values under the prediction. */
  readonly likelihood: number;
  /** Mean log-likelihood of a new value, and that of a recorded one left out, with the standard error of their difference. */
  readonly meanOfNew: number;
  readonly meanOfRecorded: number;
  readonly meanError: number;
  /** The smaller number of such values, new or recorded. Values never met before are left to `new_values`. */
  readonly compared: number;
  readonly predictors: readonly string[];
}

/**
 * Predicts the cells of `products` in the later export from the other attributes, as learned from the cells that both exports record alike,
 * one product after the other, each true to what was seen before it. A group of which nothing was recorded so follows its own first values: what is
 * missing from a whole brand may well be the same for all of it.
 */
export function predict(pair: Pair, index: number, products: readonly number[], claims: number): Prediction {
  const { before, after } = pair.attributes[index];
  const [earlier, target] = encode([before, after]);
  const isNew = new Uint8Array(pair.ids.length);
  for (const product of products) isNew[product] = 1;
  const trusted: number[] = [];
  for (let product = 0; product < pair.ids.length; product++) {
    if (earlier.cell[product] >= 0 && target.cell[product] >= 0 && isNew[product] === 0)
      trusted.push(product);
  }
  // The best of many predictors looks better than it is where it was chosen, so it is tried on the other half.
  const half = trusted.length >> 1;
  const { groups, strengths, predictors } = chooseGroups(pair, index, target, trusted.slice(0, half), claims);
  const model = new Model(target, groups, strengths);
  for (const product of trusted) model.learn(product);
  // Recorded values left out one by one: what true values reach, by their group of the first link.
  const recorded = new Reached(groups[0]);
  const likelihoods = new Moments();
  for (const product of trusted.slice(half)) {
    model.forget(product);
    const seen = model.judge(product);
    if (seen.known) likelihoods.add(seen.likelihood);
    if (seen.known && seen.size > 0) recorded.add(product, seen.size, seen.ratio);
    model.learn(product);
  }
  let ratio = 0;
  let expected = 0;
  let judged = 0;
  let variance = 0;
  let likelihood = 0;
  const ofNew = new Moments();
  for (const product of products) {
    const seen = model.judge(product);
    likelihood += seen.likelihood;
    if (seen.known) ofNew.add(seen.likelihood);
    if (seen.known && seen.size > 0) {
      judged++;
      ratio += seen.ratio;
      expected += recorded.mean(product, seen.size);
      variance += recorded.variance(seen.size);
    }
    model.learn(product);
  }
  return {
    ratio,
    expected,
    error: Math.sqrt(variance),
    judged,
    likelihood,
    meanOfNew: ofNew.mean,
    meanOfRecorded: likelihoods.mean,
    meanError: Math.sqrt(
      likelihoods.variance * (1 / Math.max(1, ofNew.count) + 1 / Math.max(1, likelihoods.count)),
    ),
    compared: Math.min(ofNew.count, likelihoods.count),
    predictors,
  };
}

function chooseGroups(
  pair: Pair,
  index: number,
  target: Answers,
  trusted: readonly number[],
  claims: number,
): { groups: Int32Array[]; strengths: number[]; predictors: string[] } {
  if (trusted.length < 2) return { groups: [], strengths: [], predictors: [] };
  const candidates = tried(pair, index, claims);
  const encoded = candidates.map((candidate) => {
    const { before, after } = pair.attributes[candidate];
    return encode([before, after])[1];
  });
  const codes = [target.cell, ...encoded.map(({ cell }) => cell)];
  const counts = [target, ...encoded].map(({ start }) => start.length - 1);
  const { chain, strengths } = choosePredictors(
    0,
    codes,
    counts,
    encoded.map((_, at) => at + 1).filter((at) => counts[at] > 1),
    Int32Array.from(trusted),
  );
  const groups: Int32Array[] = [];
  for (const link of chain) groups.push(refined(groups.at(-1), codes[link], counts[link]));
  return {
    groups,
    strengths: strengths.map((strength) => Math.max(strength, LEAST_STRENGTH)),
    predictors: chain.map((link) => pair.attributes[candidates[link - 1]].name),
  };
}

/** Other attributes that say something of several products; a sample of them where there are many. */
function tried({ attributes }: Pair, index: number, claims: number): number[] {
  const others = attributes.flatMap(({ after: { notQuestion, cells } }, other) =>
    other !== index && notQuestion !== 'constant' && notQuestion !== 'text' && cells.length > 1
      ? [other]
      : [],
  );
  const most = Math.max(TRIED_AT_LEAST, Math.min(TRIED, Math.floor(TRIED_IN_ALL / claims)));
  if (others.length <= most) return others;
  const random = new Random(seedOf(attributes[index].name, others.length));
  for (let at = 0; at < most; at++) {
    const other = at + random.below(others.length - at);
    [others[at], others[other]] = [others[other], others[at]];
  }
  return others.slice(0, most);
}

function refined(coarser: Int32Array | undefined, code: Int32Array, count: number): Int32Array {
  const numbers = new Map<number, number>();
  return code.map((own, product) => {
    const group = coarser === undefined ? 0 : coarser[product];
    if (own < 0 || group < 0) return -1;
    const key = group * count + own;
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
    }
    return number;
  });
}

interface Judged {
  /** Values known of the product's group by the first predictor. */
  readonly size: number;
  /** Whether all its answers were met before. */
  readonly known: boolean;
  /** ln of prediction over independence, the mean over the product's answers. */
  readonly ratio: number;
  readonly likelihood: number;
}

/** Counts of answers by group, coarse to fine; each level hands what it does not know to the coarser one. */
class Model {
  readonly #target: Answers;
  readonly #groups: readonly Int32Array[];
  readonly #strengths: readonly number[];
  readonly #shelf: Float64Array;
  #total = 0;
  #once = 0;
  readonly #counts: Map<number, Float64Array>[];
  readonly #sizes: Map<number, number>[];

  constructor(target: Answers, groups: readonly Int32Array[], strengths: readonly number[]) {
    this.#target = target;
    this.#groups = groups;
    this.#strengths = strengths;
    this.#shelf = new Float64Array(target.count);
    this.#counts = groups.map(() => new Map());
    this.#sizes = groups.map(() => new Map());
  }

  learn(product: number): void {
    this.#count(product, 1);
  }

  forget(product: number): void {
    this.#count(product, -1);
  }

  #count(product: number, by: 1 | -1): void {
    const { cell, start, answers } = this.#target;
    const own = cell[product];
    const width = start[own + 1] - start[own];
    for (let at = start[own]; at < start[own + 1]; at++) {
      const answer = answers[at];
      const held = this.#shelf[answer];
      if (held === 1) this.#once--;
      if (held + by === 1) this.#once++;
      this.#shelf[answer] += by;
      this.#total += by;
    }
    this.#groups.forEach((groups, level) => {
      const group = groups[product];
      if (group < 0) return;
      let counts = this.#counts[level].get(group);
      if (counts === undefined) {
        counts = new Float64Array(this.#target.count);
        this.#counts[level].set(group, counts);
      }
      for (let at = start[own]; at < start[own + 1]; at++) counts[answers[at]] += by;
      this.#sizes[level].set(group, (this.#sizes[level].get(group) ?? 0) + by * width);
    });
  }

  /** Every answer has some chance: values never recorded share what Good and Turing leave for them. */
  #independent(answer: number): number {
    const unseen = Math.max(this.#once, 0.5) / (this.#total + 1);
    const held = this.#shelf[answer];
    if (held === 0) return unseen / (this.#target.count + 1);
    return (1 - Math.min(0.9, unseen)) * (held / this.#total);
  }

  #predicted(answer: number, product: number): number {
    let chance = this.#independent(answer);
    for (let level = 0; level < this.#groups.length; level++) {
      const group = this.#groups[level][product];
      const size = group < 0 ? 0 : (this.#sizes[level].get(group) ?? 0);
      if (size === 0) break;
      const strength = this.#strengths[level];
      chance = (this.#counts[level].get(group)![answer] + strength * chance) / (size + strength);
    }
    return chance;
  }

  judge(product: number): Judged {
    const { cell, start, answers } = this.#target;
    const own = cell[product];
    const width = start[own + 1] - start[own];
    const first = this.#groups[0]?.[product] ?? -1;
    const size = first < 0 ? 0 : (this.#sizes[0].get(first) ?? 0);
    let ratio = 0;
    let likelihood = 0;
    let known = true;
    for (let at = start[own]; at < start[own + 1]; at++) {
      const chance = this.#predicted(answers[at], product);
      known &&= this.#shelf[answers[at]] > 0;
      likelihood += Math.log(chance) / width;
      ratio += Math.log(chance / this.#independent(answers[at])) / width;
    }
    return { size, known, ratio, likelihood };
  }
}

/** Left-out ratios of recorded values by group, shrunk to what groups of like size reach: a small one predicts badly. */
class Reached {
  readonly #groups: Int32Array | undefined;
  readonly #byGroup = new Map<number, Moments>();
  readonly #bySize: Moments[] = Array.from({ length: 6 }, () => new Moments());
  readonly #all = new Moments();

  constructor(groups: Int32Array | undefined) {
    this.#groups = groups;
  }

  add(product: number, size: number, ratio: number): void {
    const group = this.#groups?.[product] ?? -1;
    let own = this.#byGroup.get(group);
    if (own === undefined) {
      own = new Moments();
      this.#byGroup.set(group, own);
    }
    own.add(ratio);
    this.#sized(size).add(ratio);
    this.#all.add(ratio);
  }

  mean(product: number, size: number): number {
    const sized = this.#sized(size);
    const like = (sized.sum + SHRINKAGE * this.#all.mean) / (sized.count + SHRINKAGE);
    const own = this.#byGroup.get(this.#groups?.[product] ?? -1);
    return own === undefined ? like : (own.sum + SHRINKAGE * like) / (own.count + SHRINKAGE);
  }

  variance(size: number): number {
    return Math.max(this.#sized(size).variance, this.#all.variance);
  }

  /** Groups of 1, 2 and 3, 4 to 7, … values. */
  #sized(size: number): Moments {
    return this.#bySize[Math.min(5, Math.floor(Math.log2(Math.max(1, size))))];
  }
}

/** Recorded values of a group that weigh as much as what all groups reach. */
const SHRINKAGE = 4;

class Moments {
  sum = 0;
  count = 0;
  #squares = 0;

  add(value: number): void {
    this.sum += value;
    this.#squares += value * value;
    this.count++;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  /** Never taken to be less than a little: a few alike prove no certainty. */
  get variance(): number {
    return this.count < 2 ? 1 : Math.max(0.01, this.#squares / this.count - this.mean ** 2);
  }
}
