import type { Evidence } from '../../mixture/sparse-scores.ts';
import type { ClickLog } from '../../model/click-log.ts';

/** Products from which the second step starts, and newest occurrences of each that are read. */
const HUBS = 12;
const MOST_OCCURRENCES = 60;
/** Clicks around an occurrence. */
const BEFORE = 2;
const AFTER = 3;
/** Clicks that a hub must have around it for half of its share to be walked on. */
const DOUBT = 2;

const hubs = new Int32Array(HUBS);
const shares = new Float64Array(HUBS);
const around = new Int32Array(MOST_OCCURRENCES * (BEFORE + AFTER));

/**
 * Two steps of a random walk: from the products that voice `from` names most, on to what was seen around them. It
 * reaches products that were never in a session with the current ones, which direct counts cannot.
 */
export function walkOn(
  log: ClickLog,
  productOf: Int32Array,
  itemOf: Int32Array,
  evidence: Evidence,
  from: number,
  to: number,
): void {
  const count = strongest(evidence, from);
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
    for (let k = 0; k < found; k++) evidence.add(around[k], to, each);
  }
}

/** Finds the products that a voice names most, the most first; returns how many there are. */
function strongest(evidence: Evidence, voice: number): number {
  let count = 0;
  for (let slot = 0; slot < evidence.count; slot++) {
    const value = evidence.values[evidence.rowOf(slot) + voice];
    if (value <= 0 || (count === HUBS && value <= shares[HUBS - 1])) continue;
    let at = count < HUBS ? count++ : HUBS - 1;
    for (; at > 0 && shares[at - 1] < value; at--) {
      shares[at] = shares[at - 1];
      hubs[at] = hubs[at - 1];
    }
    shares[at] = value;
    hubs[at] = evidence.products[slot];
  }
  return count;
}
