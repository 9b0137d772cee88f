import type { ClickLog } from './click-log.ts';

/** Newest sessions of an item that are looked at, and neighbours that are kept. */
export const SESSIONS_PER_ITEM = 500;
export const MOST_NEIGHBOURS = 1000;
/** Items of the running session that are looked up, newest first. */
const MOST_ITEMS = 12;

/**
 * Sessions that share items with the running one, found as VMIS-kNN finds them (Kersbergen et al., Serenade, 2022):
 * through the most recent sessions of each item. Reused from ranking to ranking.
 */
export class Neighbours {
  count = 0;
  readonly sessions = new Int32Array(SESSIONS_PER_ITEM * MOST_ITEMS);
  readonly similarity = new Float64Array(SESSIONS_PER_ITEM * MOST_ITEMS);
  /** Click of the newest shared item. */
  readonly match = new Int32Array(SESSIONS_PER_ITEM * MOST_ITEMS);
  #seen = new Int32Array(0);
  #order = new Float64Array(0);

  /**
   * Fills the neighbours of a session. An item counts e^(−its distance from the end) times its idf; more recent
   * neighbours count a little more.
   */
  find(log: ClickLog, items: Int32Array, length: number): void {
    this.count = 0;
    if (this.#seen.length < log.sessions) this.#seen = new Int32Array(Math.ceil(log.sessions * 1.2)).fill(-1);
    let looked = 0;
    for (let j = length - 1; j >= 0 && looked < MOST_ITEMS; j--) {
      const item = items[j]!;
      if (item < 0 || item >= log.newest.length || repeated(items, j, length)) continue;
      const share =
        POSITION_DECAY ** (length - 1 - j) * Math.log(1 + log.sessions / (log.sessionCount[item]! + 1));
      looked++;
      let click = log.newest[item]!;
      let before = -1;
      for (let n = 0; click >= 0 && n < SESSIONS_PER_ITEM; click = log.previous[click]!) {
        const session = log.session[click]!;
        if (session === before) continue;
        before = session;
        n++;
        let slot = this.#seen[session]!;
        if (slot < 0) {
          slot = this.count++;
          this.#seen[session] = slot;
          this.sessions[slot] = session;
          this.similarity[slot] = 0;
          this.match[slot] = click;
        }
        this.similarity[slot]! += share;
      }
    }
    for (let slot = 0; slot < this.count; slot++) this.#seen[this.sessions[slot]!] = -1;
    if (this.count > MOST_NEIGHBOURS) this.#keepBest();
  }

  /** Keeps the most similar, and among equals the most recent: slots are in that order already. */
  #keepBest(): void {
    if (this.#order.length === 0) this.#order = new Float64Array(this.similarity.length);
    const order = this.#order.subarray(0, this.count);
    order.set(this.similarity.subarray(0, this.count));
    order.sort();
    const least = order[this.count - MOST_NEIGHBOURS]!;
    let ties = 0;
    for (let k = this.count - MOST_NEIGHBOURS; k < this.count && order[k] === least; k++) ties++;
    let kept = 0;
    for (let slot = 0; slot < this.count; slot++) {
      const similarity = this.similarity[slot]!;
      if (similarity < least || (similarity === least && ties-- <= 0)) continue;
      this.sessions[kept] = this.sessions[slot]!;
      this.similarity[kept] = similarity;
      this.match[kept] = this.match[slot]!;
      kept++;
    }
    this.count = kept;
  }
}

const POSITION_DECAY = Math.exp(-1);

function repeated(items: Int32Array, at: number, length: number): boolean {
  for (let k = at + 1; k < length; k++) if (items[k] === items[at]) return true;
  return false;
}
