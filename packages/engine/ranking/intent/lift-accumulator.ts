/** Adds up, in the lifts of a column's values, how surely each that was named stays. */
interface LiftAccumulator {
  /**
   * Adds the belief that one of `values`, which differ, stays with probability `stays`, each as often as the shelf
   * holds it, and else any value comes as on the shelf.
   */
  stay(values: readonly number[], stays: number, weight: number): void;
  /** Nothing comes any more: all lifts are written. */
  close(): void;
}

/** For columns of few values, whose lifts something else may be added to meanwhile. */
export class DenseLifts implements LiftAccumulator {
  readonly #lift: Float64Array;
  readonly #mass: Float64Array;

  /** @param mass what the shelf holds of each value */
  constructor(lift: Float64Array, mass: Float64Array) {
    this.#lift = lift;
    this.#mass = mass;
  }

  stay(values: readonly number[], stays: number, weight: number): void {
    const lift = this.#lift;
    const going = weight * (1 - stays);
    for (let v = 0; v < lift.length; v++) lift[v] = lift[v] + going;
    const all = massOf(values, this.#mass);
    for (const value of values) {
      if (this.#mass[value] > 0) lift[value] = lift[value] + (weight * stays) / all;
    }
  }

  close(): void {}
}

/**
 * The same to the last bit for columns of many values: of those that nobody named one stands for all, so that it costs
 * what was named, and not that times the values of the column.
 */
export class SparseLifts implements LiftAccumulator {
  readonly #lift: Float64Array;
  readonly #mass: Float64Array;
  readonly #places = new Map<number, number>();
  /** Lifts of the values that were named, in the order of `#places`. */
  readonly #named: number[] = [];
  #others = 0;

  /** @param lift all 0, written when it is closed */
  constructor(lift: Float64Array, mass: Float64Array) {
    this.#lift = lift;
    this.#mass = mass;
  }

  stay(values: readonly number[], stays: number, weight: number): void {
    const named = this.#named;
    const going = weight * (1 - stays);
    this.#others += going;
    for (let k = 0; k < named.length; k++) named[k] = named[k] + going;
    const all = massOf(values, this.#mass);
    for (const value of values) {
      if (!(this.#mass[value] > 0)) continue;
      let place = this.#places.get(value);
      if (place === undefined) {
        place = named.length;
        this.#places.set(value, place);
        named.push(this.#others);
      }
      named[place] = named[place] + (weight * stays) / all;
    }
  }

  close(): void {
    this.#lift.fill(this.#others);
    for (const [value, place] of this.#places) this.#lift[value] = this.#named[place];
  }
}

function massOf(values: readonly number[], mass: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += mass[value];
  return sum;
}
