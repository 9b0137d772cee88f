import type { Answers } from '../information/index.ts';

/**
 * Per product the bits to which its recorded values narrow the shelf, as if they were independent: products of which
 * little or only common things are said cannot be told apart from many others, and gain most from one more value.
 */
export function toldApart(questions: readonly Answers[], products: number): Float64Array {
  const bits = new Float64Array(products);
  for (const { cell, start, answers, count, single } of questions) {
    const held = new Float64Array(count);
    let missing = 0;
    for (let product = 0; product < products; product++) {
      const index = cell[product];
      if (index < 0) missing++;
      else if (single) held[index]++;
      else for (let at = start[index]; at < start[index + 1]; at++) held[answers[at]]++;
    }
    const cells = start.length - 1;
    const narrows = new Float64Array(cells);
    for (let index = 0; index < cells; index++) {
      const width = start[index + 1] - start[index];
      for (let at = start[index]; at < start[index + 1]; at++) {
        narrows[index] += Math.log2(products / (held[answers[at]] + missing)) / width;
      }
    }
    for (let product = 0; product < products; product++)
      if (cell[product] >= 0) bits[product] += narrows[cell[product]];
  }
  return bits;
}
