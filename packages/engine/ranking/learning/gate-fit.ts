import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import { defaultShares, defaultWeights, gateAt, gateOf } from '../mixture/gate.ts';
import { FEATURE_COUNT } from '../mixture/gate-features.ts';
import type { Weights } from '../model/weights.ts';
import { climb } from './ascent.ts';
import { fitWeights, type Observations } from './em.ts';

/** Observations with the circumstances in which they were made. */
export interface Observed extends Observations {
  /** `[observation][circumstance]` */
  readonly circumstances: Float64Array;
  /** 1 where the shopper had said something beyond looking at products. */
  readonly signalled: Uint8Array;
}

/** Pseudo-observations at the shipped shares. */
const SHIPPED_PSEUDO = 200;
const STEPS = 80;
/** Weight of half the squared distance of the gate from the same shares everywhere: its prior. */
const RIDGE = 0.5;
/** The shares themselves are drawn towards those of the EM less than what circumstances add to them. */
const RIDGE_OF_SHARES = 0.2;
const ASCENTS = 100;

/**
 * Fits the weights: the shares of the whole by EM, then what circumstances add to them by climbing the same
 * likelihood (Jordan & Jacobs 1994, mixtures of experts), so that the gate explains the history at least as well as
 * the shares alone. What was said is then fitted beside the gate, again by EM.
 */
export function fitGate(observed: Observed, registry: ExpertRegistry = EXPERTS): Weights {
  const looking: number[] = [];
  const signalled: number[] = [];
  for (let row = 0; row < observed.count; row++)
    (observed.signalled[row] === 1 ? signalled : looking).push(row);
  const prior = defaultShares(registry).map((share) => share * SHIPPED_PSEUDO);
  const shares = fitWeights(observed, looking, prior, STEPS).weights;
  const gate = climbGate(observed, looking, gateOf(shares));
  return { gate, said: fitSaid(observed, signalled, gate, defaultWeights(registry).said) };
}

/** Climbs from the given gate; exported for the proof that it never descends. */
export function climbGate(observed: Observed, rows: readonly number[], start: Float64Array): Float64Array {
  if (rows.length === 0) return start;
  const { probability, circumstances, importance } = observed;
  const { voices: experts } = observed;
  const weights = new Float64Array(experts);
  const likelihood = (gate: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let value = 0;
    for (const row of rows) {
      const at = row * FEATURE_COUNT;
      const voices = row * experts;
      gateAt(gate, circumstances, at, weights);
      let p = 0;
      for (let k = 0; k < experts; k++) p += weights[k] * probability[voices + k];
      if (p <= 0) continue;
      const counted = importance === undefined ? 1 : importance[row];
      value += counted * Math.log(p);
      for (let k = 0, g = 0; k < experts; k++) {
        const pull = counted * weights[k] * (probability[voices + k] / p - 1);
        for (let f = 0; f < FEATURE_COUNT; f++, g++) {
          gradient[g] = gradient[g] + pull * circumstances[at + f];
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
  return climb(likelihood, start, ASCENTS).at;
}

/** EM over the gate's mixture as one voice and the voices for what was said as the others. */
function fitSaid(
  observed: Observed,
  rows: readonly number[],
  gate: Float64Array,
  said: Float64Array,
): Float64Array {
  const { voices: experts } = observed;
  if (rows.length === 0) return said;
  const voices = experts + 1;
  const probability = new Float64Array(rows.length * voices);
  const weights = new Float64Array(experts);
  rows.forEach((row, r) => {
    gateAt(gate, observed.circumstances, row * FEATURE_COUNT, weights);
    for (let k = 0; k < experts; k++) {
      const p = observed.probability[row * experts + k];
      probability[r * voices + k] = p;
      probability[r * voices + experts] += weights[k] * p;
    }
  });
  const rest = said.reduce((left, share) => left - share, 1);
  const prior = Float64Array.from([...said, rest], (share) => share * SHIPPED_PSEUDO);
  const importance =
    observed.importance === undefined
      ? undefined
      : Float64Array.from(rows, (row) => observed.importance![row]);
  const fit = fitWeights(
    { count: rows.length, voices, probability, importance },
    rows.map((_, r) => r),
    prior,
    STEPS,
  );
  return fit.weights.slice(0, experts);
}
