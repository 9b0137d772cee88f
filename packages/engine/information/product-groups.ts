import type { CompletedColumn } from './candidate-partition.ts';

/**
 * The products of a segment, grouped by all that some attributes say once every product has them recorded. Products that
 * are alone in their group are left out: nothing can narrow a choice of one.
 */
export class ProductGroups {
  /** Products of the segment. */
  readonly #products: number;
  /** Group `i` holds `#members[#start[i]] … #members[#start[i + 1] - 1]`. */
  readonly #members: Int32Array;
  readonly #start: Int32Array;

  private constructor(products: number, members: Int32Array, start: Int32Array) {
    this.#products = products;
    this.#members = members;
    this.#start = start;
  }

  /** Before anything is recorded all products are one group. */
  static ofAll(products: number): ProductGroups {
    const members = new Int32Array(products);
    for (let product = 0; product < products; product++) members[product] = product;
    return new ProductGroups(products, members, Int32Array.of(0, products));
  }

  /** Whether every product is told apart from all others. */
  get areAllTold(): boolean {
    return this.#members.length === 0;
  }

  /**
   * Bits that recording a column for every product adds for a shopper who knows the group: the mean over the products of
   * log2 of the candidates that have the answer or no recorded value, over those that have the answer. With trust r it is
   * log2 of (r·c + n − r·recorded) ÷ (r·C + (1 − r)·n), with c the recorded products that have the answer, C all
   * that truly have it, and n the products of the group.
   *
   * By the log-sum inequality it is, with trust 1 and one answer a cell, never more in finer groups.
   */
  gain({ answers, trueCell, missing, multiValued }: CompletedColumn, trust: number): number {
    const asked = new Float64Array(answers);
    const held = new Int32Array(answers);
    const gone = new Int32Array(answers);
    const present = new Int32Array(answers);
    const start = this.#start;
    let bits = 0;
    for (let group = 0; group + 1 < start.length; group++) {
      let kinds = 0;
      let unrecorded = 0;
      for (let at = start[group]; at < start[group + 1]; at++) {
        const product = this.#members[at];
        const cell = trueCell[product];
        unrecorded += missing[product];
        if (multiValued === undefined) {
          if (held[cell]++ === 0) present[kinds++] = cell;
          asked[cell]++;
          gone[cell] += missing[product];
          continue;
        }
        const to = multiValued.start[cell + 1];
        const width = to - multiValued.start[cell];
        for (let index = to - width; index < to; index++) {
          const answer = multiValued.answers[index];
          if (held[answer]++ === 0) present[kinds++] = answer;
          asked[answer] += 1 / width;
          gone[answer] += missing[product];
        }
      }
      const size = start[group + 1] - start[group];
      const doubt = (1 - trust) * size;
      for (let kind = 0; kind < kinds; kind++) {
        const answer = present[kind];
        const have = held[answer];
        if (unrecorded > 0) {
          const before = trust * (have - gone[answer] + unrecorded) + doubt;
          bits += asked[answer] * Math.log2(before / (trust * have + doubt));
        }
        asked[answer] = 0;
        held[answer] = 0;
        gone[answer] = 0;
      }
    }
    return Math.max(0, bits / Math.max(1, this.#products));
  }

  /** The groups once a further column is recorded: products stay together that have the same cell of it. */
  splitBy({ trueCell }: CompletedColumn): ProductGroups {
    const most = this.#members.reduce((cells, product) => Math.max(cells, trueCell[product] + 1), 0);
    const held = new Int32Array(most);
    const place = new Int32Array(most);
    const members = new Int32Array(this.#members.length);
    const starts: number[] = [0];
    let size = 0;
    for (let group = 0; group + 1 < this.#start.length; group++) {
      const [from, to] = [this.#start[group], this.#start[group + 1]];
      for (let at = from; at < to; at++) held[trueCell[this.#members[at]]]++;
      for (let at = from; at < to; at++) {
        const cell = trueCell[this.#members[at]];
        if (held[cell] < 2) continue;
        if (place[cell] === 0) {
          place[cell] = size + 1;
          size += held[cell];
          starts.push(size);
        }
        members[place[cell] - 1] = this.#members[at];
        place[cell]++;
      }
      for (let at = from; at < to; at++) {
        const cell = trueCell[this.#members[at]];
        held[cell] = 0;
        place[cell] = 0;
      }
    }
    return new ProductGroups(this.#products, members.slice(0, size), Int32Array.from(starts));
  }
}
