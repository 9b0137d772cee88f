/**
 * How long a value is trusted at most, in ms, whatever the lease says. It bounds what a lease cannot: two masters of
 * Valkey that both take writes, and an announcer that died before it could announce. Set by hand.
 */
export const LONGEST_TRUST = 30_000;

interface Remembered<V> {
  readonly value: V;
  readonly readAt: number;
}

/** Values of the store that a node may answer from memory while it holds its lease. */
export class LeasedMemory<K, V> {
  readonly #trusted: () => boolean;
  readonly #now: () => number;
  readonly #values = new Map<K, Remembered<V>>();
  /** Grows whenever something is forgotten: what was being read meanwhile may be old. */
  #forgettings = 0;

  /** @param trusted whether the lease is held */
  constructor(trusted: () => boolean, now: () => number = () => performance.now()) {
    this.#trusted = trusted;
    this.#now = now;
  }

  /** Nothing where the value has to be read from the store. */
  get(key: K): V | undefined {
    if (!this.#trusted()) return undefined;
    const remembered = this.#values.get(key);
    if (remembered === undefined || this.#now() - remembered.readAt >= LONGEST_TRUST) return undefined;
    return remembered.value;
  }

  /** Reads a value, and remembers it unless something was forgotten meanwhile. What is not there is not remembered. */
  async read(key: K, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const before = this.#forgettings;
    const readAt = this.#now();
    const value = await read();
    if (this.#forgettings === before) {
      if (value === undefined) this.#values.delete(key);
      else this.#values.set(key, { value, readAt });
    }
    return value;
  }

  /** To be called with every change that is heard of, before it counts as applied. */
  forget(of: (value: V) => boolean): void {
    this.#forgettings++;
    for (const [key, { value }] of this.#values) if (of(value)) this.#values.delete(key);
  }

  clear(): void {
    this.#forgettings++;
    this.#values.clear();
  }
}
