import { VOICE_COUNT } from '../voices.ts';
import { CONTEXT_COUNT, type ContextWeights, defaultRow, isSignalled, saying } from '../weights.ts';
import { fitWeights, type Observations } from './em.ts';

/** Pseudo-observations at the shipped weights for the whole, and at the whole's weights for a context. */
export const SHIPPED_PSEUDO = 200;
export const CONTEXT_PSEUDO = 60;
const STEPS = 80;

/** Fits the weights of every context, each drawn towards the whole's, and the whole's towards the shipped ones. */
export function fitContexts(observations: Observations, contexts: Int32Array): ContextWeights {
  const rowsOf: number[][] = Array.from({ length: CONTEXT_COUNT }, () => []);
  const looking: number[] = [];
  const signalled: number[] = [];
  for (let row = 0; row < observations.count; row++) {
    const context = contexts[row]!;
    rowsOf[context]!.push(row);
    (isSignalled(context) ? signalled : looking).push(row);
  }
  const whole = fitWeights(observations, looking, scaled(defaultRow(false), SHIPPED_PSEUDO), STEPS).weights;
  const wholeSignalled = fitWeights(
    observations,
    signalled,
    scaled(saying(whole), SHIPPED_PSEUDO),
    STEPS,
  ).weights;
  const byContext = new Float64Array(CONTEXT_COUNT * VOICE_COUNT);
  const counts = new Float64Array(CONTEXT_COUNT);
  for (let context = 0; context < CONTEXT_COUNT; context++) {
    const towards = isSignalled(context) ? wholeSignalled : whole;
    const rows = rowsOf[context]!;
    counts[context] = rows.length;
    const fitted =
      rows.length === 0
        ? towards
        : fitWeights(observations, rows, scaled(towards, CONTEXT_PSEUDO), STEPS).weights;
    byContext.set(fitted, context * VOICE_COUNT);
  }
  return { byContext, observations: counts };
}

const scaled = (weights: Float64Array, by: number): Float64Array => weights.map((weight) => weight * by);
