import type { Evidence } from '../mixture/sparse-scores.ts';
import type { ClickLog } from '../model/click-log.ts';
import type { Expert } from './expert.ts';
import { voice } from './registry.ts';

const NEXT = voice('sequence-next');
const PAIR = voice('sequence-pair');
const TRIPLE = voice('sequence-triple');
const LATER = voice('sequence-later');
const EARLIER = voice('sequence-earlier');

/** Occurrences of the last item that are read, newest first; the n-th newest counts e^(−n / FRESHNESS). */
const MOST_OCCURRENCES = 400;
const FRESHNESS = 200;
const FRESH = new Float64Array(MOST_OCCURRENCES).map((_, n) => Math.exp(-n / FRESHNESS));
/** The same, of those that came after the same product as now: they are rare, and worth looking for further back. */
const MOST_MATCHES_WITHIN = 2000;
const FRESHNESS_OF_MATCHES = 1000;
const FRESH_MATCHES = new Float64Array(MOST_MATCHES_WITHIN).map((_, n) =>
  Math.exp(-n / FRESHNESS_OF_MATCHES),
);
/** Occurrences of each earlier item. */
const MOST_EARLIER = 300;
/** How many earlier items are read, and what each further one back counts. */
const EARLIER_ITEMS = 2;
const EARLIER_DECAY = 0.7;
/** Followers up to this distance count 1/distance, as in sequential rules (Kamehkhosh et al. 2017). */
const REACH = 10;
const SHARE = new Float64Array(REACH + 1).map((_, distance) => 1 / distance);

/**
 * What followed: directly after the last product, after the last two and the last three in this order, and at some
 * distance after the last and the ones before it. Read from the newest occurrences in the log, so that one pass finds
 * the matches of every order.
 */
export const sequence: Expert = {
  factor: 'sequence',
  speak({ binding, items, length }, evidence) {
    if (length === 0) return [];
    const { log } = binding.model;
    const { productOf } = binding;
    const last = items[length - 1];
    if (last >= 0) readLast(log, productOf, items, length, evidence);
    let share = 1;
    for (let j = length - 2; j >= 0 && j >= length - 1 - EARLIER_ITEMS; j--) {
      const item = items[j];
      share *= EARLIER_DECAY;
      if (item < 0 || item === last) continue;
      let click = log.newest[item];
      for (let n = 0; click >= 0 && n < MOST_EARLIER; n++, click = log.previous[click]) {
        const end = Math.min(log.start[log.session[click] + 1], click + 1 + REACH);
        for (let k = click + 1; k < end; k++) {
          const product = productOf[log.items[k]];
          if (product >= 0) evidence.add(product, EARLIER, share * SHARE[k - click]);
        }
      }
    }
    return [];
  },
};

function readLast(
  log: ClickLog,
  productOf: Int32Array,
  items: Int32Array,
  length: number,
  evidence: Evidence,
): void {
  const before = length > 1 ? items[length - 2] : -2;
  const beforeThat = length > 2 ? items[length - 3] : -2;
  const most = length > 1 ? MOST_MATCHES_WITHIN : MOST_OCCURRENCES;
  let click = log.newest[items[length - 1]];
  for (let n = 0; click >= 0 && n < most; n++, click = log.previous[click]) {
    const matches = click > 0 && log.items[click - 1] === before;
    if (!matches && n >= MOST_OCCURRENCES) continue;
    const session = log.session[click];
    const end = log.start[session + 1];
    if (click + 1 === end) continue;
    const next = productOf[log.items[click + 1]];
    const first = log.start[session];
    if (matches && click > first && next >= 0) {
      const fresh = FRESH_MATCHES[n];
      evidence.add(next, PAIR, fresh);
      if (click - 1 > first && log.items[click - 2] === beforeThat) evidence.add(next, TRIPLE, fresh);
    }
    if (n >= MOST_OCCURRENCES) continue;
    const fresh = FRESH[n];
    if (next >= 0) {
      const row = evidence.row(next);
      const { values } = evidence;
      values[row + NEXT] = values[row + NEXT] + fresh;
      values[row + LATER] = values[row + LATER] + fresh;
    }
    const reach = Math.min(end, click + 1 + REACH);
    for (let k = click + 2; k < reach; k++) {
      const product = productOf[log.items[k]];
      if (product >= 0) evidence.add(product, LATER, fresh * SHARE[k - click]);
    }
  }
}
