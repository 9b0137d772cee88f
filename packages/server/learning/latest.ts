/** The latest of what comes in any order, and not more than twice as many at a time. */
export class Latest<T> {
  readonly #most: number;
  #kept: { readonly at: number; readonly item: T }[] = [];
  /** What is older is not among the latest any more; ms since the epoch. */
  #since = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether something of that time may be among the latest. */
  wants(at: number): boolean {
    return at >= this.#since;
  }

  add(at: number, item: T): void {
    if (!this.wants(at)) return;
    this.#kept.push({ at, item });
    if (this.#kept.length >= 2 * this.#most) this.#cut();
  }

  /** The latest, oldest first; of the same time in the order in which they came. */
  oldestFirst(): readonly T[] {
    this.#cut();
    return this.#kept.map(({ item }) => item);
  }

  #cut(): void {
    this.#kept.sort((a, b) => a.at - b.at);
    if (this.#kept.length <= this.#most) return;
    this.#kept = this.#kept.slice(-this.#most);
    this.#since = this.#kept[0].at;
  }
}
