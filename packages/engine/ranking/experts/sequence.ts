import { type SessionState, seenId } from '../intent/session-state.ts';
import type { ClickLog } from '../model/click-log.ts';
import { type Expert, type ExpertGroup, SILENT } from './expert.ts';
import type { SparseScores } from './sparse-scores.ts';

/** Positions of the experts in their group. */
const NEXT = 0;
const PAIR = 1;
const TRIPLE = 2;
const LATER = 3;
const EARLIER = 4;
/** Sum of raw scores at which the confidence is 1/2. Set by hand. */
const DOUBT = 2;

/**
 * Occurrences of the last item that are read, newest first; the n-th newest counts e^(−n / FRESHNESS). Both set by
 * hand.
 */
const MAX_OCCURRENCES = 400;
const FRESHNESS = 200;
const FRESHNESS_WEIGHT = new Float64Array(MAX_OCCURRENCES).map((_, n) => Math.exp(-n / FRESHNESS));
/**
 * The same for occurrences with the same preceding item. These are rare, so the log is read further back. Set by hand.
 */
const MAX_MATCHES_WITHIN = 2000;
const FRESHNESS_OF_MATCHES = 1000;
const MATCH_FRESHNESS_WEIGHT = new Float64Array(MAX_MATCHES_WITHIN).map((_, n) =>
  Math.exp(-n / FRESHNESS_OF_MATCHES),
);
/** Occurrences of each earlier item that are read. Set by hand. */
const MAX_EARLIER_OCCURRENCES = 300;
/** Number of earlier items that are read, and the factor per position back. Set by hand. */
const EARLIER_ITEMS = 2;
const EARLIER_DECAY = 0.7;
/** Followers up to this distance count 1/distance, as in sequential rules (Kamehkhosh et al. 2017). */
const MAX_DISTANCE = 10;
const DISTANCE_WEIGHT = new Float64Array(MAX_DISTANCE + 1).map((_, distance) => 1 / distance);

const expert = (name: string, share: number): Expert => ({
  name,
  factor: 'sequence',
  scores: 'sparse',
  share,
  doubt: DOUBT,
  fades: true,
});

/**
 * The followers of the session's last products in the history: directly after the last one, after the last two and the
 * last three in this order, and at a distance after the last and the earlier ones. One pass over the newest occurrences
 * in the log finds the matches of all orders.
 */
export const sequence: ExpertGroup = {
  experts: [
    expert('sequence-next', 0.13),
    expert('sequence-pair', 0.05),
    expert('sequence-triple', 0.03),
    expert('sequence-later', 0.08),
    expert('sequence-earlier', 0.05),
  ],
  score(state, sparse, first) {
    const { bound, items, length } = state;
    if (length === 0) return SILENT;
    const { log } = bound.model;
    const { productOf } = bound;
    const last = items[length - 1];
    if (last >= 0) readLast(log, productOf, items, length, sparse, first);
    const earlier = first + EARLIER;
    let share = 1;
    for (let j = length - 2; j >= 0 && j >= length - 1 - EARLIER_ITEMS; j--) {
      const item = items[j];
      share *= EARLIER_DECAY;
      if (item < 0 || item === last) continue;
      let click = log.newest[item];
      for (let n = 0; click >= 0 && n < MAX_EARLIER_OCCURRENCES; n++, click = log.previous[click]) {
        const end = Math.min(log.start[log.session[click] + 1], click + 1 + MAX_DISTANCE);
        for (let k = click + 1; k < end; k++) {
          const product = productOf[log.items[k]];
          if (product >= 0) sparse.add(product, earlier, share * DISTANCE_WEIGHT[k - click]);
        }
      }
    }
    return { signal: (expert) => signalOf(state, expert) };
  },
};

function signalOf(state: SessionState, expert: number): string {
  const viewed = (back: number): string => seenId(state, back);
  if (expert === NEXT) return `next_after:${viewed(0)}`;
  if (expert === PAIR) return `next_after:${viewed(1)}>${viewed(0)}`;
  if (expert === TRIPLE) return `next_after:${viewed(2)}>${viewed(1)}>${viewed(0)}`;
  return expert === LATER ? `later_after:${viewed(0)}` : `later_after:${viewed(1)}`;
}

function readLast(
  log: ClickLog,
  productOf: Int32Array,
  items: Int32Array,
  length: number,
  sparse: SparseScores,
  first: number,
): void {
  const [nextExpert, pair, triple, later] = [first + NEXT, first + PAIR, first + TRIPLE, first + LATER];
  const previousItem = length > 1 ? items[length - 2] : -2;
  const secondPrevious = length > 2 ? items[length - 3] : -2;
  const limit = length > 1 ? MAX_MATCHES_WITHIN : MAX_OCCURRENCES;
  let click = log.newest[items[length - 1]];
  for (let n = 0; click >= 0 && n < limit; n++, click = log.previous[click]) {
    const matches = click > 0 && log.items[click - 1] === previousItem;
    if (!matches && n >= MAX_OCCURRENCES) continue;
    const session = log.session[click];
    const end = log.start[session + 1];
    if (click + 1 === end) continue;
    const next = productOf[log.items[click + 1]];
    const start = log.start[session];
    if (matches && click > start && next >= 0) {
      const weight = MATCH_FRESHNESS_WEIGHT[n];
      sparse.add(next, pair, weight);
      if (click - 1 > start && log.items[click - 2] === secondPrevious) sparse.add(next, triple, weight);
    }
    if (n >= MAX_OCCURRENCES) continue;
    const weight = FRESHNESS_WEIGHT[n];
    if (next >= 0) {
      const row = sparse.row(next);
      const { values } = sparse;
      values[row + nextExpert] = values[row + nextExpert] + weight;
      values[row + later] = values[row + later] + weight;
    }
    const to = Math.min(end, click + 1 + MAX_DISTANCE);
    for (let k = click + 2; k < to; k++) {
      const product = productOf[log.items[k]];
      if (product >= 0) sparse.add(product, later, weight * DISTANCE_WEIGHT[k - click]);
    }
  }
}
