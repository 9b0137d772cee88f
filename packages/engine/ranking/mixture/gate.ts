import { VOICE_COUNT, VOICES, type VoiceName } from '../experts/registry.ts';

/**
 * How much each voice counts, by the circumstances of a session: a softmax over the voices of what the circumstances
 * add to each one's share. What a shopper said beyond looking at products has shares of its own beside that.
 */
export interface Weights {
  /** `[voice][circumstance]` */
  readonly gate: Float64Array;
  /** Shares of the voices that speak for what was said, where something was; the gate has the rest. */
  readonly said: Float64Array;
}

/** What is known about a session besides the products themselves; every value is about 0 to 1. */
export const CIRCUMSTANCES = [
  'always',
  'one product so far',
  'products so far',
  'same product again',
  'product seen earlier in the session',
  'other products repeat',
  'chance of going back',
  'clicks on the last product',
  'last product hardly known',
  'followers of the last product',
  'followers of the last two',
  'followers of the last three',
  'last two never seen in this order',
  'similar sessions',
  'neighbours in the catalogue',
  'different products so far',
  'surest follower of the last product',
  'surest follower of the last two',
  'surest of similar sessions',
  'surest of whole similar sessions',
  'surest at two steps',
  'surest to go back to',
  'products looked at once more',
  'products left at this point',
  'steps back',
] as const;
export const CIRCUMSTANCE_COUNT = CIRCUMSTANCES.length;

/** The weights of the voices, adding up to 1, for the circumstances that start at `at`. */
export function gateAt(
  gate: Float64Array,
  circumstances: Float64Array,
  at: number,
  into: Float64Array,
): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0, g = 0; k < VOICE_COUNT; k++) {
    let z = 0;
    for (let f = 0; f < CIRCUMSTANCE_COUNT; f++, g++) z += gate[g] * circumstances[at + f];
    into[k] = z;
    if (z > highest) highest = z;
  }
  let sum = 0;
  for (let k = 0; k < VOICE_COUNT; k++) {
    const share = Math.exp(into[k] - highest);
    into[k] = share;
    sum += share;
  }
  for (let k = 0; k < VOICE_COUNT; k++) into[k] /= sum;
}

/** The weights of a session, adding up to 1. */
export function weightsFor(
  weights: Weights,
  circumstances: Float64Array,
  signalled: boolean,
  into: Float64Array,
): void {
  gateAt(weights.gate, circumstances, 0, into);
  if (!signalled) return;
  let rest = 1;
  for (let k = 0; k < VOICE_COUNT; k++) rest -= weights.said[k];
  for (let k = 0; k < VOICE_COUNT; k++) into[k] = rest * into[k] + weights.said[k];
}

/** For shops without history, and the prior of the fit: shares in a session that only looked at products. */
const LOOKING: Partial<Record<VoiceName, number>> = {
  'revisit-current': 0.06,
  'revisit-earlier': 0.06,
  'revisit-any': 0.04,
  'sequence-next': 0.13,
  'sequence-pair': 0.05,
  'sequence-triple': 0.03,
  'sequence-later': 0.08,
  'sequence-earlier': 0.05,
  'covisited-item': 0.05,
  'covisited-sessions': 0.1,
  'covisited-wide': 0.03,
  'covisited-walk': 0.04,
  'covisited-onward': 0.06,
  'catalogue-near': 0.03,
  category: 0.03,
  brand: 0.01,
  attribute: 0.1,
  price: 0.02,
  context: 0.01,
  popularity: 0.01,
  prior: 0.01,
};

/** Shares of what a shopper said, where something was said. */
const SAID: Partial<Record<VoiceName, number>> = {
  category: 0.36,
  brand: 0.08,
  attribute: 0.12,
  price: 0.12,
  keyword: 0.14,
  persona: 0.03,
};

/** The voices' shares before anything was learned. */
export function defaultShares(): Float64Array {
  const shares = rowOf(LOOKING);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

export function defaultWeights(): Weights {
  return { gate: gateOf(defaultShares()), said: rowOf(SAID) };
}

/** The gate that gives the same shares in all circumstances. */
export function gateOf(shares: Float64Array): Float64Array {
  const gate = new Float64Array(VOICE_COUNT * CIRCUMSTANCE_COUNT);
  // A share of 0 stays one for all practical purposes, and finite.
  for (let k = 0; k < VOICE_COUNT; k++) gate[k * CIRCUMSTANCE_COUNT] = Math.log(Math.max(shares[k], 1e-9));
  return gate;
}

function rowOf(shares: Partial<Record<VoiceName, number>>): Float64Array {
  return Float64Array.from(VOICES, ({ name }) => shares[name as VoiceName] ?? 0);
}
