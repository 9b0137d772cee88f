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
 * What predicts a missing value: a chain of attributes, each refining the group of products that the value
 * is expected to come from. Group k holds the products that agree on the first k attributes of the chain;
 * a value is drawn from the finest group with probability n / (n + strength), else from the coarser one.
 */
export interface PredictorChain {
  /** Indices of attributes, coarsest first. */
  readonly chain: readonly number[];
  /** Per link the pseudo-observations of the coarser group; 0 where the link has never been wrong. */
  readonly strengths: readonly number[];
}

/**
 * Chooses the chain for one attribute by its leave-one-out likelihood: each recorded value is predicted from
 * the others of its group. `codes[b][i]` is the cell of product `i` for attribute `b`, -1 if unknown; the
 * `sample` are products with the target recorded. The chain is found on the first `SEARCHED_PRODUCTS` of them, its strengths
 * are fitted on the first `FITTED_PRODUCTS`, where links that say nothing any more are dropped.
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

/** An attribute that may become a link. */
interface Candidate {
  readonly index: number;
  /** The cell of each product, of `kinds` that there are; -1 if unknown. */
  readonly code: Int32Array;
  readonly kinds: number;
}

/** What is to be predicted: of each product of the sample the cell of the target, of `kinds` that there are. */
interface Goal {
  readonly value: Int32Array;
  readonly kinds: number;
  readonly sample: Int32Array;
}

/** How far a chain has come. */
interface Grouping {
  /** The group of each product of the sample, -1 if a link is unknown of it. */
  readonly group: Int32Array<ArrayBuffer>;
  readonly groups: number;
  /** What the group says about each recorded value once it is left out. */
  readonly prior: Float64Array<ArrayBuffer>;
}

/** @param inOrder whether the candidates are taken as links one after another, not each as the best of those left. */
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

/** Before the first link all products are one group. */
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
  /** How much likelier the recorded values are, as a natural logarithm; 0 where no strength wins. */
  readonly gain: number;
  readonly strength: number;
  /** The groups with this link, and what they say. */
  refined(): Grouping;
}

/** Splits groups by one more attribute and finds the strength at which the recorded values are likeliest. */
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
  // Of each product with company in its group: how many there are, and by how much more of them agree than the prior
  // expects of one.
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
    // A product of ratios, its logarithm taken only now and then: logarithms are what costs.
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
