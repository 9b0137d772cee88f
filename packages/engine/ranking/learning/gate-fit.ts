import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import { defaultShares, defaultWeights, gateAt, gateOf } from '../mixture/gate.ts';
import { FEATURE_COUNT } from '../mixture/gate-features.ts';
import type { Weights } from '../model/weights.ts';
import { maximise } from './lbfgs.ts';
import { fitWeights, type Observations } from './mixture-em.ts';

/** Observations with the session features that the gate reads. */
export interface GateObservations extends Observations {
  /** `[observation][feature]` */
  readonly features: Float64Array;
  /** `[observation]`: 1 if the session had explicit signals (filter, search, category view). */
  readonly signalled: Uint8Array;
}

/** Pseudo-observations at the default shares. Set by hand. */
const PRIOR_COUNT = 200;
/** EM steps, at most. Set by hand. */
const MAX_EM_STEPS = 80;
/**
 * Precision of the normal prior of the gate, centred on equal shares for all features. Half and twice as much were no
 * better.
 */
const RIDGE = 0.5;
/** Share of that precision for the constant feature, which carries the shares themselves. Set by hand. */
const RIDGE_OF_SHARES = 0.2;
/** Optimiser steps, at most. Set by hand. */
const MAX_ITERATIONS = 100;

/**
 * Fits the weights of the experts. EM first fits shares that are the same for all features. From there the gate
 * maximises the same likelihood (Jordan & Jacobs 1994, mixtures of experts), so that it fits the history at least as
 * well as the shares. The shares for explicit signals are then fitted with the gate held fixed, again by EM.
 */
export function fitGate(observations: GateObservations, registry: ExpertRegistry = EXPERTS): Weights {
  const viewOnly: number[] = [];
  const signalled: number[] = [];
  for (let row = 0; row < observations.count; row++)
    (observations.signalled[row] === 1 ? signalled : viewOnly).push(row);
  const prior = defaultShares(registry).map((share) => share * PRIOR_COUNT);
  const shares = fitWeights(observations, viewOnly, prior, MAX_EM_STEPS).weights;
  const gate = maximiseGate(observations, viewOnly, gateOf(shares, registry));
  return { gate, stated: fitStatedShares(observations, signalled, gate, defaultWeights(registry).stated) };
}

/**
 * Maximises the penalised likelihood of these rows.
 *
 * @param start `[expert][feature]`: the gate to start from, which is also the mean of the prior
 */
export function maximiseGate(
  observations: GateObservations,
  rows: readonly number[],
  start: Float64Array,
): Float64Array {
  if (rows.length === 0) return start;
  const { probability, features, importance, experts: count } = observations;
  const weights = new Float64Array(count);
  const likelihood = (gate: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let value = 0;
    for (const row of rows) {
      const at = row * FEATURE_COUNT;
      const experts = row * count;
      gateAt(gate, features, at, weights);
      let p = 0;
      for (let k = 0; k < count; k++) p += weights[k] * probability[experts + k];
      if (p <= 0) continue;
      const counted = importance === undefined ? 1 : importance[row];
      value += counted * Math.log(p);
      for (let k = 0, g = 0; k < count; k++) {
        const slope = counted * weights[k] * (probability[experts + k] / p - 1);
        for (let f = 0; f < FEATURE_COUNT; f++, g++) {
          gradient[g] = gradient[g] + slope * features[at + f];
        }
      }
    }
    for (let g = 0; g < gate.length; g++) {
      const ridge = g % FEATURE_COUNT === 0 ? RIDGE * RIDGE_OF_SHARES : RIDGE;
      const away = gate[g] - start[g];
      value -= (ridge / 2) * away * away;
      gradient[g] = gradient[g] - ridge * away;
    }
    return value;
  };
  return maximise(likelihood, start, MAX_ITERATIONS).at;
}

/** Fits the shares for explicit signals by EM, with the mixture of the gate as one more expert. */
function fitStatedShares(
  observations: GateObservations,
  rows: readonly number[],
  gate: Float64Array,
  stated: Float64Array,
): Float64Array {
  const { experts: count } = observations;
  if (rows.length === 0) return stated;
  const experts = count + 1;
  const probability = new Float64Array(rows.length * experts);
  const weights = new Float64Array(count);
  rows.forEach((row, r) => {
    gateAt(gate, observations.features, row * FEATURE_COUNT, weights);
    for (let k = 0; k < count; k++) {
      const p = observations.probability[row * count + k];
      probability[r * experts + k] = p;
      probability[r * experts + count] += weights[k] * p;
    }
  });
  const rest = stated.reduce((left, share) => left - share, 1);
  const prior = Float64Array.from([...stated, rest], (share) => share * PRIOR_COUNT);
  const importance =
    observations.importance === undefined
      ? undefined
      : Float64Array.from(rows, (row) => observations.importance![row]);
  const fit = fitWeights(
    { count: rows.length, experts, probability, importance },
    rows.map((_, r) => r),
    prior,
    MAX_EM_STEPS,
  );
  return fit.weights.slice(0, count);
}
