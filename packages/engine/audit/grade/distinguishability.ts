import type { EncodedAttribute } from '../../information/encoding.ts';
import { countByCell } from '../../primitives/cell-counts.ts';
import { ascending } from '../../primitives/radix-sort.ts';
import { BITS_OFFSET, BITS_RESOLUTION } from '../constants.ts';

/**
 * Per product the bits to which its recorded values narrow the shelf, as if they were independent: products of which
 * little or only common things are said cannot be told apart from many others, and gain most from one more value.
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
    // The first stands for a gap, which narrows nothing.
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
 * The order of products in which those come first that are told apart least.
 *
 * @param indistinct per product the bits in which the shelf exceeds what its values tell apart: far below zero where
 * many attributes tell it apart.
 */
export function leastDistinguishableFirst(indistinct: Float64Array): Int32Array {
  const keys = new Uint32Array(indistinct.length);
  for (let product = 0; product < keys.length; product++) {
    keys[product] = Math.min(LARGEST_KEY, Math.round((BITS_OFFSET - indistinct[product]) * BITS_RESOLUTION));
  }
  return ascending(keys);
}

const LARGEST_KEY = 2 ** 32 - 1;
