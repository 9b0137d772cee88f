/** Sums evidence for the values of one column as lifts. */
interface LiftAccumulator {
  /**
   * Adds evidence of the given weight: with probability `stays` the next value is one of `values` (distinct), by
   * prior mass; otherwise it is drawn from the prior.
   */
  add(values: readonly number[], stays: number, weight: number): void;
  /** The same for a single value. */
  addOne(value: number, stays: number, weight: number): void;
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

  addOne(value: number, stays: number, weight: number): void {
    const lift = this.#lift;
    const leaving = weight * (1 - stays);
    for (let v = 0; v < lift.length; v++) lift[v] = lift[v] + leaving;
    const mass = this.#mass[value];
    if (mass > 0) lift[value] = lift[value] + (weight * stays) / mass;
  }

  close(): void {}
}

/**
 * The same sums, equal to the last bit, for columns of many values: one number stands for all values without
 * evidence. The cost grows with the values that have evidence, not with the column.
 */
export class SparseLifts implements LiftAccumulator {
  /** Until `close`: 1 + the place of the value in `#values`, or 0. */
  readonly #lift: Float64Array;
  readonly #mass: Float64Array;
  /** The values with evidence, and their lifts. */
  readonly #values: number[] = [];
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
    this.#leave(weight * (1 - stays));
    const all = massOf(values, this.#mass);
    for (const value of values) if (this.#mass[value] > 0) this.#raise(value, (weight * stays) / all);
  }

  addOne(value: number, stays: number, weight: number): void {
    this.#leave(weight * (1 - stays));
    const mass = this.#mass[value];
    if (mass > 0) this.#raise(value, (weight * stays) / mass);
  }

  #leave(leaving: number): void {
    const named = this.#named;
    this.#others += leaving;
    for (let k = 0; k < named.length; k++) named[k] = named[k] + leaving;
  }

  #raise(value: number, by: number): void {
    const lift = this.#lift;
    if (lift[value] === 0) {
      this.#values.push(value);
      lift[value] = this.#named.push(this.#others);
    }
    const at = lift[value] - 1;
    this.#named[at] = this.#named[at] + by;
  }

  close(): void {
    const lift = this.#lift.fill(this.#others);
    const values = this.#values;
    for (let k = 0; k < values.length; k++) lift[values[k]] = this.#named[k];
  }
}

function massOf(values: readonly number[], mass: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += mass[value];
  return sum;
}
