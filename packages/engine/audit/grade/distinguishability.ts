import type { EncodedAttribute } from '../../information/encoding.ts';
import { countByCell } from '../../primitives/cell-counts.ts';
import { ascendingOrder } from '../../primitives/radix-sort.ts';
import { BITS_OFFSET, BITS_RESOLUTION } from '../constants.ts';

/**
 * Per product the bits by which its recorded values narrow the segment, as if attributes were independent.
 * Products with few or only common values have few bits: they cannot be distinguished from many others and
 * gain most from one more value.
 */
export function distinguishingBits(questions: readonly EncodedAttribute[], products: number): Float64Array {
  const bits = new Float64Array(products);
  for (const { cell, start, answers, count } of questions) {
    const cells = start.length - 1;
    const byCell = countByCell(cell, cells);
    const held = new Float64Array(count);
    let missing = products;
    for (let index = 0; index < cells; index++) {
      missing -= byCell[index];
      for (let at = start[index]; at < start[index + 1]; at++) held[answers[at]] += byCell[index];
    }
    // Entry 0 stands for a gap, which narrows nothing.
    const narrows = new Float64Array(cells + 1);
    for (let index = 0; index < cells; index++) {
      const width = start[index + 1] - start[index];
      for (let at = start[index]; at < start[index + 1]; at++) {
        narrows[index + 1] += Math.log2(products / (held[answers[at]] + missing)) / width;
      }
    }
    for (let product = 0; product < products; product++) bits[product] += narrows[cell[product] + 1];
  }
  return bits;
}

/**
 * Orders products by distinguishability, the least distinguishable first.
 *
 * @param indistinct per product log2 of the segment size minus its distinguishing bits; far below zero where
 * many attributes distinguish it
 */
export function leastDistinguishableFirst(indistinct: Float64Array): Int32Array {
  const keys = new Uint32Array(indistinct.length);
  for (let product = 0; product < keys.length; product++) {
    keys[product] = Math.min(LARGEST_KEY, Math.round((BITS_OFFSET - indistinct[product]) * BITS_RESOLUTION));
  }
  return ascendingOrder(keys);
}

const LARGEST_KEY = 2 ** 32 - 1;
