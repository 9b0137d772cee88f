import type { Attribute } from '../catalogue/types.ts';
import type { Random } from '../primitives/random.ts';
import { type EncodedAttribute, encodeValues, equalFrequencyCuts } from './encoding.ts';
import { expectedValues, fitPitmanYor } from './pitman-yor.ts';

/**
 * A number or date that is asked in ranges and has gaps, with every value as a cell. Ranges are equally
 * frequent among all products, so they are cut after imputation and differ between draws.
 */
export interface RangeScale {
  readonly values: EncodedAttribute;
  /** The cells that are numbers, in ascending order. */
  readonly ascendingValues: Int32Array;
  /** Per value the answer of its range when ranges are cut by the recorded numbers. */
  readonly recordedAnswer: Int32Array;
  /** Estimated share of the missing numbers that no product has recorded. */
  readonly unseenShare: number;
}

/** Undefined where the attribute is not asked in ranges, holds several values in a cell, or has no gaps. */
export function rangeScaleOf(attribute: Attribute, answers: EncodedAttribute): RangeScale | undefined {
  const { cell, cells } = attribute;
  if (!answers.ranges || !answers.single || !cell.includes(-1)) return undefined;
  const values = encodeValues(attribute);
  const numbers = new Float64Array(values.count).fill(Number.NaN);
  const recordedAnswer = new Int32Array(values.count);
  const counts = new Int32Array(values.count);
  for (let product = 0; product < cell.length; product++) {
    const value = values.cell[product];
    if (value < 0) continue;
    if (counts[value]++ > 0) continue;
    recordedAnswer[value] = answers.cell[product];
    const { number } = attribute.values[cells[cell[product]][0]];
    if (number !== undefined) numbers[value] = number;
  }
  const ascendingValues = values.answers
    .filter((value) => !Number.isNaN(numbers[value]))
    .sort((left, right) => numbers[left] - numbers[right]);
  return {
    values,
    ascendingValues,
    recordedAnswer,
    unseenShare: expectedUnseenShare(counts, ascendingValues, cell.length),
  };
}

function expectedUnseenShare(counts: Int32Array, numbers: Int32Array, products: number): number {
  const occurring = Array.from(numbers, (value) => counts[value]);
  const recorded = occurring.reduce((sum, count) => sum + count, 0);
  const valued = counts.reduce((sum, count) => sum + count, 0);
  const all = (recorded * products) / valued;
  const distinct = expectedValues(fitPitmanYor(occurring), numbers.length, recorded, all);
  return Math.min(1, Math.max(0, (distinct - numbers.length) / (all - recorded)));
}

/**
 * Cuts the ranges of a segment after imputation and gives each product its answer. Values that are not
 * numbers follow the ranges as answers of their own. An unseen number is placed at random between the drawn
 * recorded number and the next one.
 *
 * @param drawn per product a cell of `values`
 */
export function cutRanges(
  { values, ascendingValues, unseenShare }: RangeScale,
  drawn: Int32Array,
  random: Random,
): { readonly cell: Int32Array; readonly answers: number } {
  const rank = new Int32Array(values.count).fill(-1);
  for (let at = 0; at < ascendingValues.length; at++) rank[ascendingValues[at]] = at;
  const position = new Float64Array(drawn.length);
  const counts = new Int32Array(ascendingValues.length);
  const between: number[] = [];
  for (let product = 0; product < drawn.length; product++) {
    const at = rank[drawn[product]];
    position[product] = at;
    if (at < 0) continue;
    if (values.cell[product] < 0 && random.uniform() < unseenShare) {
      position[product] = at + random.uniform();
      between.push(position[product]);
    } else counts[at]++;
  }
  const cuts = equalFrequencyCuts(inOrder(counts, Float64Array.from(between).sort()));
  const rangeOf = new Int32Array(ascendingValues.length);
  for (let at = 0, range = 0; at < rangeOf.length; at++) {
    while (range < cuts.length && cuts[range] <= at) range++;
    rangeOf[at] = range;
  }
  // Answers of values that are not numbers, numbered in order of appearance.
  let answers = cuts.length + 1;
  const cell = new Int32Array(drawn.length);
  for (let product = 0; product < drawn.length; product++) {
    const value = drawn[product];
    if (position[product] >= 0) {
      const at = rank[value];
      let range = rangeOf[at];
      if (position[product] > at) while (range < cuts.length && cuts[range] <= position[product]) range++;
      cell[product] = range;
    } else {
      if (rank[value] === -1) rank[value] = -2 - answers++;
      cell[product] = -2 - rank[value];
    }
  }
  return { cell, answers };
}

/**
 * Merges the recorded numbers, by rank, with the numbers between them into one ascending sequence. Ranks
 * without products are left out.
 */
function inOrder(counts: Int32Array, between: Float64Array): { number: number; count: number }[] {
  const sequence: { number: number; count: number }[] = [];
  let next = 0;
  for (let rank = 0; rank < counts.length; rank++) {
    if (counts[rank] > 0) sequence.push({ number: rank, count: counts[rank] });
    for (; next < between.length && between[next] < rank + 1; next++) {
      sequence.push({ number: between[next], count: 1 });
    }
  }
  return sequence;
}
