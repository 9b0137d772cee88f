import type { ClickLog } from '../../model/click-log.ts';
import type { SparseScores } from '../sparse-scores.ts';
import { CLICKS_PER_ITEM } from './session-knn.ts';

/** Newest sessions of an item, and clicks of each, that are read. Set by hand. */
const MAX_SESSIONS = 300;
const MAX_CLICKS = 50;

/** Counts the sessions that each product shares with an item: the numerator of the cosine of item kNN. */
export function countSharedSessions(
  log: ClickLog,
  productOf: Int32Array,
  item: number,
  sparse: SparseScores,
  expert: number,
): void {
  let click = log.newest[item];
  let previousSession = -1;
  let clicksLeft = CLICKS_PER_ITEM;
  for (let n = 0; click >= 0 && n < MAX_SESSIONS && clicksLeft-- > 0; click = log.previous[click]) {
    const session = log.session[click];
    if (session === previousSession) continue;
    previousSession = session;
    n++;
    const first = log.start[session];
    const end = Math.min(log.start[session + 1], first + MAX_CLICKS);
    for (let k = first; k < end; k++) {
      // An item counts once per session, at its first occurrence.
      if (log.previous[k] >= first || log.items[k] === item) continue;
      const product = productOf[log.items[k]];
      if (product >= 0) sparse.add(product, expert, 1);
    }
  }
}
