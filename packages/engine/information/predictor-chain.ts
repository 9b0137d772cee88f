import { AdaptiveKeyIndex, KeyIndex } from '../primitives/key-index.ts';
import {
  FITTED_PRODUCTS,
  LEAST_GAIN,
  LONGEST_CHAIN,
  SCREENING_GRID,
  SEARCHED_PRODUCTS,
  STRENGTH_GRID,
} from './constants.ts';

/**
 * A chain of attributes that predicts missing values. Group k holds the products with equal cells of the
 * first k attributes. A value is drawn from the finest group of n donors with probability n ÷ (n + strength),
 * else from the coarser one.
 */
export interface PredictorChain {
  /** Indices of attributes, coarsest first. */
  readonly chain: readonly number[];
  /**
   * Per attribute of the chain the pseudo-observations of the coarser group; 0 where the attribute predicted
   * every recorded value.
   */
  readonly strengths: readonly number[];
}

/**
 * Chooses the chain for one attribute by leave-one-out likelihood: each recorded value is predicted from the
 * others of its group. `codes[b][i]` is the cell of product `i` for attribute `b`, -1 if unknown; `sample`
 * holds products with the target recorded. The chain is chosen on the first `SEARCHED_PRODUCTS` of them. Its
 * strengths are fitted on the first `FITTED_PRODUCTS`, and attributes that no longer predict anything are
 * dropped.
 */
export function choosePredictorChain(
  target: number,
  codes: readonly Int32Array[],
  counts: readonly number[],
  candidates: readonly number[],
  sample: Int32Array,
): PredictorChain {
  const on = (products: Int32Array, chosen: readonly number[], inOrder: boolean) =>
    greedyChain(
      chosen.map((index) => ({ index, code: reordered(codes[index], products), kinds: counts[index] })),
      { value: reordered(codes[target], products), kinds: counts[target] },
      inOrder,
    );
  const found = on(sample.subarray(0, SEARCHED_PRODUCTS), candidates, false);
  if (sample.length <= SEARCHED_PRODUCTS || found.chain.length === 0) return found;
  return on(sample.subarray(0, FITTED_PRODUCTS), found.chain, true);
}

function reordered(code: Int32Array, products: Int32Array): Int32Array {
  const inSample = new Int32Array(products.length);
  for (let at = 0; at < inSample.length; at++) inSample[at] = code[products[at]];
  return inSample;
}

/** A candidate for the next place in the chain. */
interface Candidate {
  readonly index: number;
  /** Per product of the sample one of `kinds` cells; -1 if unknown. */
  readonly code: Int32Array;
  readonly kinds: number;
}

/** The target. */
interface Goal {
  /** Per product of the sample one of `kinds` cells. */
  readonly value: Int32Array;
  readonly kinds: number;
}

/** The groups of a partial chain. */
interface Grouping {
  /** Per product of the sample its group; -1 if an attribute of the chain is unknown. */
  readonly group: Int32Array;
  readonly groups: number;
  /** Per product of the sample the leave-one-out probability of its value. */
  readonly prior: Float64Array;
}

/**
 * @param inOrder whether the candidates form the chain in the given order; otherwise the best remaining one
 * is added
 */
function greedyChain(candidates: readonly Candidate[], goal: Goal, inOrder: boolean): PredictorChain {
  const refinement = new Refinement(goal);
  let grouping = initialGrouping(goal);
  const links: { readonly candidate: Candidate; readonly strength: number }[] = [];
  const needed = LEAST_GAIN + Math.log(Math.max(1, candidates.length));
  while (links.length < LONGEST_CHAIN) {
    let best: { readonly candidate: Candidate; readonly gain: number } | undefined;
    refinement.refines(grouping);
    for (const candidate of inOrder ? candidates.slice(links.length, links.length + 1) : candidates) {
      if (links.some((link) => link.candidate === candidate)) continue;
      refinement.split(candidate);
      const { gain } = refinement.best(SCREENING_GRID);
      if (gain > needed && (best === undefined || gain > best.gain)) best = { candidate, gain };
    }
    if (best === undefined) break;
    refinement.split(best.candidate);
    const { strength } = refinement.best(STRENGTH_GRID);
    links.push({ candidate: best.candidate, strength });
    grouping = refinement.refined(strength);
  }
  return {
    chain: links.map(({ candidate }) => candidate.index),
    strengths: links.map(({ strength }) => strength),
  };
}

/** Before the first attribute all products are one group. */
function initialGrouping({ value, kinds }: Goal): Grouping {
  const size = value.length;
  const held = new Int32Array(kinds);
  for (let index = 0; index < size; index++) held[value[index]]++;
  let single = 0;
  for (const count of held) if (count === 1) single++;
  const fresh = Math.max(single, 0.5) / size;
  const prior = new Float64Array(size);
  for (let index = 0; index < size; index++) {
    const others = held[value[index]] - 1;
    prior[index] = others === 0 ? fresh : (others / (size - 1)) * (1 - fresh);
  }
  return { group: new Int32Array(size), groups: 1, prior };
}

/**
 * Splits the groups of a chain by one more attribute and finds the strength of highest likelihood. A catalogue of many
 * columns needs this many thousands of times, so its arrays are used again and again.
 */
