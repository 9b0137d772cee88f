/**
 * The clicks of all sessions of an organization, oldest session first, in three integers per click. The clicks on an
 * item form a chain from the newest back, so that the latest evidence is read first, and sessions can be appended at
 * any time without rebuilding a table.
 */
export interface ClickLog {
  /** Number of clicks and of sessions; the arrays may be longer. */
  clicks: number;
  sessions: number;
  /** `[click]`: item. Clicks of a session are adjacent, in time order. */
  items: Int32Array;
  /** `[click]`: session. */
  session: Int32Array;
  /** `[click]`: previous click on the same item, -1 for the first. */
  previous: Int32Array;
  /** `[session]`: first click; `start[sessions]` is the number of clicks. */
  start: Int32Array;
  /** `[session]`: end; ms since the epoch. */
  endedAt: Float64Array;
  /** `[item]`: newest click, -1 for none; number of clicks; number of sessions with a click. */
  newest: Int32Array;
  count: Int32Array;
  sessionCount: Int32Array;
}

/** A log without clicks; its arrays grow as sessions are appended. */
export function emptyLog(): ClickLog {
  return {
    clicks: 0,
    sessions: 0,
    items: new Int32Array(64),
    session: new Int32Array(64),
    previous: new Int32Array(64),
    start: new Int32Array(16),
    endedAt: new Float64Array(16),
    newest: new Int32Array(16).fill(-1),
    count: new Int32Array(16),
    sessionCount: new Int32Array(16),
  };
}

/** The array itself, or a copy of at least `length` entries that leaves room to grow. */
const grown = <T extends Int32Array | Float64Array>(array: T, length: number, make: (n: number) => T): T => {
  if (array.length >= length) return array;
  const copy = make(Math.max(length, Math.ceil(array.length * 1.5)));
  copy.set(array);
  return copy;
};
const integers = (n: number): Int32Array => new Int32Array(n);

/** Makes room for so many clicks and sessions, so that the arrays are copied once and not repeatedly. */
export function reserve(log: ClickLog, clicks: number, sessions: number): void {
  log.items = grown(log.items, clicks, integers);
  log.session = grown(log.session, clicks, integers);
  log.previous = grown(log.previous, clicks, integers);
  log.start = grown(log.start, sessions + 1, integers);
  log.endedAt = grown(log.endedAt, sessions, (n) => new Float64Array(n));
}

/**
 * Appends one session of item numbers in time order. New items extend the log.
 *
 * @param endedAt ms since the epoch
 */
export function append(log: ClickLog, session: ArrayLike<number>, endedAt: number): void {
  if (session.length === 0) return;
  const clicks = log.clicks + session.length;
  reserve(log, clicks, log.sessions + 1);
  let highest = 0;
  for (let k = 0; k < session.length; k++) highest = Math.max(highest, session[k]);
  const known = log.newest.length;
  if (highest >= known) {
    log.newest = grown(log.newest, highest + 1, integers).fill(-1, known);
    log.count = grown(log.count, highest + 1, integers);
    log.sessionCount = grown(log.sessionCount, highest + 1, integers);
  }
  const first = log.clicks;
  for (let k = 0; k < session.length; k++) {
    const item = session[k];
    const click = first + k;
    const before = log.newest[item];
    if (before < first) log.sessionCount[item]++;
    log.items[click] = item;
    log.session[click] = log.sessions;
    log.previous[click] = before;
    log.newest[item] = click;
    log.count[item]++;
  }
  log.endedAt[log.sessions] = endedAt;
  log.sessions++;
  log.clicks = clicks;
  log.start[log.sessions] = clicks;
}
