import { KeyIndex } from '../primitives/key-index.ts';
import type { CandidatePartition, CompletedColumn } from './candidate-partition.ts';

/**
 * Computes what recording an attribute adds after other questions. Its tables of counts are reused between
 * calls.
 */
export class InformationGain {
  readonly #logarithm: Float64Array;
  readonly #trust: number;
  /**
   * Two counts for each (cell, answer): products that truly have the answer, and those of them without a
   * recorded value.
   */
  #counts = new Int32Array(0);
  /** Per cell the products without a recorded value. */
  #erased = new Int32Array(0);
  /** Per answer the weight of targets of one candidate set, and the list of answers with any weight. */
  #wanted = new Float64Array(0);
  #answered = new Int32Array(0);

  constructor(products: number, trust: number) {
    this.#trust = trust;
    const logarithm = new Float64Array(products + 1);
    for (let count = 1; count <= products; count++) logarithm[count] = Math.log2(count);
    this.#logarithm = logarithm;
  }

  /**
   * Bits that recording the column for every product adds after the earlier questions: the mean over targets
   * of log2(candidates with the answer or without a recorded value ÷ candidates with the answer). With trust
   * r it is log2 of (r·c + N − r·n) ÷ (r·C + (1 − r)·N), with counts among the candidates.
   */
  gain(asked: CandidatePartition, column: CompletedColumn): number {
    const numbering = this.#count(asked, column);
    const { answers } = column;
    const { unions, parts, cellCount, cellSizes, targetStart } = asked;
    const counts = this.#counts;
    const erased = this.#erased;
    const wanted = this.#wanted;
    const answered = this.#answered;
    const logarithm = this.#logarithm;
    const trust = this.#trust;
    let sum = 0;
    for (let set = 0; set + 1 < targetStart.length; set++) {
      let unrecorded = 0;
      let size = 0;
      for (let part = set * parts; part < (set + 1) * parts; part++) {
        const cell = unions[part];
        if (cell === cellCount) continue;
        unrecorded += erased[cell];
        size += cellSizes[cell];
      }
      if (unrecorded === 0) continue;
      // All targets of a set with the same answer have the same gain.
      const kinds = this.#collectTargets(asked, column, set);
      for (let kind = 0; kind < kinds; kind++) {
        const answer = answered[kind];
        let have = 0;
        let drawn = 0;
        for (let part = set * parts; part < (set + 1) * parts; part++) {
          const cell = unions[part];
          if (cell === cellCount) continue;
          const pair = cell * answers + answer;
          const at = numbering === undefined ? pair : numbering.find(pair);
          if (at < 0) continue;
          have += counts[2 * at];
          drawn += counts[2 * at + 1];
        }
        if (trust === 1) sum += wanted[answer] * (logarithm[have - drawn + unrecorded] - logarithm[have]);
        else {
          const before = trust * (have - drawn) + size - trust * (size - unrecorded);
          sum += wanted[answer] * Math.log2(before / (trust * have + (1 - trust) * size));
        }
        wanted[answer] = 0;
      }
    }
    return Math.max(0, sum / asked.targets);
  }

  /** Sums the targets of one candidate set by answer; returns the number of distinct answers. */
  #collectTargets(
    { targetStart, targetMembers, weights }: CandidatePartition,
    { trueCell, multiValued }: CompletedColumn,
    set: number,
  ): number {
    const wanted = this.#wanted;
    const answered = this.#answered;
    let kinds = 0;
    for (let at = targetStart[set]; at < targetStart[set + 1]; at++) {
      const cell = trueCell[targetMembers[at]];
      const weight = weights === undefined ? 1 : weights[at];
      if (multiValued === undefined) {
        if (wanted[cell] === 0) answered[kinds++] = cell;
        wanted[cell] += weight;
        continue;
      }
      const from = multiValued.start[cell];
      const to = multiValued.start[cell + 1];
      for (let index = from; index < to; index++) {
        const answer = multiValued.answers[index];
        if (wanted[answer] === 0) answered[kinds++] = answer;
        wanted[answer] += weight / (to - from);
      }
    }
    return kinds;
  }

  /**
   * Counts the column's answers in each cell. Returns an index of the (cell, answer) pairs where they are too
   * many for a table.
   */
  #count(
    { cellOf, productOf, cellCount }: CandidatePartition,
    { answers, trueCell, missing, multiValued }: CompletedColumn,
  ): KeyIndex | undefined {
    const table = cellCount * answers;
    const entries = cellOf.length;
    const hashed = table > 16 * entries + 16384;
    const most =
      multiValued === undefined ? entries : countAnswers(entries, productOf, trueCell, multiValued.start);
    const numbering = hashed ? new KeyIndex(most) : undefined;
    this.#clear(hashed ? most : table, cellCount, answers);
    const counts = this.#counts;
    const erased = this.#erased;
    if (numbering === undefined && multiValued === undefined && productOf === undefined) {
      for (let product = 0; product < entries; product++) {
        const cell = cellOf[product];
        const gone = missing[product];
        const at = 2 * (cell * answers + trueCell[product]);
        counts[at]++;
        counts[at + 1] += gone;
        erased[cell] += gone;
      }
      return undefined;
    }
    for (let entry = 0; entry < entries; entry++) {
      const product = productOf === undefined ? entry : productOf[entry];
      const gone = missing[product];
      const held = trueCell[product];
      const base = cellOf[entry] * answers;
      erased[cellOf[entry]] += gone;
      const to = multiValued === undefined ? 1 : multiValued.start[held + 1] - multiValued.start[held];
      for (let index = 0; index < to; index++) {
        const key =
          base + (multiValued === undefined ? held : multiValued.answers[multiValued.start[held] + index]);
        const at = 2 * (numbering === undefined ? key : numbering.add(key));
        counts[at]++;
        counts[at + 1] += gone;
      }
    }
    return numbering;
  }

  #clear(pairs: number, cells: number, answers: number): void {
    if (this.#counts.length < pairs * 2) this.#counts = new Int32Array(pairs * 3);
    else this.#counts.fill(0, 0, pairs * 2);
    if (this.#erased.length < cells) this.#erased = new Int32Array(cells * 2);
    else this.#erased.fill(0, 0, cells);
    if (this.#wanted.length < answers) {
      this.#wanted = new Float64Array(answers * 2);
      this.#answered = new Int32Array(answers * 2);
    }
  }
}

function countAnswers(
  entries: number,
  productOf: Int32Array | undefined,
  trueCell: Int32Array,
  start: Int32Array,
): number {
  let count = 0;
  for (let entry = 0; entry < entries; entry++) {
    const cell = trueCell[productOf === undefined ? entry : productOf[entry]];
    count += start[cell + 1] - start[cell];
  }
  return count;
}
