import type { Column } from '../indexing/column.ts';
import { MOVE } from './item-transitions.ts';

/** Values that each of two columns may have, and combinations that may occur. */
const MOST_CELLS = 64;
const MOST_COMBINATIONS = 256;
/** Moves that are added to what was counted and to what was expected: a move seen once may be chance. */
const BELIEF = 2;

/** Two columns read as one: the combinations of their cells that products have, numbered. */
export interface ColumnInteraction {
  /** Cells of each combination in the first and in the second column. */
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** `[cell of the first][cell of the second]`: number of the combination, -1 where no product has it. */
  readonly numbers: Int32Array;
  readonly width: number;
}

/** The crossing of two columns; `undefined` where their values are too many, or products do not have both. */
export function columnInteractionOf(a: Column, b: Column): ColumnInteraction | undefined {
  const height = a.cellStart.length - 1;
  const width = b.cellStart.length - 1;
  if (Math.max(height, width) > MOST_CELLS) return undefined;
  const numbers = new Int32Array(height * width).fill(-1);
  const first: number[] = [];
  const second: number[] = [];
  for (let product = 0; product < a.cell.length; product++) {
    const u = a.cell[product];
    const v = b.cell[product];
    if (u < 0 || v < 0 || numbers[u * width + v] >= 0) continue;
    if (first.length === MOST_COMBINATIONS) return undefined;
    numbers[u * width + v] = first.length;
    first.push(u);
    second.push(v);
  }
  return first.length < 2 ? undefined : { first, second, numbers, width };
}

/** Per product its combination, -1 for one that is none of the crossing's: lists may have other cells. */
export function combinationsOf({ numbers, width }: ColumnInteraction, a: Column, b: Column): Int32Array {
  return a.cell.map((u, product) => {
    const v = b.cell[product];
    return u < 0 || v < 0 || v >= width ? -1 : (numbers[u * width + v] ?? -1);
  });
}

/** How often shoppers went from a combination to another, and how often they would have if the columns moved apart. */
interface Counted {
  readonly size: number;
  /** `[from][to]` */
  readonly counted: Float64Array;
  readonly expected: Float64Array;
}

/** Counts `moves`, see `moves.ts`, between the combinations of the products. */
function count({ first, second }: ColumnInteraction, code: Int32Array, moves: Int32Array): Counted {
  const size = first.length;
  const counted = new Float64Array(size * size);
  for (let m = 0; m < moves.length; m += MOVE) {
    const from = code[moves[m]];
    const to = code[moves[m + 1]];
    if (from >= 0 && to >= 0) counted[from * size + to]++;
  }
  const left = new Float64Array(size);
  const reached = new Float64Array(size);
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      left[from] += counted[from * size + to];
      reached[to] += counted[from * size + to];
    }
  }
  const lifts = liftsOf(first, counted);
  const others = liftsOf(second, counted);
  const expected = new Float64Array(size * size);
  for (let from = 0; from < size; from++) {
    let sum = 0;
    for (let to = 0; to < size; to++) {
      const at = from * size + to;
      expected[at] = reached[to] * lifts[at] * others[at];
      sum += expected[at];
    }
    for (let to = 0; to < size && sum > 0; to++) expected[from * size + to] *= left[from] / sum;
  }
  return { size, counted, expected };
}

/** By combinations, how much likelier one column goes from cell to cell than its cells are gone to on the whole. */
function liftsOf(cells: readonly number[], counted: Float64Array): Float64Array {
  const size = cells.length;
  const width = Math.max(...cells) + 1;
  const moved = new Float64Array(width * width);
  const left = new Float64Array(width);
  const reached = new Float64Array(width);
  let steps = 0;
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const count = counted[from * size + to];
      moved[cells[from] * width + cells[to]] += count;
      left[cells[from]] += count;
      reached[cells[to]] += count;
      steps += count;
    }
  }
  const lifts = new Float64Array(size * size);
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const [u, v] = [cells[from], cells[to]];
      const chance = left[u] * reached[v];
      lifts[from * size + to] = chance === 0 ? 0 : (moved[u * width + v] * steps) / chance;
    }
  }
  return lifts;
}

/** Stays near 1 where little was counted and expected. */
const ratio = (counted: number, expected: number): number => (counted + BELIEF) / (expected + BELIEF);

/** The mean of the lifts of a row over where the columns alone would go. */
function meanOf({ size, counted, expected }: Counted, from: number): number {
  let mean = 0;
  let sum = 0;
  for (let at = from * size; at < (from + 1) * size; at++) {
    mean += expected[at] * ratio(counted[at], expected[at]);
    sum += expected[at];
  }
  return sum === 0 ? 1 : mean / sum;
}

/**
 * How much likelier a step goes from a combination to another than its columns say apart: a row for each combination,
 * each headed by 1 for products without one.
 */
export function liftsTogether(
  crossing: ColumnInteraction,
  code: Int32Array,
  moves: Int32Array,
): Float64Array {
  const both = count(crossing, code, moves);
  const { size, counted, expected } = both;
  const lifts = new Float64Array(size * (size + 1)).fill(1);
  for (let from = 0; from < size; from++) {
    const mean = meanOf(both, from);
    for (let to = 0; to < size; to++) {
      const at = from * size + to;
      lifts[from * (size + 1) + 1 + to] = ratio(counted[at], expected[at]) / mean;
    }
  }
  return lifts;
}

/** What the lifts add to the log-likelihood of a step, each step being left out of what tells of it. */
export function gainTogether(crossing: ColumnInteraction, code: Int32Array, moves: Int32Array): number {
  const both = count(crossing, code, moves);
  const { size, counted, expected } = both;
  let gain = 0;
  let steps = 0;
  for (let from = 0; from < size; from++) {
    const mean = Math.log(meanOf(both, from));
    for (let at = from * size; at < (from + 1) * size; at++) {
      const times = counted[at];
      if (times === 0) continue;
      gain += times * (Math.log(ratio(times - 1, expected[at])) - mean);
      steps += times;
    }
  }
  return steps === 0 ? 0 : gain / steps;
}
