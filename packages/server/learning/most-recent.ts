/** Keeps the latest items of a stream in any order, with at most twice as many in memory. */
export class Latest<T> {
  readonly #most: number;
  #kept: { readonly at: number; readonly item: T }[] = [];
  /** Older items are no longer among the latest; ms since the epoch. */
  #since = Number.NEGATIVE_INFINITY;

  /** @param most items to keep */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether an item of this time may be among the latest. */
  wants(at: number): boolean {
    return at >= this.#since;
  }

  add(at: number, item: T): void {
    if (!this.wants(at)) return;
    this.#kept.push({ at, item });
    if (this.#kept.length >= 2 * this.#most) this.#cut();
  }

  /** The latest items, oldest first; those of one time in the order in which they were added. */
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
