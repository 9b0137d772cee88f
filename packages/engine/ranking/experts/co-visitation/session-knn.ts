import type { ClickLog } from '../../model/click-log.ts';
import type { SparseScores } from '../sparse-scores.ts';

/** Newest sessions of an item that are read. Set by hand. */
const SESSIONS_PER_ITEM = 300;
/** Clicks of an item that are read to find its sessions, because a single session can hold thousands. Set by hand. */
export const CLICKS_PER_ITEM = 4000;
/** Similar sessions that are kept. Set by hand. */
const MAX_NEIGHBOURS = 500;
/** Items of the current session that are looked up, newest first, and the factor per position back. Set by hand. */
const MAX_ITEMS = 12;
const POSITION_DECAY = Math.exp(-1);
/** A product counts e^(−distance from the shared one / NEARNESS), with a further factor before it. Set by hand. */
const NEARNESS = 2;
const BEFORE_MATCH = 0.6;
/** Clicks read on either side of the shared one. Set by hand. */
const MAX_DISTANCE = 10;
const AFTER = new Float64Array(MAX_DISTANCE + 1).map((_, gap) => Math.exp(-gap / NEARNESS));
/** A session's weight is its length to this power: each click of a long session carries less evidence. Set by hand. */
const LENGTH_POWER = -0.3;
const LENGTH_WEIGHT = new Float64Array(256).map((_, length) => Math.max(1, length) ** LENGTH_POWER);
/** A session that is older by this share of the log counts 1/e. Set by hand. */
const RECENCY = 0.5;

/**
 * Sessions that share items with the current one, found through the most recent sessions of each item as in VMIS-kNN
 * (Kersbergen et al., Serenade, 2022). Reused by later rankings.
 */
export class SessionKnn {
  count = 0;
  readonly sessions = new Int32Array(SESSIONS_PER_ITEM * MAX_ITEMS);
  readonly similarity = new Float64Array(SESSIONS_PER_ITEM * MAX_ITEMS);
  /** The click of the newest shared item, per similar session. */
  readonly match = new Int32Array(SESSIONS_PER_ITEM * MAX_ITEMS);
  #seen = new Int32Array(0);
  #order = new Float64Array(0);

  /** Finds the similar sessions. A shared item counts e^(−its distance from the session's end) times its idf. */
  find(log: ClickLog, items: Int32Array, length: number): void {
    this.count = 0;
    if (this.#seen.length < log.sessions) this.#seen = new Int32Array(Math.ceil(log.sessions * 1.2)).fill(-1);
    let itemsRead = 0;
    for (let j = length - 1; j >= 0 && itemsRead < MAX_ITEMS; j--) {
      const item = items[j];
      if (item < 0 || item >= log.newest.length || repeated(items, j, length)) continue;
      const share =
        POSITION_DECAY ** (length - 1 - j) * Math.log(1 + log.sessions / (log.sessionCount[item] + 1));
      itemsRead++;
      let click = log.newest[item];
      let previousSession = -1;
      let clicksLeft = CLICKS_PER_ITEM;
      for (let n = 0; click >= 0 && n < SESSIONS_PER_ITEM && clicksLeft-- > 0; click = log.previous[click]) {
        const session = log.session[click];
        if (session === previousSession) continue;
        previousSession = session;
        n++;
        let slot = this.#seen[session];
        if (slot < 0) {
          slot = this.count++;
          this.#seen[session] = slot;
          this.sessions[slot] = session;
          this.similarity[slot] = 0;
          this.match[slot] = click;
        }
        this.similarity[slot] += share;
      }
    }
    for (let slot = 0; slot < this.count; slot++) this.#seen[this.sessions[slot]] = -1;
    if (this.count > MAX_NEIGHBOURS) this.#keepBest();
  }

  /**
   * Scores the products of the similar sessions: for expert `close` by distance from the shared product, for expert
   * `wide` independent of it.
   */
  score(log: ClickLog, productOf: Int32Array, sparse: SparseScores, close: number, wide: number): void {
    for (let n = 0; n < this.count; n++) {
      const session = this.sessions[n];
      const match = this.match[n];
      const first = log.start[session];
      const end = log.start[session + 1];
      const similarity =
        this.similarity[n] *
        LENGTH_WEIGHT[Math.min(255, end - first)] *
        Math.exp((session - log.sessions) / (RECENCY * log.sessions));
      const from = Math.max(first, match - MAX_DISTANCE);
      const to = Math.min(end, match + MAX_DISTANCE + 1);
      for (let k = from; k < to; k++) {
        if (k === match) continue;
        const product = productOf[log.items[k]];
        if (product < 0) continue;
        const row = sparse.row(product);
        const { values } = sparse;
        const closeness = k > match ? AFTER[k - match] : BEFORE_MATCH * AFTER[match - k];
        values[row + close] = values[row + close] + similarity * closeness;
        values[row + wide] = values[row + wide] + similarity;
      }
    }
  }

  /** Keeps the most similar sessions, the most recent first among equals: slots are already in that order. */
  #keepBest(): void {
    if (this.#order.length === 0) this.#order = new Float64Array(this.similarity.length);
    this.#order.set(this.similarity.subarray(0, this.count));
    const least = nthGreatest(this.#order, this.count, MAX_NEIGHBOURS);
    let ties = MAX_NEIGHBOURS;
    for (let slot = 0; slot < this.count; slot++) if (this.similarity[slot] > least) ties--;
    let kept = 0;
    for (let slot = 0; slot < this.count; slot++) {
      const similarity = this.similarity[slot];
      if (similarity < least || (similarity === least && ties-- <= 0)) continue;
      this.sessions[kept] = this.sessions[slot];
      this.similarity[kept] = similarity;
      this.match[kept] = this.match[slot];
      kept++;
    }
    this.count = kept;
  }
}

function repeated(items: Int32Array, at: number, length: number): boolean {
  for (let k = at + 1; k < length; k++) if (items[k] === items[at]) return true;
  return false;
}

/** The n-th highest of the first `count` values; reorders them (Hoare's quickselect). */
function nthGreatest(values: Float64Array, count: number, n: number): number {
  const wanted = n - 1;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] > pivot) i++;
      while (values[j] < pivot) j--;
      if (i <= j) {
        const value = values[i];
        values[i++] = values[j];
        values[j--] = value;
      }
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return values[wanted];
}
