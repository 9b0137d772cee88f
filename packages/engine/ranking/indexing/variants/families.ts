/** Products in disjoint sets that are put together pair by pair. */
export class Families {
  readonly #parent: Int32Array;

  constructor(size: number) {
    this.#parent = Int32Array.from({ length: size }, (_, product) => product);
  }

  /** Puts the families of two products together. The lower number leads, so the result does not depend on the order. */
  join(a: number, b: number): void {
    const [leaderOfA, leaderOfB] = [this.leaderOf(a), this.leaderOf(b)];
    this.#parent[Math.max(leaderOfA, leaderOfB)] = Math.min(leaderOfA, leaderOfB);
  }

  /** The first product of a product's family. */
  leaderOf(product: number): number {
    const parent = this.#parent;
    let leader = product;
    while (parent[leader] !== leader) {
      parent[leader] = parent[parent[leader]];
      leader = parent[leader];
    }
    return leader;
  }

  /** `[product]`: the number of its family, -1 for a product that is alone; `undefined` if all are. */
  numbered(): Int32Array | undefined {
    const sizes = new Int32Array(this.#parent.length);
    for (let product = 0; product < sizes.length; product++) sizes[this.leaderOf(product)]++;
    const numbers = new Int32Array(sizes.length).fill(-1);
    let families = 0;
    for (let product = 0; product < sizes.length; product++) {
      const leader = this.leaderOf(product);
      if (sizes[leader] < 2) continue;
      numbers[product] = leader === product ? families++ : numbers[leader];
    }
    return families === 0 ? undefined : numbers;
  }
}
