import { AdaptiveKeyIndex } from '../primitives/key-index.ts';
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
  const goal = { value: codes[target], kinds: counts[target] };
  const candidate = (index: number): Candidate => ({ index, code: codes[index], kinds: counts[index] });
  const found = greedyChain(
    candidates.map(candidate),
    { ...goal, sample: sample.subarray(0, SEARCHED_PRODUCTS) },
    false,
  );
  if (sample.length <= SEARCHED_PRODUCTS || found.chain.length === 0) return found;
  return greedyChain(
    found.chain.map(candidate),
    { ...goal, sample: sample.subarray(0, FITTED_PRODUCTS) },
    true,
  );
}

/** A candidate for the next place in the chain. */
interface Candidate {
  readonly index: number;
  /** Per product one of `kinds` cells; -1 if unknown. */
  readonly code: Int32Array;
  readonly kinds: number;
}

/** The target: for each product of the sample one of `kinds` cells. */
interface Goal {
  readonly value: Int32Array;
  readonly kinds: number;
  readonly sample: Int32Array;
}

/** The groups of a partial chain. */
interface Grouping {
  /** Per product of the sample its group; -1 if an attribute of the chain is unknown. */
  readonly group: Int32Array<ArrayBuffer>;
  readonly groups: number;
  /** Per product of the sample the leave-one-out probability of its value. */
  readonly prior: Float64Array<ArrayBuffer>;
}

/**
 * @param inOrder whether the candidates form the chain in the given order; otherwise the best remaining one
 * is added
 */
function greedyChain(candidates: readonly Candidate[], goal: Goal, inOrder: boolean): PredictorChain {
  let grouping = initialGrouping(goal);
  const links: { readonly candidate: Candidate; readonly strength: number }[] = [];
  const needed = LEAST_GAIN + Math.log(Math.max(1, candidates.length));
  while (links.length < LONGEST_CHAIN) {
    let best: { readonly candidate: Candidate; readonly gain: number } | undefined;
    for (const candidate of inOrder ? candidates.slice(links.length, links.length + 1) : candidates) {
      if (links.some((link) => link.candidate === candidate)) continue;
      const { gain } = refine(grouping, candidate, goal, SCREENING_GRID);
      if (gain > needed && (best === undefined || gain > best.gain)) best = { candidate, gain };
    }
    if (best === undefined) break;
    const { strength, refined } = refine(grouping, best.candidate, goal, STRENGTH_GRID);
    links.push({ candidate: best.candidate, strength });
    grouping = refined();
  }
  return {
    chain: links.map(({ candidate }) => candidate.index),
    strengths: links.map(({ strength }) => strength),
  };
}

/** Before the first attribute all products are one group. */
function initialGrouping({ value, kinds, sample }: Goal): Grouping {
  const size = sample.length;
  const held = new Int32Array(kinds);
  for (const product of sample) held[value[product]]++;
  let single = 0;
  for (const count of held) if (count === 1) single++;
  const fresh = Math.max(single, 0.5) / size;
  const prior = new Float64Array(size);
  for (let index = 0; index < size; index++) {
    const others = held[value[sample[index]]] - 1;
    prior[index] = others === 0 ? fresh : (others / (size - 1)) * (1 - fresh);
  }
  return { group: new Int32Array(size), groups: 1, prior };
}

interface Refinement {
  /** Log-likelihood gained, as a natural logarithm; 0 where no strength gains any. */
  readonly gain: number;
  readonly strength: number;
  /** The refined groups with their probabilities. */
  refined(): Grouping;
}

/** Splits groups by one more attribute and finds the strength of highest likelihood. */
function refine(
  { group, groups, prior }: Grouping,
  { code, kinds: codeKinds }: Candidate,
  { value, kinds, sample }: Goal,
  strengths: readonly number[],
): Refinement {
  const size = sample.length;
  const pairs = new AdaptiveKeyIndex(groups * codeKinds, size);
  const refined = new Int32Array(size);
  for (let index = 0; index < size; index++) {
    const known = code[sample[index]];
    refined[index] = known < 0 || group[index] < 0 ? -1 : pairs.add(group[index] * codeKinds + known);
  }
  const cells = new AdaptiveKeyIndex(pairs.size * kinds, size);
  const cell = new Int32Array(size);
  const inGroup = new Int32Array(pairs.size);
  const inCell = new Int32Array(size);
  for (let index = 0; index < size; index++) {
    const of = refined[index];
    if (of < 0) continue;
    inGroup[of]++;
    cell[index] = cells.add(of * kinds + value[sample[index]]);
    inCell[cell[index]]++;
  }
  // For each product with others in its group: their number, and the number of them that agree, relative to
  // the prior probability of agreement.
  const company = new Float64Array(size);
  const agreement = new Float64Array(size);
  let informative = 0;
  for (let index = 0; index < size; index++) {
    const of = refined[index];
    if (of < 0 || inGroup[of] === 1) continue;
    company[informative] = inGroup[of] - 1;
    agreement[informative++] = (inCell[cell[index]] - 1) / prior[index];
  }
  let gain = 0;
  let strength = Number.POSITIVE_INFINITY;
  for (const tried of strengths) {
    // Multiplies ratios and takes the logarithm only before overflow or underflow, since logarithms dominate
    // the cost.
    let logarithm = 0;
    let product = 1;
    for (let index = 0; index < informative; index++) {
      product *= (agreement[index] + tried) / (company[index] + tried);
      if (product < 1e-100 || product > 1e100) {
        if (product === 0) break;
        logarithm += Math.log(product);
        product = 1;
      }
    }
    logarithm += Math.log(product);
    if (logarithm > gain) {
      gain = logarithm;
      strength = tried;
    }
  }
  const posterior = () => {
    const likelihoods = Float64Array.from(prior);
    for (let index = 0; index < size; index++) {
      const of = refined[index];
      if (of < 0 || inGroup[of] === 1) continue;
      const n = inGroup[of] - 1;
      const likelihood = (inCell[cell[index]] - 1 + strength * prior[index]) / (n + strength);
      likelihoods[index] = Math.max(likelihood, 1e-12);
    }
    return likelihoods;
  };
  return { gain, strength, refined: () => ({ group: refined, groups: pairs.size, prior: posterior() }) };
}
