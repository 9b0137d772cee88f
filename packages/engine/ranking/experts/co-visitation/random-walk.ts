import type { ClickLog } from '../../model/click-log.ts';
import type { SparseScores } from '../sparse-scores.ts';

/** Products from which the second step starts, and the newest occurrences of each that are read. Set by hand. */
const HUBS = 12;
const MAX_OCCURRENCES = 60;
/** Clicks before and after an occurrence that are read. Set by hand. */
const BEFORE = 2;
const AFTER = 3;
/** Clicks around a hub at which it passes on half of its share. Set by hand. */
const HALF_PASSED = 2;

/** Working memory of the walk, reused by later rankings. */
export class RandomWalk {
  readonly #hubs = new Int32Array(HUBS);
  readonly #shares = new Float64Array(HUBS);
  readonly #around = new Int32Array(MAX_OCCURRENCES * (BEFORE + AFTER));

  /**
   * The second step of a random walk: from the products that expert `from` scores highest to the products around them
   * in the log, written as scores of expert `to`. The walk reaches products that never shared a session with the
   * current ones, unlike direct counts.
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
      for (let n = 0; click >= 0 && n < MAX_OCCURRENCES; n++, click = log.previous[click]) {
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
      const each = shares[h] / (sum * (found + HALF_PASSED));
      for (let k = 0; k < found; k++) sparse.add(around[k], to, each);
    }
  }

  /** Finds the products that an expert scores highest, in descending order, and returns their number. */
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
