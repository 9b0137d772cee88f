import { runToEnd } from '../../../primitives/run-to-end.ts';
import type { Column } from '../../indexing/column.ts';
import { TRANSITION_SIZE } from './item-transitions.ts';

/** Bounds on the cells of each column and on their combinations, which keep the tables small. Set by hand. */
const MAX_CELLS = 64;
const MAX_COMBINATIONS = 256;
/**
 * Pseudo-transitions added to counted and expected ones: a transition that was seen once may be chance. Set by hand.
 */
const PRIOR_COUNT = 2;

/** The combinations of the cells of two columns that products have, numbered. */
export interface ColumnInteraction {
  /** `[combination]`: its cell in the first and in the second column. */
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** `[cell of the first][cell of the second]`: number of the combination, -1 if no product has it. */
  readonly numbers: Int32Array;
  /** Cells of the second column. */
  readonly width: number;
}

/** Numbers the combinations of two columns; `undefined` if there are too many, or fewer than two. */
export function columnInteractionOf(a: Column, b: Column): ColumnInteraction | undefined {
  const height = a.cellStart.length - 1;
  const width = b.cellStart.length - 1;
  if (Math.max(height, width) > MAX_CELLS) return undefined;
  const numbers = new Int32Array(height * width).fill(-1);
  const first: number[] = [];
  const second: number[] = [];
  for (let product = 0; product < a.cell.length; product++) {
    const u = a.cell[product];
    const v = b.cell[product];
    if (u < 0 || v < 0 || numbers[u * width + v] >= 0) continue;
    if (first.length === MAX_COMBINATIONS) return undefined;
    numbers[u * width + v] = first.length;
    first.push(u);
    second.push(v);
  }
  return first.length < 2 ? undefined : { first, second, numbers, width };
}

/** `[product]`: its combination, -1 without one. A candidate set may have cells that the interaction lacks. */
export function combinationsOf({ numbers, width }: ColumnInteraction, a: Column, b: Column): Int32Array {
  return a.cell.map((u, product) => {
    const v = b.cell[product];
    return u < 0 || v < 0 || v >= width ? -1 : (numbers[u * width + v] ?? -1);
  });
}

/** Counted transitions between combinations, and those expected if the columns changed independently. */
interface TransitionCounts {
  readonly size: number;
  /** `[from][to]` */
  readonly counted: Float64Array;
  readonly expected: Float64Array;
}

/**
 * Counts transitions between the combinations of products; yields after each pass over all pairs of them.
 *
 * @param code `[product]`: its combination, -1 without one
 * @param transitions from `itemTransitionsIn`
 */
function* countTransitions(
  { first, second }: ColumnInteraction,
  code: Int32Array,
  transitions: Int32Array,
): Generator<void, TransitionCounts> {
  const size = first.length;
  const counted = new Float64Array(size * size);
  for (let m = 0; m < transitions.length; m += TRANSITION_SIZE) {
    const from = code[transitions[m]];
    const to = code[transitions[m + 1]];
    if (from >= 0 && to >= 0) counted[from * size + to]++;
  }
  const outgoing = new Float64Array(size);
  const incoming = new Float64Array(size);
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      outgoing[from] += counted[from * size + to];
      incoming[to] += counted[from * size + to];
    }
  }
  yield;
  const lifts = liftsOf(first, counted);
  yield;
  const others = liftsOf(second, counted);
  yield;
  const expected = new Float64Array(size * size);
  for (let from = 0; from < size; from++) {
    let sum = 0;
    for (let to = 0; to < size; to++) {
      const at = from * size + to;
      expected[at] = incoming[to] * lifts[at] * others[at];
      sum += expected[at];
    }
    for (let to = 0; to < size && sum > 0; to++) expected[from * size + to] *= outgoing[from] / sum;
  }
  return { size, counted, expected };
}

/**
 * `[from combination][to combination]`: probability that one column goes from cell to cell, relative to how often its
 * target cell is reached at all.
 */
function liftsOf(cells: readonly number[], counted: Float64Array): Float64Array {
  const size = cells.length;
  const width = Math.max(...cells) + 1;
  const moved = new Float64Array(width * width);
  const outgoing = new Float64Array(width);
  const incoming = new Float64Array(width);
  let total = 0;
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const count = counted[from * size + to];
      moved[cells[from] * width + cells[to]] += count;
      outgoing[cells[from]] += count;
      incoming[cells[to]] += count;
      total += count;
    }
  }
  const lifts = new Float64Array(size * size);
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const moves = moved[cells[from] * width + cells[to]];
      const chance = outgoing[cells[from]] * incoming[cells[to]];
      lifts[from * size + to] = chance === 0 ? 0 : (moves * total) / chance;
    }
  }
  return lifts;
}

/** Smoothed ratio of counted to expected; near 1 where both are small. */
const ratio = (counted: number, expected: number): number =>
  (counted + PRIOR_COUNT) / (expected + PRIOR_COUNT);

/** Mean ratio of a row, weighted by the expected transitions; dividing by it keeps the row normalised. */
function meanOf({ size, counted, expected }: TransitionCounts, from: number): number {
  let mean = 0;
  let sum = 0;
  for (let at = from * size; at < (from + 1) * size; at++) {
    mean += expected[at] * ratio(counted[at], expected[at]);
    sum += expected[at];
  }
  return sum === 0 ? 1 : mean / sum;
}

/**
 * Probability of going from one combination to another, relative to independent columns. Yields every few milliseconds.
 *
 * @returns `[from combination][1 + to combination]`; entry 0 of each row is 1, for products without a combination
 */
export function* interactionLifts(
  interaction: ColumnInteraction,
  code: Int32Array,
  transitions: Int32Array,
): Generator<void, Float64Array> {
  const transitionCounts = yield* countTransitions(interaction, code, transitions);
  yield;
  const { size, counted, expected } = transitionCounts;
  const lifts = new Float64Array(size * (size + 1)).fill(1);
  for (let from = 0; from < size; from++) {
    const mean = meanOf(transitionCounts, from);
    for (let to = 0; to < size; to++) {
      const at = from * size + to;
      lifts[from * (size + 1) + 1 + to] = ratio(counted[at], expected[at]) / mean;
    }
  }
  return lifts;
}

/**
 * Mean gain in log-likelihood per transition from the lifts, by leave-one-out: each transition is left out of the
 * counts that predict it.
 */
export function interactionGain(
  interaction: ColumnInteraction,
  code: Int32Array,
  transitions: Int32Array,
): number {
  const transitionCounts = runToEnd(countTransitions(interaction, code, transitions));
  const { size, counted, expected } = transitionCounts;
  let gain = 0;
  let total = 0;
  for (let from = 0; from < size; from++) {
    const mean = Math.log(meanOf(transitionCounts, from));
    for (let at = from * size; at < (from + 1) * size; at++) {
      const times = counted[at];
      if (times === 0) continue;
      gain += times * (Math.log(ratio(times - 1, expected[at])) - mean);
      total += times;
    }
  }
  return total === 0 ? 0 : gain / total;
}
