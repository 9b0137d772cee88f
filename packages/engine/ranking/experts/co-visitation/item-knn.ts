import type { SparseScores } from '../../mixture/sparse-scores.ts';
import type { ClickLog } from '../../model/click-log.ts';
import { CLICKS_PER_ITEM } from './session-knn.ts';

/** Newest sessions of an item that are read, and clicks of each. */
const MOST_SESSIONS = 300;
const LONGEST = 50;

/** Counts, for each product, the sessions that it shares with an item: the numerator of the cosine of item kNN. */
export function countSharedSessions(
  log: ClickLog,
  productOf: Int32Array,
  item: number,
  sparse: SparseScores,
  expert: number,
): void {
  let click = log.newest[item];
  let before = -1;
  let left = CLICKS_PER_ITEM;
  for (let n = 0; click >= 0 && n < MOST_SESSIONS && left-- > 0; click = log.previous[click]) {
    const session = log.session[click];
    if (session === before) continue;
    before = session;
    n++;
    const first = log.start[session];
    const end = Math.min(log.start[session + 1], first + LONGEST);
    for (let k = first; k < end; k++) {
      // An item counts once a session, at its first occurrence there.
      if (log.previous[k] >= first || log.items[k] === item) continue;
      const product = productOf[log.items[k]];
      if (product >= 0) sparse.add(product, expert, 1);
    }
  }
}