class Refinement {
  readonly #goal: Goal;
  /** Per product its group after the split, counted from 1, and its cell of group and value; 0 if unknown. */
  readonly #group: Int32Array;
  readonly #cell: Int32Array;
  /** Products by group and by cell. All zeros between two splits. */
  readonly #inGroup = new Uint16Array(TABLE);
  readonly #inCell = new Uint16Array(TABLE);
  /** Per product the others in its group, and those of them with its value. */
  readonly #others: Int32Array;
  readonly #agreeing: Int32Array;
  /**
   * For each product with others in its group their number, and the number of them that agree, relative to the prior
   * probability of agreement.
   */
  readonly #company: Float64Array;
  readonly #agreement: Float64Array;
  #informative = 0;
  #from: Grouping | undefined;
  readonly #inversePrior: Float64Array;

  constructor(goal: Goal) {
    const size = goal.value.length;
    this.#goal = goal;
    this.#group = new Int32Array(size);
    this.#cell = new Int32Array(size);
    this.#others = new Int32Array(size);
    this.#agreeing = new Int32Array(size);
    this.#company = new Float64Array(size);
    this.#agreement = new Float64Array(size);
    this.#inversePrior = new Float64Array(size);
  }

  /** Sets the groups that are split. */
  refines(from: Grouping): void {
    this.#from = from;
    for (let index = 0; index < from.prior.length; index++) this.#inversePrior[index] = 1 / from.prior[index];
  }

  split({ code, kinds: codeKinds }: Candidate): void {
    const { value, kinds } = this.#goal;
    const { group, groups } = this.#from!;
    const refined = this.#group;
    const size = value.length;
    const isSmall = (groups * codeKinds + 1) * kinds <= TABLE;
    const pairs = isSmall ? undefined : new AdaptiveKeyIndex(groups * codeKinds, size);
    for (let index = 0; index < size; index++) {
      const known = code[index];
      const pair = group[index] * codeKinds + known;
      refined[index] = known < 0 || group[index] < 0 ? 0 : 1 + (pairs === undefined ? pair : pairs.add(pair));
    }
    const cells =
      pairs === undefined || (pairs.size + 1) * kinds <= TABLE
        ? undefined
        : new AdaptiveKeyIndex((pairs.size + 1) * kinds, size);
    this.#count(cells);
  }

  #count(cells: AdaptiveKeyIndex | undefined): void {
    const { value, kinds } = this.#goal;
    const size = value.length;
    const refined = this.#group;
    const cell = this.#cell;
    const inGroup = this.#inGroup;
    const inCell = this.#inCell;
    for (let index = 0; index < size; index++) {
      const key = refined[index] * kinds + value[index];
      cell[index] = cells === undefined ? key : cells.add(key);
      inGroup[refined[index]]++;
      inCell[cell[index]]++;
    }
    const inversePrior = this.#inversePrior;
    let informative = 0;
    for (let index = 0; index < size; index++) {
      const others = refined[index] === 0 ? 0 : inGroup[refined[index]] - 1;
      const agreeing = inCell[cell[index]] - 1;
      this.#others[index] = others;
      this.#agreeing[index] = agreeing;
      this.#company[informative] = others;
      this.#agreement[informative] = agreeing * inversePrior[index];
      if (others > 0) informative++;
    }
    this.#informative = informative;
    for (let index = 0; index < size; index++) {
      inGroup[refined[index]] = 0;
      inCell[cell[index]] = 0;
    }
  }

  /** The best strength of some, and the natural log-likelihood that it gains; 0 where none gains any. */
  best(strengths: readonly number[]): { readonly gain: number; readonly strength: number } {
    const company = this.#company;
    const agreement = this.#agreement;
    const informative = this.#informative;
    let gain = 0;
    let strength = Number.POSITIVE_INFINITY;
    for (const tried of strengths) {
      // Multiplies and takes the logarithm only before overflow or underflow, since logarithms and divisions dominate
      // the cost.
      let logarithm = 0;
      let found = 1;
      let of = 1;
      for (let index = 0; index < informative; index++) {
        found *= agreement[index] + tried;
        of *= company[index] + tried;
        if (of > 1e100 || found > 1e100 || found < 1e-100) {
          if (found === 0) break;
          logarithm += Math.log(found / of);
          found = 1;
          of = 1;
        }
      }
      logarithm += Math.log(found / of);
      if (logarithm > gain) {
        gain = logarithm;
        strength = tried;
      }
    }
    return { gain, strength };
  }

  /** The groups after the split with their probabilities. */
  refined(strength: number): Grouping {
    const { prior } = this.#from!;
    const numbers = new KeyIndex(prior.length);
    return {
      group: this.#group.map((of) => (of === 0 ? -1 : numbers.add(of))),
      groups: numbers.size,
      prior: prior.map((before, index) => {
        const n = this.#others[index];
        return n === 0
          ? before
          : Math.max((this.#agreeing[index] + strength * before) / (n + strength), 1e-12);
      }),
    };
  }
}

/** Entries of the tables of counts; products with more keys are numbered first. Set by hand, for speed. */
const TABLE = 32_768;
