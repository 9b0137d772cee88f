import type { SparseScores } from '../../mixture/sparse-scores.ts';
import type { ClickLog } from '../../model/click-log.ts';

/** Newest sessions of an item that are looked at, and neighbours that are kept. */
const SESSIONS_PER_ITEM = 300;
/** Clicks of an item that are read to find its sessions: one session may hold thousands. */
export const CLICKS_PER_ITEM = 4000;
const MOST_NEIGHBOURS = 500;
/** Items of the running session that are looked up, newest first, and what each further one back counts. */
const MOST_ITEMS = 12;
const POSITION_DECAY = Math.exp(-1);
/** A product counts e^(−its distance from the shared one / NEARNESS), before it less than after it. */
const NEARNESS = 2;
const BEFORE_MATCH = 0.6;
/** Clicks on either side of the shared one. */
const REACH = 10;
const AFTER = new Float64Array(REACH + 1).map((_, gap) => Math.exp(-gap / NEARNESS));
/** Long sessions say less with each click: their weight is length^−0.3. */
const LENGTH_POWER = -0.3;
const BY_LENGTH = new Float64Array(256).map((_, length) => Math.max(1, length) ** LENGTH_POWER);
/** Of the whole log: sessions that are older by this share count 1/e. */
const RECENCY = 0.5;

/**
 * Sessions that share items with the running one, found as VMIS-kNN finds them (Kersbergen et al., Serenade, 2022):
 * through the most recent sessions of each item. Reused from ranking to ranking.
 */
export class SessionKnn {
  count = 0;
  readonly sessions = new Int32Array(SESSIONS_PER_ITEM * MOST_ITEMS);
  readonly similarity = new Float64Array(SESSIONS_PER_ITEM * MOST_ITEMS);
  /** Click of the newest shared item. */
  readonly match = new Int32Array(SESSIONS_PER_ITEM * MOST_ITEMS);
  #seen = new Int32Array(0);
  #order = new Float64Array(0);

  /**
   * Fills the neighbours of a session. An item counts e^(−its distance from the end) times its idf.
   */
  find(log: ClickLog, items: Int32Array, length: number): void {
    this.count = 0;
    if (this.#seen.length < log.sessions) this.#seen = new Int32Array(Math.ceil(log.sessions * 1.2)).fill(-1);
    let looked = 0;
    for (let j = length - 1; j >= 0 && looked < MOST_ITEMS; j--) {
      const item = items[j];
      if (item < 0 || item >= log.newest.length || repeated(items, j, length)) continue;
      const share =
        POSITION_DECAY ** (length - 1 - j) * Math.log(1 + log.sessions / (log.sessionCount[item] + 1));
      looked++;
      let click = log.newest[item];
      let before = -1;
      let left = CLICKS_PER_ITEM;
      for (let n = 0; click >= 0 && n < SESSIONS_PER_ITEM && left-- > 0; click = log.previous[click]) {
        const session = log.session[click];
        if (session === before) continue;
        before = session;
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
    if (this.count > MOST_NEIGHBOURS) this.#keepBest();
  }

  /**
   * Scores the products of the similar sessions: for expert `close` by their distance from the shared product, for
   * expert `wide` as a whole.
   */
  score(log: ClickLog, productOf: Int32Array, sparse: SparseScores, close: number, wide: number): void {
    for (let n = 0; n < this.count; n++) {
      const session = this.sessions[n];
      const match = this.match[n];
      const first = log.start[session];
      const end = log.start[session + 1];
      const similarity =
        this.similarity[n] *
        BY_LENGTH[Math.min(255, end - first)] *
        Math.exp((session - log.sessions) / (RECENCY * log.sessions));
      const from = Math.max(first, match - REACH);
      const to = Math.min(end, match + REACH + 1);
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

  /** Keeps the most similar, and among equals the most recent: slots are in that order already. */
  #keepBest(): void {
    if (this.#order.length === 0) this.#order = new Float64Array(this.similarity.length);
    this.#order.set(this.similarity.subarray(0, this.count));
    const least = nthGreatest(this.#order, this.count, MOST_NEIGHBOURS);
    let ties = MOST_NEIGHBOURS;
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

/** The n-th greatest of the first `count` values, which it puts into another order (Hoare's quickselect). */
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
