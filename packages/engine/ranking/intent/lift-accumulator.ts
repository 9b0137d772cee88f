/** Sums evidence for the values of one column as lifts. */
interface LiftAccumulator {
  /**
   * Adds evidence of the given weight: with probability `stays` the next value is one of `values` (distinct), by
   * prior mass; otherwise it is drawn from the prior.
   */
  add(values: readonly number[], stays: number, weight: number): void;
  /** Writes the lifts. Nothing may be added afterwards. */
  close(): void;
}

/**
 * Writes each addition straight into the lifts: for columns of few values, whose lifts a caller may change meanwhile.
 */
export class DenseLifts implements LiftAccumulator {
  readonly #lift: Float64Array;
  readonly #mass: Float64Array;

  /**
   * @param lift `[value]`, changed in place
   * @param mass `[value]`: prior mass
   */
  constructor(lift: Float64Array, mass: Float64Array) {
    this.#lift = lift;
    this.#mass = mass;
  }

  add(values: readonly number[], stays: number, weight: number): void {
    const lift = this.#lift;
    const leaving = weight * (1 - stays);
    for (let v = 0; v < lift.length; v++) lift[v] = lift[v] + leaving;
    const all = massOf(values, this.#mass);
    for (const value of values) {
      if (this.#mass[value] > 0) lift[value] = lift[value] + (weight * stays) / all;
    }
  }

  close(): void {}
}

/**
 * The same sums, equal to the last bit, for columns of many values: one number stands for all values without
 * evidence. The cost grows with the values that have evidence, not with the column.
 */
export class SparseLifts implements LiftAccumulator {
  readonly #lift: Float64Array;
  readonly #mass: Float64Array;
  readonly #indexOf = new Map<number, number>();
  /** Lifts of the values with evidence, in the order of `#indexOf`. */
  readonly #named: number[] = [];
  #others = 0;

  /**
   * @param lift `[value]`, all 0; written by `close`
   * @param mass `[value]`: prior mass
   */
  constructor(lift: Float64Array, mass: Float64Array) {
    this.#lift = lift;
    this.#mass = mass;
  }

  add(values: readonly number[], stays: number, weight: number): void {
    const named = this.#named;
    const leaving = weight * (1 - stays);
    this.#others += leaving;
    for (let k = 0; k < named.length; k++) named[k] = named[k] + leaving;
    const all = massOf(values, this.#mass);
    for (const value of values) {
      if (!(this.#mass[value] > 0)) continue;
      let at = this.#indexOf.get(value);
      if (at === undefined) {
        at = named.length;
        this.#indexOf.set(value, at);
        named.push(this.#others);
      }
      named[at] = named[at] + (weight * stays) / all;
    }
  }

  close(): void {
    this.#lift.fill(this.#others);
    for (const [value, at] of this.#indexOf) this.#lift[value] = this.#named[at];
  }
}

function massOf(values: readonly number[], mass: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += mass[value];
  return sum;
}
