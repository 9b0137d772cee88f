import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import type { Weights } from '../model/weights.ts';
import { FEATURE_COUNT } from './gate-features.ts';

/**
 * Softmax gate: writes the weights of the experts, adding up to 1, into `into`.
 *
 * @param gate coefficients, `[expert][feature]`
 * @param at offset of the first feature in `features`
 */
export function gateAt(gate: Float64Array, features: Float64Array, at: number, into: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0, g = 0; k < into.length; k++) {
    let z = 0;
    for (let f = 0; f < FEATURE_COUNT; f++, g++) z += gate[g] * features[at + f];
    into[k] = z;
    if (z > highest) highest = z;
  }
  let sum = 0;
  for (let k = 0; k < into.length; k++) {
    const share = Math.exp(into[k] - highest);
    into[k] = share;
    sum += share;
  }
  for (let k = 0; k < into.length; k++) into[k] /= sum;
}

/**
 * The weights of a session, adding up to 1. Where the shopper stated something, each expert gets its stated share, and
 * the gate distributes the rest.
 *
 * @param stated whether the shopper stated anything beyond viewing products
 */
export function weightsFor(
  weights: Weights,
  features: Float64Array,
  stated: boolean,
  into: Float64Array,
): void {
  gateAt(weights.gate, features, 0, into);
  if (!stated) return;
  let rest = 1;
  for (let k = 0; k < into.length; k++) rest -= weights.stated[k];
  for (let k = 0; k < into.length; k++) into[k] = rest * into[k] + weights.stated[k];
}

/**
 * Shares of the expert on words: for a query at hand, and right after a search. A shopper who asks for something now goes on to a
 * match more often than one whose last search may be done with. Set by hand: with .8 in place of .6, lists that a caller sends for
 * a query follow it more closely.
 */
const QUERY_SHARE = 0.8;
const SEARCH_SHARE = 0.6;

/**
 * Gives the expert on words the larger share while the shopper searches.
 *
 * @param searched how fresh the last search is, 0 to 1
 * @param isAtHand whether that search is the query at hand
 */
export function leadSearch(
  weights: Float64Array,
  keyword: number,
  searched: number,
  isAtHand: boolean,
): void {
  const share = (isAtHand ? QUERY_SHARE : SEARCH_SHARE) * searched;
  for (let k = 0; k < weights.length; k++) weights[k] *= 1 - share;
  weights[keyword] += share;
}

/**
 * The experts' shares before a history has fitted the gate: the weights of shops without history, and the prior of the
 * fit.
 */
export function defaultShares({ experts }: ExpertRegistry = EXPERTS): Float64Array {
  const shares = Float64Array.from(experts, ({ share }) => share);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** Share of the expert on meaning in the weight of the expert on words, where words are met in part. Set by hand. */
const MEANING_SHARE = 0.5;

/**
 * Gives the expert on meaning its share of the weight of the expert on words: all of it where no product has any word.
 *
 * @param isMetInPart whether words find anything
 */
export function shareWithMeaning(
  weights: Float64Array,
  keyword: number,
  meaning: number,
  isMetInPart: boolean,
): void {
  weights[meaning] = (isMetInPart ? MEANING_SHARE : 1) * weights[keyword];
  weights[keyword] -= weights[meaning];
}

/** The weights of a model before any history has fitted it. */
export function defaultWeights(registry: ExpertRegistry = EXPERTS): Weights {
  return {
    gate: gateOf(defaultShares(registry), registry),
    stated: Float64Array.from(registry.experts, ({ statedShare = 0 }) => statedShare),
  };
}

/** The coefficient of an expert that the gate gives no weight, whatever the others have: its exponential is 0. */
const NEVER = -1e4;

/** The gate that gives the same shares for all features. */
export function gateOf(shares: Float64Array, { experts }: ExpertRegistry = EXPERTS): Float64Array {
  const gate = new Float64Array(shares.length * FEATURE_COUNT);
  // The floor keeps the logarithm of a share of 0 finite; the resulting weight is negligible.
  for (let k = 0; k < shares.length; k++) {
    gate[k * FEATURE_COUNT] = experts[k].isLed ? NEVER : Math.log(Math.max(shares[k], 1e-9));
  }
  return gate;
}
