import type { Asked, Column } from './asked.ts';
import { Numbering } from './numbering.ts';

/** Measures what recording a column adds after other questions. Its tables of counts are kept between calls. */
export class Narrowing {
  readonly #logarithm: Float64Array;
  readonly #trust: number;
  /** Per (cell, answer) twice: products that truly have it, and those of them that have nothing recorded. */
  #counts = new Int32Array(0);
  #silent = new Int32Array(0);
  readonly #aims = new Aims();

  constructor(products: number, trust: number) {
    this.#trust = trust;
    this.#logarithm = new Float64Array(products + 1);
    for (let count = 1; count <= products; count++) this.#logarithm[count] = Math.log2(count);
  }

  /**
   * Bits that recording the column for every product adds after what was asked: the mean over targets of
   * log2(candidates that have the answer or nothing recorded / candidates that have it). With trust r, a recorded
   * value stands with probability r: (r·c + N − r·n) / (r·C + (1 − r)·N), counts taken among the candidates.
   */
  gain(asked: Asked, column: Column): number {
    const inCell = this.#count(asked, column);
    const aims = this.#aim(asked, column);
    const { answers } = column;
    const { unions, parts, cellCount, sizes } = asked;
    const counts = this.#counts;
    const silent = this.#silent;
    const logarithm = this.#logarithm;
    const trust = this.#trust;
    const { weights, keys } = this.#aims;
    let sum = 0;
    for (let aim = 0; aim < aims; aim++) {
      const key = keys[aim];
      const group = Math.floor(key / answers);
      const answer = key - group * answers;
      let have = 0;
      let drawn = 0;
      let without = 0;
      let size = 0;
      for (let part = group * parts; part < (group + 1) * parts; part++) {
        const cell = unions[part];
        if (cell === cellCount) continue;
        without += silent[cell];
        size += sizes[cell];
        const pair = cell * answers + answer;
        const at = inCell === undefined ? pair : inCell.find(pair);
        if (at < 0) continue;
        have += counts[2 * at];
        drawn += counts[2 * at + 1];
      }
      if (trust === 1) sum += weights[aim] * (logarithm[have - drawn + without] - logarithm[have]);
      else {
        const before = trust * (have - drawn) + size - trust * (size - without);
        sum += weights[aim] * Math.log2(before / (trust * have + (1 - trust) * size));
      }
    }
    return Math.max(0, sum / asked.targets);
  }

  /** Sums up the targets by what they answer, since all that answer alike gain alike; how many ways there are. */
  #aim({ aimed, candidates, unions, parts }: Asked, { answers, truly, several }: Column): number {
    const { from: first, products, weights, size } = aimed;
    const table = (unions.length / parts) * answers;
    const most = several === undefined ? size : countAnswers(aimed, truly, several.start);
    const hashed = table > 16 * size + 16384;
    const numbering = hashed ? new Numbering(most) : undefined;
    if (!hashed) this.#aims.clearTable(table);
    this.#aims.reserve(Math.min(most, table));
    const { table: numbers, keys, weights: sums } = this.#aims;
    let ways = 0;
    for (let entry = 0; entry < size; entry++) {
      const cell = truly[products === undefined ? first + entry : products[entry]];
      const base = candidates[entry] * answers;
      const from = several === undefined ? cell : several.start[cell];
      const to = several === undefined ? cell + 1 : several.start[cell + 1];
      const weight = (weights === undefined ? 1 : weights[entry]) / (to - from);
      for (let index = from; index < to; index++) {
        const key = base + (several === undefined ? index : several.answers[index]);
        let aim: number;
        if (numbering === undefined) {
          aim = numbers[key] - 1;
          if (aim < 0) {
            aim = ways;
            numbers[key] = ways + 1;
          }
        } else aim = numbering.number(key);
        if (aim === ways) {
          keys[ways] = key;
          sums[ways++] = 0;
        }
        sums[aim] += weight;
      }
    }
    return ways;
  }

  /** Counts the column's answers in each cell; the numbering of (cell, answer) where they are too many for a table. */
  #count(
    { found, cells, cellCount }: Asked,
    { answers, truly, missing, several }: Column,
  ): Numbering | undefined {
    const { products, size } = found;
    const table = cellCount * answers;
    const hashed = table > 16 * size + 16384;
    const most = several === undefined ? size : countAnswers(found, truly, several.start);
    const numbering = hashed ? new Numbering(most) : undefined;
    this.#clear(hashed ? most : table, cellCount);
    const counts = this.#counts;
    const silent = this.#silent;
    for (let entry = 0; entry < size; entry++) {
      const product = products === undefined ? entry : products[entry];
      const base = cells[entry] * answers;
      const gone = missing[product];
      silent[cells[entry]] += gone;
      const cell = truly[product];
      if (several === undefined) {
        const at = 2 * (numbering === undefined ? base + cell : numbering.number(base + cell));
        counts[at]++;
        counts[at + 1] += gone;
        continue;
      }
      for (let index = several.start[cell]; index < several.start[cell + 1]; index++) {
        const key = base + several.answers[index];
        const at = 2 * (numbering === undefined ? key : numbering.number(key));
        counts[at]++;
        counts[at + 1] += gone;
      }
    }
    return numbering;
  }

  #clear(pairs: number, cells: number): void {
    if (this.#counts.length < pairs * 2) this.#counts = new Int32Array(pairs * 3);
    else this.#counts.fill(0, 0, pairs * 2);
    if (this.#silent.length < cells) this.#silent = new Int32Array(cells * 2);
    else this.#silent.fill(0, 0, cells);
  }
}

/** The ways in which targets answer: candidates and answer as one key, with the targets that do. */
class Aims {
  table = new Int32Array(0);
  keys = new Float64Array(0);
  weights = new Float64Array(0);

  clearTable(size: number): void {
    if (this.table.length < size) this.table = new Int32Array(Math.ceil(size * 1.5));
    else this.table.fill(0, 0, size);
  }

  reserve(ways: number): void {
    if (this.keys.length >= ways) return;
    this.keys = new Float64Array(Math.ceil(ways * 1.5));
    this.weights = new Float64Array(Math.ceil(ways * 1.5));
  }
}

function countAnswers(found: Asked['found'], truly: Int32Array, start: Int32Array): number {
  let count = 0;
  for (let entry = 0; entry < found.size; entry++) {
    const cell = truly[found.products === undefined ? found.from + entry : found.products[entry]];
    count += start[cell + 1] - start[cell];
  }
  return count;
}
