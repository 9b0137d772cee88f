import type { SparseScores } from '../../mixture/sparse-scores.ts';
import type { ClickLog } from '../../model/click-log.ts';

/** Products from which the second step starts, and newest occurrences of each that are read. */
const HUBS = 12;
const MOST_OCCURRENCES = 60;
/** Clicks around an occurrence. */
const BEFORE = 2;
const AFTER = 3;
/** Clicks around a hub at which half of its share is passed on. Set by hand. */
const DOUBT = 2;

/** Working memory of the walk, reused from ranking to ranking. */
export class RandomWalk {
  readonly #hubs = new Int32Array(HUBS);
  readonly #shares = new Float64Array(HUBS);
  readonly #around = new Int32Array(MOST_OCCURRENCES * (BEFORE + AFTER));

  /**
   * Two steps of a random walk: from the products that expert `from` scores highest, on to the products around them in
   * the log, as scores of expert `to`. It reaches products that were never in a session with the current ones, which
   * direct counts cannot.
   */
  score(
    log: ClickLog,
    productOf: Int32Array,
    itemOf: Int32Array,
    sparse: SparseScores,
    from: number,
    to: number,
  ): void {
    const hubs = this.#hubs;
    const shares = this.#shares;
    const around = this.#around;
    const count = this.#findHubs(sparse, from);
    let sum = 0;
    for (let h = 0; h < count; h++) sum += shares[h];
    for (let h = 0; h < count; h++) {
      const item = itemOf[hubs[h]];
      let found = 0;
      let click = log.newest[item];
      for (let n = 0; click >= 0 && n < MOST_OCCURRENCES; n++, click = log.previous[click]) {
        const session = log.session[click];
        const first = Math.max(log.start[session], click - BEFORE);
        const end = Math.min(log.start[session + 1], click + AFTER + 1);
        for (let k = first; k < end; k++) {
          if (k === click) continue;
          const product = productOf[log.items[k]];
          if (product >= 0) around[found++] = product;
        }
      }
      if (found === 0) continue;
      const each = shares[h] / (sum * (found + DOUBT));
      for (let k = 0; k < found; k++) sparse.add(around[k], to, each);
    }
  }

  /** Finds the products that an expert scores highest, the highest first; returns how many there are. */
  #findHubs(sparse: SparseScores, expert: number): number {
    const hubs = this.#hubs;
    const shares = this.#shares;
    let count = 0;
    for (let slot = 0; slot < sparse.count; slot++) {
      const value = sparse.values[sparse.rowOf(slot) + expert];
      if (value <= 0 || (count === HUBS && value <= shares[HUBS - 1])) continue;
      let at = count < HUBS ? count++ : HUBS - 1;
      for (; at > 0 && shares[at - 1] < value; at--) {
        shares[at] = shares[at - 1];
        hubs[at] = hubs[at - 1];
      }
      shares[at] = value;
      hubs[at] = sparse.products[slot];
    }
    return count;
  }
}
